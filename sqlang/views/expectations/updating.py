"""The edits that let expectations hold, each in the lines that do not, and no other character."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.diagnostics.model import Edit
from sqlang.source import Span
from sqlang.views.expectations.iterations import Alignment, Pair
from sqlang.views.expectations.measuring import MOST_BEHIND, MOST_WRITTEN, Lines
from sqlang.views.expectations.model import BAR, IterationLine, OtherIterations
from sqlang.views.expectations.reading import MARK, OTHERS

_MOST_FILLED_IN: Final = 40
_FIRST: Final = 10
"""A list that is yet to be filled in gets all lines of a short run, or the first of a long one."""

Pattern = Sequence[IterationLine | OtherIterations]


def replaced(pair: Pair) -> tuple[Edit, ...]:
    """Put the line of the run in the place of a promised one, which goes if there is none."""
    if pair.promised is None:
        return ()
    span = pair.promised.span
    if pair.actual is None:
        return (removed(span),)
    return (Edit(span, _line(pair.actual, bar=pair.promised.has_bar)),)


def inserted(pattern: Pattern, alignment: Alignment, pairs: Sequence[Pair]) -> tuple[Edit, ...]:
    """Put in lines of the run that were not promised, before the same place of the pattern."""
    behind = pairs[0].at > alignment.at
    line = neighbor(pattern, alignment, pairs[0])
    bar = isinstance(line, IterationLine) and line.has_bar
    texts = [_line(pair.actual, bar=bar) for pair in pairs if pair.actual is not None]
    indent = _indent(line.span)
    if behind:
        end = line.span.end
        text = "".join(f"\n{indent}{each}" for each in texts)
        return (Edit(Span(line.span.source, end, end), text),)
    start = line.span.start
    text = "".join(f"{each}\n{indent}" for each in texts)
    return (Edit(Span(line.span.source, start, start), text),)


def neighbor(
    pattern: Pattern, alignment: Alignment, extra: Pair
) -> IterationLine | OtherIterations:
    """The promise beside which a line of the run belongs that nothing promises."""
    return pattern[extra.at - 1 if extra.at > alignment.at else extra.at]


def filled_in(alignment: Alignment, lines: Lines) -> tuple[Edit, ...] | None:
    """The lines of a run for a list without any; `None` if it has some or the run none."""
    blanks = [pair.promised for pair in alignment.pairs if pair.promised is not None]
    if not (alignment.exhaustive and blanks and all(each.is_blank for each in blanks)):
        return None
    is_short = lines.complete and lines.total <= _MOST_FILLED_IN
    actual = lines.kept if is_short else lines.kept[:_FIRST]
    if not actual:
        return None
    first, *others = blanks
    texts = [_line(each, bar=first.has_bar) for each in actual]
    if not is_short:
        texts.append(f"{MARK} {OTHERS[0]}")
    text = f"\n{_indent(first.span)}".join(texts)
    return (Edit(first.span, text), *(removed(each.span) for each in others))


def is_too_long(alignment: Alignment, total: int) -> bool:
    """Whether a stretch would become longer than anybody wants to read, and than it nearly is."""
    if not alignment.exhaustive or total <= MOST_WRITTEN:
        return False
    promised = sum(pair.promised is not None for pair in alignment.pairs)
    return total > promised + MOST_BEHIND


def removed(span: Span) -> Edit:
    """Take an expectation away, with its line if that holds nothing else."""
    source = span.source
    line = source.lines.position(span.start).line
    start, end = source.lines.line_start(line), source.lines.line_end(line)
    before = source.text[start : span.start]
    if before.strip():
        return Edit(Span(source, start + len(before.rstrip()), span.end), "")
    whole = min(end + 1, len(source.text))
    return Edit(Span(source, start, whole), "")


def _line(actual: str, *, bar: bool) -> str:
    words = actual.split()
    if not bar:
        words = words[: words.index(BAR)]
    return " ".join([MARK, *words])


def _indent(span: Span) -> str:
    """The white space with which a new line begins under an expectation."""
    source = span.source
    start = source.lines.line_start(source.lines.position(span.start).line)
    before = source.text[start : span.start]
    return before if not before.strip() else ""
