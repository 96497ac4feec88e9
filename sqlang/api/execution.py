"""Running a program: what cannot be run, and what failed, as diagnostics with their places."""

from __future__ import annotations

from typing import Final

from sqlang import engine
from sqlang.api.program import Program
from sqlang.diagnostics import Diagnostic, DiagnosticError, Related
from sqlang.diagnostics.catalogue import report
from sqlang.engine import Limits, Observer, Report, RunError

REPORT_VERSION: Final = 1
"""The edition of `Report.json()` (REP-1)."""


def run(
    program: Program,
    *,
    observer: Observer | None = None,
    iterations: int | None = None,
    deadline: float | None = None,
) -> Report:
    """Run a program from its first event to its horizon.

    `observer` is told what happens. `iterations` (of all step stages together) and `deadline` (in
    seconds of wall time) end the run early; `Report.stopped` then says so, and the report is of the
    time reached.

    Raises:
        DiagnosticError: the run failed (part 4, section 11) or uses what is not supported yet.
        TypeError: `program` is no program, such as its path or its text.
    """
    _require_program(program)
    return execute(program, observer, Limits(iterations=iterations, deadline=deadline))


def _require_program(given: object) -> None:
    if not isinstance(given, Program):
        kind = type(given).__name__
        raise TypeError(f"run takes a Program, as sqlang.compile makes it, not {kind}")


def execute(program: Program, observer: Observer | None, limits: Limits) -> Report:
    """Run a program within limits; raises `DiagnosticError` if it fails or cannot be run yet."""
    missing = engine.unsupported(program.ir)
    if missing:
        found = [report("SQ999", program.span(each.node), feature=each.feature) for each in missing]
        found.sort(key=lambda each: (each.span.source.path, each.span.start))
        raise DiagnosticError(tuple(found))
    try:
        return engine.run(program.ir, directory=program.directory, observer=observer, limits=limits)
    except RunError as error:
        raise DiagnosticError((_failure(error, program),)) from error


def _failure(error: RunError, program: Program) -> Diagnostic:
    """The error at its statement, pool or stage; one of the run as a whole at its `run` item."""
    when = f"at time {error.time:g}"
    if error.serial is not None:
        when = f"in session {error.serial} {when}"
    if error.statement is None:
        span = program.span(_declared(error, program))
        return report(error.code, span, related=[Related(span, when)], message=error.message)
    span = program.statement_span(error.statement)
    uses = (Related(use, "used here") for use in program.uses(error.statement))
    message = program.place(error.statement) + error.message
    return report(error.code, span, related=[Related(span, when), *uses], message=message)


def _declared(error: RunError, program: Program) -> object:
    """The pool or stage whose expression failed, else the program."""
    declaration = error.declaration
    if declaration is None:
        return program.ir
    members = program.ir.stages if declaration.kind == "stage" else program.ir.pools
    return members[declaration.index]
