"""Running a program: what failed, as a diagnostic with its place."""

from __future__ import annotations

from typing import Final

from sqlang import engine
from sqlang.api.program import Program
from sqlang.api.traces import trace_failure
from sqlang.diagnostics import Diagnostic, DiagnosticError, Related
from sqlang.diagnostics.catalogue import report
from sqlang.engine import Limits, Observer, Report, RunError
from sqlang.engine.errors import TraceError, circumstances
from sqlang.engine.limits import DEFAULT_INSTANT
from sqlang.engine.traces.trace import Trace

REPORT_VERSION: Final = 1
"""The edition of `Report.json()` (REP-1)."""


def run(
    program: Program,
    *,
    observer: Observer | None = None,
    iterations: int | None = None,
    events: int | None = None,
    deadline: float | None = None,
    memory: int | None = None,
    instant: int = DEFAULT_INSTANT,
) -> Report:
    """Run a program from its first event to its horizon.

    `observer` is told what happens. `iterations` (of all step stages together), `events`,
    `deadline` (in seconds of wall time) and `memory` (in mebibytes that the process has in use) end
    the run early; `Report.stopped` then says so, and the report is of the time reached. `instant`
    is how many steps a run may do without its clock advancing before it fails with SQ991, beside
    1000 for each session and event that the instant begins with.

    Raises:
        DiagnosticError: the run failed (part 4, section 11).
        TypeError: `program` is no program, such as its path or its text.
    """
    _require_program(program)
    limits = Limits(iterations, events, deadline, instant, memory)
    return execute(program, observer, limits)


def _require_program(given: object) -> None:
    if not isinstance(given, Program):
        kind = type(given).__name__
        raise TypeError(f"run takes a Program, as sqlang.compile makes it, not {kind}")


def execute(
    program: Program,
    observer: Observer | None,
    limits: Limits,
    *,
    trace: Trace | None = None,
    sample_places: bool = True,
) -> Report:
    """Run a program within limits; raises `DiagnosticError` if it fails.

    `trace` is the program's trace if it has been read already. Without `sample_places` samples are
    kept without their times, sessions and turns.
    """
    try:
        return engine.run(
            program.ir,
            directory=program.directory,
            trace=trace,
            observer=observer,
            limits=limits,
            sample_places=sample_places,
        )
    except RunError as error:
        raise failed(error, program) from error


def failed(error: RunError, program: Program) -> DiagnosticError:
    """What went wrong in a run of the program, to raise or to show."""
    return DiagnosticError((_failure(error, program),))


def _failure(error: RunError, program: Program) -> Diagnostic:
    """The error at its statement, or the part of a pool, stage or arrival that it is one of.

    One of the run as a whole stands at the program's `run` item.
    """
    if isinstance(error, TraceError):
        return trace_failure(error, program.span("trace"))
    node = error.node
    member = ""
    if error.statement is not None:
        span = program.statement_span(error.statement)
        uses = program.uses(error.statement)
        place = program.place(error.statement)
    elif node is not None:
        span, uses, place = program.span(node), program.uses_of(node), program.place_of(node)
        member = program.member_of(node)
    else:
        span, uses, place = program.span(program.ir), (), ""
    read_at = span if node is None else program.span(node, otherwise=span)
    when = circumstances(error.serial, error.time, error.values, member)
    related = [Related(read_at, when)]
    related += [Related(use, "used here") for use in uses]
    return report(error.code, span, related=related, message=place + error.message)
