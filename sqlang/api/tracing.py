"""A run with everything that happened in it, and where in the text: `sqlang.trace`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.api.execution import execute
from sqlang.api.program import Program
from sqlang.api.rows import Row, rows_of
from sqlang.diagnostics import Diagnostic, DiagnosticError
from sqlang.engine import Limits, Observer, Report
from sqlang.engine.observer import Event, Iteration, Statement
from sqlang.source import Span


class Trace:
    """What happened in one run of a program, in order.

    `report` is None if the run failed; `failure` then says why, and the events go up to there.
    """

    def __init__(
        self,
        program: Program,
        events: list[Event],
        report: Report | None,
        failure: Diagnostic | None,
    ) -> None:
        self.program: Final = program
        self.events: Final = events
        self.report: Final = report
        self.failure: Final = failure

    def __repr__(self) -> str:
        return f"<Trace of {len(self.events)} events>"

    @property
    def iterations(self) -> list[Iteration]:
        """The iterations of all step stages."""
        return [event for event in self.events if isinstance(event, Iteration)]

    def span(self, event: Event) -> Span | None:
        """Where the statement stands that an event is about; None if it is about none."""
        statement: Statement | None = getattr(event, "statement", None)
        return None if statement is None else self.program.statement_span(statement)

    def to_rows(self) -> list[Row]:
        """A row for each event, all with the same columns, for `pandas.DataFrame(rows)`.

        An iteration gives a row of its own and one for each member of its batch, an admission one
        for each pool. `time` is the program's clock, `line` that of the statement from 1; what does
        not apply to an event is None.
        """
        return list(self._rows())

    def _rows(self) -> Iterator[Row]:
        for event in self.events:
            yield from rows_of(event, self.program)


class _Keeper(Observer):
    """Keeps every event."""

    def __init__(self) -> None:
        super().__init__()
        self.events: Final[list[Event]] = []

    def event(self, event: Event) -> None:
        self.events.append(event)


def trace(
    program: Program, *, iterations: int | None = None, deadline: float | None = None
) -> Trace:
    """Run a program and keep everything that happens, some 100 bytes for each event.

    `iterations` (of all step stages together) and `deadline` (in seconds of wall time) end the run
    early, as in `run`. A run that fails is no error here: see `Trace.failure`.
    """
    keeper = _Keeper()
    limits = Limits(iterations=iterations, deadline=deadline)
    try:
        return Trace(program, keeper.events, execute(program, keeper, limits), None)
    except DiagnosticError as error:
        return Trace(program, keeper.events, None, error.diagnostics[0])
