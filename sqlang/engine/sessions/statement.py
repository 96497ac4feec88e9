"""The base of all statements that a session performs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.observer import Statement

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class ExecutableStatement:
    """A statement of the IR, ready to be performed.

    `suspends` says that the session's turn is over after it whatever became of it: always after a
    `run` or `hold` (EXE-15).
    """

    suspends = False

    def __init__(self, place: Statement) -> None:
        self.place: Final = place
        self.following: ExecutableStatement | None = None
        """The next one of its block."""

    def execute(self, simulation: Simulation, session: Session) -> None:
        """Perform it for `session`, to which the session context points. It takes no time."""
        raise NotImplementedError


class Block:
    """Statements that are performed one after the other, from the `first` one on."""

    def __init__(self) -> None:
        self.statements: Final[list[ExecutableStatement]] = []
        self.first: ExecutableStatement | None = None
        self.goes_on = False
        """Whether its last statement is followed by what comes after the block."""

    def append(self, statement: ExecutableStatement) -> None:
        """Put a statement at the end."""
        if self.statements:
            self.statements[-1].following = statement
        else:
            self.first = statement
        self.statements.append(statement)

    def go_on_with(self, following: ExecutableStatement | None) -> None:
        """Let the end of the block lead there, None to the end of the block around it."""
        self.goes_on = True
        if self.statements:
            self.statements[-1].following = following
        else:
            self.first = following
