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

    The ready list holds slots, not sessions: an entry that its session no longer needs may serve
    the session that has the slot by then (EXE-11). Most often it has one entry at a time.

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
        self._first: i64 = -1
        """The first entry of the ready list, -1 if it has none."""
        self._more: Final[list[int]] = []
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
        if self._first < 0:
            self._first = session.slot
        else:
            self._more.append(session.slot)

    def sessions(self) -> Iterator[Session]:
        """The live sessions, by slot."""
        return (session for session in self._slots if session is not None)

    def will_go_on(self, session: Session) -> bool:
        """Whether the ready list has an entry for the session."""
        return session.slot == self._first or session.slot in self._more[self._next :]

    def any_ready(self) -> bool:
        """Whether the ready list has an entry."""
        return self._first >= 0

    def next_ready(self) -> Session | None:
        """Take entries off the ready list up to one whose session is ready (EXE-7)."""
        while self._first >= 0:
            session = self._slots[self._first]
            if self._more:
                self._advance()
            else:
                self._first = -1
            if session is not None and session.status == READY:
                return session
        return None

    def _advance(self) -> None:
        """Take the first entry off; there are further ones."""
        more = self._more
        self._first = more[self._next]
        self._next += 1
        if self._next == len(more):
            more.clear()
            self._next = 0
