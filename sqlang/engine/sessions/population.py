"""The live sessions in their slots, and those that are ready to go on (EXE-1, EXE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

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
    remembers a session, as pools do.
    """

    def __init__(
        self, attribute_count: int, slots: BuiltinSlots, block: Block, *, keeps_sessions: bool
    ) -> None:
        self._no_attributes: Final = [0.0] * attribute_count
        self._serial_slot: Final = slots.serial
        self._block: Final = block
        self._slots: Final[list[Session | None]] = []
        self._free: Final[list[int]] = []
        """The slots that are free, up to the place `_free_count`; the one freed last is last."""
        self._free_count: i64 = 0
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
        if self._free_count > 0:
            self._free_count -= 1
            slot = self._free[self._free_count]
        else:
            self._slots.append(None)
        attributes = self._no_attributes.copy()
        attributes[self._serial_slot] = float(self.arrivals)
        session = self._spare
        if session is None:
            session = Session(self.arrivals, slot, attributes, self._block)
        else:
            self._spare = session.spare
            session.begin(self.arrivals, slot, attributes, self._block)
        self._slots[slot] = session
        self.arrivals += 1
        self.live += 1
        return session

    def remove(self, session: Session) -> None:
        """The session has ended: its slot is free."""
        self._slots[session.slot] = None
        if self._free_count < len(self._free):
            self._free[self._free_count] = session.slot
        else:
            self._free.append(session.slot)
        self._free_count += 1
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

    def next_ready(self) -> Session | None:
        """Take entries off the ready list up to one whose session is ready (EXE-7)."""
        session = self.first_ready
        while session is not None:
            if self._more:
                self._advance()
            else:
                self.first_ready = None
            if session.status == READY:
                return session
            other = self._slots[session.slot]
            if other is not None and other.status == READY:
                return other
            session = self.first_ready
        return None

    def _advance(self) -> None:
        """Take the first entry off; there are further ones."""
        more = self._more
        self.first_ready = more[self._next]
        self._next += 1
        if self._next == len(more):
            more.clear()
            self._next = 0
