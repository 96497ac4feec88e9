"""Which lines of the text belong to which statements, stages and pools, both ways."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from sqlang.source import Span
from sqlang.views.families import families
from sqlang.views.timeline.marks import pool_place, stage_place, statement_place

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.ir.program import Program
    from sqlang.lowering import Origins


class SourceLines(NamedTuple):
    """Lines count from 1, places are named as in `data-place`."""

    of_place: dict[str, tuple[int, ...]]
    """Where a place begins; in a definition also the lines of its uses."""
    at_line: dict[int, tuple[str, ...]]
    """What begins on a line, else the innermost place that it is a part of."""


def source_lines(analysis: Analysis) -> SourceLines:
    """Of the main text; what stands in a library belongs to the lines that use it."""
    program, origins = analysis.program, analysis.origins
    if program is None or origins is None:
        return SourceLines({}, {})
    lines = analysis.source.lines
    starts: dict[str, dict[int, None]] = {}
    innermost: dict[int, tuple[int, str]] = {}
    for place, span in _spans(program, origins):
        if span.source is not analysis.source:
            continue
        first = lines.position(span.start).line + 1
        last = lines.position(max(span.start, span.end - 1)).line + 1
        starts.setdefault(place, {})[first] = None
        for line in range(first, last + 1):
            length = span.end - span.start
            if line not in innermost or length <= innermost[line][0]:
                innermost[line] = length, place
    at_line: dict[int, dict[str, None]] = {}
    for place, firsts in starts.items():
        for line in firsts:
            at_line.setdefault(line, {})[place] = None
    for line, (_, place) in innermost.items():
        at_line.setdefault(line, {place: None})
    return SourceLines(
        {place: tuple(sorted(firsts)) for place, firsts in starts.items()},
        {line: tuple(places) for line, places in sorted(at_line.items())},
    )


def _spans(program: Program, origins: Origins) -> Iterator[tuple[str, Span]]:
    """Each place with each text that it stands for."""
    for family in families(program.stages):
        span = origins.span(program.stages[family.base])
        if span is not None:
            yield stage_place(family.base), span
    for family in families(program.pools):
        span = origins.span(program.pools[family.base])
        if span is not None:
            yield pool_place(family.base), span
    for block, statements in enumerate(program.blocks):
        for position, statement in enumerate(statements):
            place = statement_place((block, position))
            span = origins.statement(block, position)
            if span is not None:
                yield place, span
            for use in origins.uses(statement):
                yield place, use
