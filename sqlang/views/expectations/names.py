"""Whether what expectations name is in the program: observes, stages, pools."""

from __future__ import annotations

from sqlang.views.expectations.addresses import AddressError, check_address
from sqlang.views.expectations.model import Expectations
from sqlang.views.expectations.reading import read_expectations, unreadable_address
from sqlang.views.expectations.unreadable import unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.diagnostics.model import Diagnostic
    from sqlang.ir.program import Program


def expectations_of(analysis: Analysis) -> Expectations:
    """The expectations of a program's own text, those of unknown names among the mistakes."""
    expectations = read_expectations(analysis.source, analysis.surface.comments)
    return expectations if analysis.program is None else named(expectations, analysis.program)


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
    """The expectations of a right program that cannot be read (SQ807)."""
    return () if analysis.program is None else expectations_of(analysis).mistakes
