"""Fixes, and the edits they are made of."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.source import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.advice.situation import Situation


def with_fix(found: Diagnostic, title: str, *edits: Edit, safe: bool = False) -> Diagnostic:
    """The diagnostic with one more fix."""
    return found._replace(fixes=(*found.fixes, Fix(title, edits, safe)))


def with_hint(found: Diagnostic, hint: str) -> Diagnostic:
    """The diagnostic with more to its message."""
    return found._replace(message=f"{found.message}; {hint}")


def insertion(before: Span, text: str) -> Edit:
    """Put a text before a place."""
    return Edit(Span(before.source, before.start, before.start), text)


def addition(behind: Span, text: str) -> Edit:
    """Put a text behind a place."""
    return Edit(Span(behind.source, behind.end, behind.end), text)


def removal(span: Span) -> Edit:
    """Take a stretch out, with the blanks before it; lines that hold nothing else go with it."""
    text, start, end = span.source.text, span.start, span.end
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    behind = end
    while behind < len(text) and text[behind] in " \t\r":
        behind += 1
    at_start = start == 0 or text[start - 1] == "\n"
    if at_start and behind < len(text) and text[behind] == "\n":
        return Edit(Span(span.source, start, behind + 1), "")
    if at_start:
        return Edit(Span(span.source, span.start, behind), "")
    return Edit(Span(span.source, start, end), "")


def everywhere(found: Diagnostic, text: str) -> list[Edit]:
    """Write `text` where a name stands, and where the same mistake was made again."""
    name = found.span.text
    again = [each.span for each in found.related if each.span.text == name]
    spans = dict.fromkeys([found.span, *again])
    return [Edit(span, text) for span in spans if span.source is found.span.source]


def did_you_mean(
    found: Diagnostic, situation: Situation, word: str, candidates: AbstractSet[str]
) -> Diagnostic:
    """The diagnostic with the word that was meant, if one of the candidates is near enough."""
    meant = situation.nearest(word, candidates)
    if meant is None:
        return found
    found = with_hint(found, f"did you mean `{meant}`?")
    if found.span.text != word:
        return found
    return with_fix(found, f"Write `{meant}`", *everywhere(found, meant))
