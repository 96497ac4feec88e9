"""The live sessions in their slots, and those that are ready to go on (EXE-1, EXE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from sqlang.engine.sessions.session import READY, Session

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.sessions.statement import Block
    from sqlang.ir.program import BuiltinSlots


class Population:
    """All live sessions.

    An entry of the ready list is for a slot: if its session no longer needs it, it may serve the
    session that has the slot by then (EXE-11). Most often there is one entry at a time.

    With `keeps_sessions` objects of sessions that ended serve others: right only where nobody else
    remembers a session, see `ends_without_trace`. `assigned` are the slots of attributes that such
    a session may find changed: all that something in the program stores to.
    """

    def __init__(
        self,
        attribute_count: int,
        slots: BuiltinSlots,
        block: Block,
        assigned: list[int],
        *,
        keeps_sessions: bool,
    ) -> None:
        self._no_attributes: Final = [0.0] * attribute_count
        self._assigned: Final = assigned
        self._zero: Final[Any] = 0.0
        """An object, as lists have them: machine code would make a new one of a number."""
        self._serial_slot: Final = slots.serial
        self._block: Final = block
        self._slots: Final[list[Session | None]] = []
        self._free: Final[list[int]] = []
        """The slots that are free, the one freed last is last."""
        self.first_ready: Session | None = None
        """The first entry of the ready list, None if it has none."""
        self._more: Final[list[Session]] = []
        """Its further entries from the place `_next` on; those before have been taken."""
        self._next: i64 = 0
        self._keeps_sessions: Final = keeps_sessions
        self._gone: Session | None = None
        """The session that ended last, which may still be under way."""
        self._spare: Session | None = None
        """One that ended before it, for further use; it knows the next one."""
        self.arrivals = 0
        self.live: i64 = 0

    def add(self) -> Session:
        """A new session in the slot freed last, or in a new one (EXE-13)."""
        slot: i64 = len(self._slots)
        if self._free:
            slot = self._free.pop()
        else:
            self._slots.append(None)
        session = self._spare
        if session is None:
            session = Session(self.arrivals, slot, self._no_attributes.copy(), self._block)
        else:
            self._spare = session.spare
            for attribute in self._assigned:
                session.attributes[attribute] = self._zero
            session.begin(self.arrivals, slot, self._block)
        session.attributes[self._serial_slot] = float(self.arrivals)
        self._slots[slot] = session
        self.arrivals += 1
        self.live += 1
        return session

    def remove(self, session: Session) -> None:
        """The session has ended: its slot is free."""
        self._slots[session.slot] = None
        self._free.append(session.slot)
        self.live -= 1
        if self._keeps_sessions:
            gone = self._gone
            if gone is not None:
                gone.spare = self._spare
                self._spare = gone
            self._gone = session

    def make_ready(self, session: Session) -> None:
        """The session may go on: it joins the end of the ready list (EXE-11)."""
        session.status = READY
        if self.first_ready is None:
            self.first_ready = session
        else:
            self._more.append(session)

    def sessions(self) -> Iterator[Session]:
        """The live sessions, by slot."""
        return (session for session in self._slots if session is not None)

    def will_go_on(self, session: Session) -> bool:
        """Whether the ready list has an entry for the session."""
        entries = [self.first_ready, *self._more[self._next :]]
        return any(entry is not None and entry.slot == session.slot for entry in entries)

    def drop_first(self) -> None:
        """Take the first entry off the ready list; there is one."""
        more = self._more
        if not more:
            self.first_ready = None
            return
        self.first_ready = more[self._next]
        self._next += 1
        if self._next == len(more):
            more.clear()
            self._next = 0

    def in_slot(self, slot: i64) -> Session | None:
        """The live session that has a slot."""
        return self._slots[slot]
