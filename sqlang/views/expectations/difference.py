"""Where a run parts from what was promised (`-`), line by line: what it did instead (`+`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from sqlang.source import Span
from sqlang.views.expectations.iterations import Alignment, Pair, as_promised
from sqlang.views.expectations.judging import FigureResult, Verdict
from sqlang.views.expectations.model import IterationLine
from sqlang.views.expectations.reading import MARK
from sqlang.views.expectations.values import difference, digits

_CONTEXT: Final = 3
"""So many lines that agree are shown around those that do not."""

_MOST_SHOWN: Final = 100
"""So many lines of a list are shown."""


class DifferenceLine(NamedTuple):
    """`sign` is `-`, `+`, or blank for what both have; `line` counts in the text, from 1."""

    sign: str
    line: int | None
    text: str


def difference_lines(verdict: Verdict) -> list[DifferenceLine]:
    """The iterations around those that differ, then the figures that do; empty if all hold."""
    shown: list[DifferenceLine] = []
    for alignment in verdict.alignments:
        if alignment.decided and not alignment.holds:
            lines = list(_of_stretch(alignment))
            shown += lines[:_MOST_SHOWN]
            if len(lines) > _MOST_SHOWN:
                shown.append(_left_out(len(lines) - _MOST_SHOWN))
    for result in verdict.figures:
        if not result.holds:
            shown += _of_figure(result)
    return shown


def difference_text(lines: list[DifferenceLine]) -> str:
    """The lines below each other, those of the text with their numbers."""
    width = max((len(str(each.line)) for each in lines if each.line is not None), default=0)
    return "\n".join(
        f"{each.sign or ' '} {'' if each.line is None else each.line:>{width}} {each.text}".rstrip()
        for each in lines
    )


def _of_stretch(alignment: Alignment) -> Iterator[DifferenceLine]:
    pairs = alignment.pairs
    wanted: set[int] = set()
    for index, pair in enumerate(pairs):
        if not pair.holds:
            wanted.update(range(index - _CONTEXT, index + _CONTEXT + 1))
    left_out = 0
    beside = next((pair.promised for pair in pairs if pair.promised is not None), None)
    for index, pair in enumerate(pairs):
        beside = pair.promised or beside
        if index not in wanted:
            left_out += 1
            continue
        if left_out:
            yield _left_out(left_out)
            left_out = 0
        yield from _of_pair(pair, beside)
    if left_out:
        yield _left_out(left_out)


def _left_out(count: int) -> DifferenceLine:
    return DifferenceLine("", None, f"… {count} more")


def _of_pair(pair: Pair, beside: IterationLine | None) -> Iterator[DifferenceLine]:
    if pair.promised is not None:
        sign = "" if pair.holds else "-"
        yield DifferenceLine(sign, start_line(pair.promised.span), " ".join(pair.promised.words))
    if pair.actual is not None and not pair.holds:
        yield DifferenceLine("+", None, as_promised(pair.actual, beside))


def _of_figure(result: FigureResult) -> Iterator[DifferenceLine]:
    line = result.line
    source = line.span.source
    words = source.text[line.span.start + len(MARK) : line.value.start].strip()
    rest = source.text[line.value.start : line.span.end].strip()
    yield DifferenceLine("-", start_line(line.span), f"{words} {rest}".rstrip())
    gap = difference(line.value.text, result.figure)
    found = digits(result.figure)
    yield DifferenceLine("+", None, f"{words} {found}" + (f" ({gap})" if gap else ""))


def start_line(span: Span) -> int:
    """The line in which a span begins, from 1."""
    return span.source.lines.position(span.start).line + 1
