"""Pairs of lines of a document and of its preview."""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from sqlang.source import LineIndex, Source
from sqlang_server.positions import Positions
from sqlang_server.view import View


def paired_lines(
    view: View, text: str, pairs: Iterable[tuple[int, int]]
) -> list[list[types.Range]]:
    """For pairs of line numbers (from 0) the ranges of the whole lines."""
    source, preview = view.source, Source(text)
    positions = Positions(preview, view.client.encoding)
    return [
        [
            _whole_line(view.positions, source.lines, line),
            _whole_line(positions, preview.lines, shown),
        ]
        for line, shown in pairs
    ]


def _whole_line(positions: Positions, lines: LineIndex, line: int) -> types.Range:
    return positions.range(lines.line_start(line), lines.line_end(line))
