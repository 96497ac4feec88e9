"""`sq/ir`: the program as its IR; statements, stages and pools are paired with their text."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from lsprotocol import types

from sqlang.analysis import Analysis
from sqlang.ir.program import Program
from sqlang.ir.writing import to_json
from sqlang.source import Source, Span
from sqlang_server.extensions import Preview
from sqlang_server.positions import Positions
from sqlang_server.previews.json_places import Path, places
from sqlang_server.previews.slices import gathered
from sqlang_server.view import View

_DEPTH = 3
Pair = Sequence[types.Range]


async def ir_preview(view: View, is_current: Callable[[], bool]) -> Preview | None:
    """The IR of the present program, as `sq ir` prints it; `None` while there is none.

    Raises `OutdatedError` if the text changes before it is made.
    """
    program = view.analysis.program
    if program is None:
        return None
    spans = await gathered(_spans(view.analysis), is_current)
    return await asyncio.to_thread(_preview, view, program, spans)


def _preview(view: View, program: Program, spans: Sequence[tuple[Path, Span]]) -> Preview:
    """Of what no edit changes, so that it may be made while the user types."""
    text = to_json(program) + "\n"
    written = places(text, _DEPTH)
    preview = Positions(Source(text), view.client.encoding)
    pairs: list[Pair] = [
        [view.positions.of_span(span), preview.range(*written[path])]
        for path, span in spans
        if path in written and view.here(span)
    ]
    return Preview(view.version, text, sorted(pairs, key=_start))


def _spans(analysis: Analysis) -> Iterator[tuple[Path, Span]]:
    """The places in the IR that lead back to a place in the text."""
    program, origins = analysis.program, analysis.origins
    if program is None or origins is None:
        return
    for block, statements in enumerate(program.blocks):
        for position in range(len(statements)):
            if (span := origins.statement(block, position)) is not None:
                yield ("blocks", block, position), span
    for name, members in (("pools", program.pools), ("stages", program.stages)):
        for index, member in enumerate(members):
            if (span := origins.span(member)) is not None:
                yield (name, index), span


def _start(pair: Pair) -> tuple[int, int]:
    return pair[0].start.line, pair[0].start.character
