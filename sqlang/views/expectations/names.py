"""Whether what expectations name is in the program: observes, stages, pools."""

from __future__ import annotations

from sqlang.library_files import holds_definitions_alone
from sqlang.views.expectations.addresses import AddressError, check_address
from sqlang.views.expectations.model import Expectations
from sqlang.views.expectations.reading import read_expectations, unreadable_address
from sqlang.views.expectations.unreadable import UnreadableError, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.diagnostics.model import Diagnostic
    from sqlang.ir.program import Program


def expectations_of(analysis: Analysis) -> Expectations:
    """The expectations of a program's own text, those of unknown names among the mistakes."""
    expectations = read_expectations(analysis.source, analysis.surface.comments)
    if analysis.program is not None:
        return named(expectations, analysis.program)
    if holds_definitions_alone(analysis.surface.program):
        return _without_run(expectations)
    return expectations


def _without_run(expectations: Expectations) -> Expectations:
    """The expectations of a library (USE-3): what a run would do, it can only be wrong about."""
    lines = [line.span for line in (*expectations.iterations, *expectations.figures)]
    problem = "a library, which holds definitions alone, has no run"
    mistakes = [unreadable(UnreadableError(span, problem)) for span in lines]
    mistakes = sorted((*mistakes, *expectations.mistakes), key=lambda found: found.span.start)
    return expectations._replace(iterations=(), figures=(), mistakes=tuple(mistakes))


def named(expectations: Expectations, program: Program) -> Expectations:
    """The same expectations, those whose names the program does not have among the mistakes."""
    mistakes = list(expectations.mistakes)
    figures = []
    for line in expectations.figures:
        try:
            check_address(line.address, program)
        except AddressError as error:
            mistakes.append(unreadable(unreadable_address(error, line.name)))
        else:
            figures.append(line)
    mistakes.sort(key=lambda found: found.span.start)
    return expectations._replace(figures=tuple(figures), mistakes=tuple(mistakes))


def expectation_hints(analysis: Analysis) -> tuple[Diagnostic, ...]:
    """The expectations of a right program, or of a library, that cannot be read (SQ807)."""
    is_right = analysis.program is not None or holds_definitions_alone(analysis.surface.program)
    return expectations_of(analysis).mistakes if is_right else ()
