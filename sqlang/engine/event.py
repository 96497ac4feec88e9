"""What happens at a time set before, or waits in another order: the base of all that heaps hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.observer import Statement
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class Event:
    """Something to happen at a time set before; if its subject is gone, nothing happens (EXE-4).

    In a heap the lesser `rank` is first, of equal ones the lesser `order`. In the calendar these
    are that time and its event number (EXE-3). An event is in one heap at a time, and its rank is
    never a NaN.
    """

    __slots__ = ("rank", "order", "following")

    def __init__(self) -> None:
        self.rank = 0.0
        self.order: i64 = 0
        self.following: Event | None = None
        """In a heap: the next one after it, if they are in a chain."""

    def happen(self, simulation: Simulation) -> None:
        """Change the simulation; its clock already shows the time of the event."""
        raise NotImplementedError

    def statement(self) -> Statement | None:
        """The statement that it goes on with, if it is one's."""
        return None

    def subject(self) -> Session | None:
        """The session that it is about, if it is about one."""
        return None
