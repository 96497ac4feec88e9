"""What a program promises in `//!` comments, beside what is known of its run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.diagnostics.model import Diagnostic, Severity
from sqlang_server.checking.findings import unreadable_expectations
from sqlang_server.view import View

if TYPE_CHECKING:
    from sqlang.views.expectations.measuring import RunFacts

MARK: Final = "//!"


def expectation_mistakes(view: View) -> tuple[Diagnostic, ...]:
    """Expectations of a right program that cannot be read (SQ807)."""
    return unreadable_expectations(view.analysis)


def broken_expectations(view: View) -> tuple[Diagnostic, ...]:
    """Those that do not hold (SQ992), each with its update as a fix.

    They are judged by the run of the present program alone, and of a run that was stopped only by
    what it had shown by then.
    """
    if MARK not in view.source.text:
        return ()
    facts = facts_of(view)
    if facts is None:
        return ()
    from sqlang.views.expectations.judging import judge
    from sqlang.views.expectations.names import expectations_of

    return judge(expectations_of(view.analysis), facts).broken


def facts_of(view: View) -> RunFacts | None:
    """What came of the present text; `None` as long as that is not known."""
    if view.analysis.program is None:
        from sqlang.views.expectations.measuring import refused_by

        found = view.analysis.found
        return refused_by([each.code for each in found if each.severity is Severity.ERROR])
    if view.traced is None or view.stale:
        return None
    return view.traced.result.facts
