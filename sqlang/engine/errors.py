"""The errors that end a run (part 4, section 11), and those that wait for a stop point (ERR-13)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.observer import Statement

GUARD: Final = "SQ901"
INDEX: Final = "SQ902"
GROW_OUTSIDE: Final = "SQ903"
LOAD_OUTSIDE: Final = "SQ904"
LOAD_TOO_MUCH: Final = "SQ905"
GROWING_OUTSIDE: Final = "SQ906"
BUDGET_LEFT: Final = "SQ911"
NO_PROGRESS: Final = "SQ991"
UNSUPPORTED: Final = "SQ999"


class Declaration:
    """A pool or stage of the IR, by its place in `Program.pools` or `Program.stages`."""

    __slots__ = ("kind", "index")

    def __init__(self, kind: str, index: int) -> None:
        self.kind: Final = kind
        """`pool` or `stage`"""
        self.index: Final = index


class RunError(Exception):
    """A run that failed: there is no report (EXE-6).

    `code` is SQ901 for ERR-1 and so on, SQ991 when no time passes any more, SQ999 for a feature
    that is not supported yet; `message` is the reference's. `statement` and `serial` name the
    statement and the session at fault, if the error is one of a session; `declaration` is the pool
    or stage whose expression failed, `serial` then the session it was evaluated for, if any; `time`
    is the clock.
    """

    def __init__(
        self,
        code: str,
        message: str,
        statement: Statement | None,
        serial: int | None,
        time: float,
        declaration: Declaration | None = None,
    ) -> None:
        super().__init__(message)
        self.code: Final = code
        self.message: Final = message
        self.statement: Final = statement
        self.serial: Final = serial
        self.time: Final = time
        self.declaration: Final = declaration


class Failures:
    """An error met that has not ended the run yet; of several the last counts (ERR-13).

    Index errors wait for the next stop point, and while a step stage selects a batch so do all
    errors of the sessions that it admits.
    """

    def __init__(self) -> None:
        self.pending: RunError | None = None

    def defer(self, error: RunError) -> None:
        """Keep `error` for the next stop point."""
        self.pending = error

    def stop_point(self) -> None:
        """Fail with the last error deferred, if any."""
        if self.pending is not None:
            raise self.pending
