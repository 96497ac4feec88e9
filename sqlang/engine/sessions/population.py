"""The live sessions in their slots, and those that are ready to go on (EXE-1, EXE-13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sqlang.engine.sessions.session import READY, Session

if TYPE_CHECKING:
    from sqlang.engine.sessions.statement import Block
    from sqlang.ir.program import BuiltinSlots


class Population:
    """All live sessions.

    The ready list holds slots, not sessions: an entry that its session no longer needs may serve
    the session that has the slot by then (EXE-11).
    """

    def __init__(self, attribute_count: int, slots: BuiltinSlots, block: Block) -> None:
        self._attribute_count: Final = attribute_count
        self._serial_slot: Final = slots.serial
        self._block: Final = block
        self._slots: Final[list[Session | None]] = []
        self._free: Final[list[int]] = []
        self._ready: Final[list[int]] = []
        """From the place `_next` on; those before have been taken."""
        self._next = 0
        self.arrivals = 0
        self.live = 0

    def add(self) -> Session:
        """A new session in the slot freed last, or in a new one (EXE-13)."""
        if self._free:
            slot = self._free.pop()
        else:
            slot = len(self._slots)
            self._slots.append(None)
        attributes = [0.0] * self._attribute_count
        attributes[self._serial_slot] = float(self.arrivals)
        session = Session(self.arrivals, slot, attributes, self._block)
        self._slots[slot] = session
        self.arrivals += 1
        self.live += 1
        return session

    def remove(self, session: Session) -> None:
        """The session has ended: its slot is free."""
        self._slots[session.slot] = None
        self._free.append(session.slot)
        self.live -= 1

    def make_ready(self, session: Session) -> None:
        """The session may go on: it joins the end of the ready list (EXE-11)."""
        session.status = READY
        self._ready.append(session.slot)

    def sessions(self) -> Iterator[Session]:
        """The live sessions, by slot."""
        return (session for session in self._slots if session is not None)

    def will_go_on(self, session: Session) -> bool:
        """Whether the ready list has an entry for the session."""
        return session.slot in self._ready[self._next :]

    def any_ready(self) -> bool:
        """Whether the ready list has an entry."""
        return self._next < len(self._ready)

    def next_ready(self) -> Session | None:
        """Take entries off the ready list up to one whose session is ready (EXE-7)."""
        ready = self._ready
        while self._next < len(ready):
            session = self._slots[ready[self._next]]
            self._next += 1
            if session is not None and session.status == READY:
                return session
        if ready:
            ready.clear()
            self._next = 0
        return None
