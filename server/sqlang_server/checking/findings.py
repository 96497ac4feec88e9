"""What is wrong in a text and in the libraries it uses, as far as no run has to tell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.library_files import ONLY_FOR_PROGRAMS, holds_definitions_alone

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.diagnostics.model import Diagnostic

_MARK: Final = "//!"


def own_mistakes(analysis: Analysis) -> list[Diagnostic]:
    """Mistakes and hints at places of the text itself, also those about what it brings in."""
    source = analysis.source
    found = [each for each in analysis.diagnostics if each.span.source is source]
    found += [each for each in analysis.hints if each.span.source is source]
    found += analysis.library_mistakes
    found += unreadable_expectations(analysis)
    if holds_definitions_alone(analysis.surface.program):
        return [each for each in found if each.code not in ONLY_FOR_PROGRAMS]
    return found


def mistakes_in_libraries(analysis: Analysis) -> list[Diagnostic]:
    """Mistakes at places of other files."""
    if all(each.span.source is analysis.source for each in analysis.found):
        return []
    return [each for each in analysis.diagnostics if each.span.source is not analysis.source]


def unreadable_expectations(analysis: Analysis) -> tuple[Diagnostic, ...]:
    """Expectations of a right program that cannot be read (SQ807)."""
    if _MARK not in analysis.source.text:
        return ()
    from sqlang.views.expectations.names import expectation_hints

    return expectation_hints(analysis)
