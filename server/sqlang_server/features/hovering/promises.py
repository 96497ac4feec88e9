"""What came of an expectation, a comment that begins with `//!`."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING, Final

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Span
from sqlang.views.table import escaped
from sqlang_server.features.cards import Card, code
from sqlang_server.features.expectations import MARK, facts_of
from sqlang_server.view import View

if TYPE_CHECKING:
    from sqlang.views.expectations.judging import Verdict

_KNOWN_OTHERWISE: Final = "The run has not shown enough to tell."


def promise_at(view: View, offset: int) -> Span | None:
    """The expectation at an offset, to the end of its comment."""
    comments = view.analysis.surface.comments
    at = bisect_right(comments, offset, key=lambda comment: comment.start) - 1
    if at < 0 or offset >= comments[at].end or not comments[at].text.startswith(MARK):
        return None
    return comments[at]


def promise_card(view: View, promise: Span) -> Card:
    """Whether it holds, and what the run did instead if not."""
    from sqlang.views.expectations.judging import judge
    from sqlang.views.expectations.names import expectations_of

    written = promise.text.removeprefix(MARK).strip()
    card = Card(f"{code(written) if written else MARK} · expectation")
    expectations = expectations_of(view.analysis)
    mistake = _within(expectations.mistakes, promise)
    if mistake is not None:
        return card._replace(body=f"Cannot be read: {escaped(mistake.message)}.")
    facts = facts_of(view)
    if facts is None:
        return card._replace(body="Not judged yet: this program has not run to its end.")
    verdict = judge(expectations, facts)
    broken = _within(verdict.broken, promise)
    if broken is not None:
        found = _found(verdict, promise)
        listings = (("the run", found),) if found else ()
        return card._replace(body=f"Does not hold: {escaped(broken.message)}.", listings=listings)
    if any(_touch(span, promise) for span in verdict.unjudged):
        return card._replace(body=_KNOWN_OTHERWISE)
    figure = _figure(verdict, promise)
    return card._replace(body="Holds.", facts=(("the run", code(figure)),) if figure else ())


def _found(verdict: Verdict, promise: Span) -> str:
    """What the run has in the place of what was promised."""
    for alignment in verdict.alignments:
        for pair in alignment.pairs:
            if pair.promised is not None and _touch(pair.promised.span, promise):
                return pair.actual or ""
    return _figure(verdict, promise)


def _figure(verdict: Verdict, promise: Span) -> str:
    from sqlang.views.expectations.values import digits

    for result in verdict.figures:
        if _touch(result.line.span, promise):
            return digits(result.figure)
    return ""


def _within(diagnostics: tuple[Diagnostic, ...], promise: Span) -> Diagnostic | None:
    return next((each for each in diagnostics if _touch(each.span, promise)), None)


def _touch(span: Span, promise: Span) -> bool:
    return span.start <= promise.end and promise.start <= span.end
