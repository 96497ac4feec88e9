"""The tokens of one document as a client is told of them: whole, in part, or as what differs."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from sqlang.analysis import collection_paused
from sqlang.source import Source
from sqlang.syntax.surface import SurfaceTree, parse_surface
from sqlang_server.client import Client
from sqlang_server.features.semantic_tokens.coloring import Coloring, Repainted
from sqlang_server.features.semantic_tokens.deltas import edits_between
from sqlang_server.features.semantic_tokens.encoding import Encoder, Line, joined, within
from sqlang_server.features.semantic_tokens.legend import Legend

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

_REMEMBERED: Final = 2
"""So many results may be asked for what differs from them; a client asks for its last one."""


class TokenResults:
    """What is known of a document's tokens; it follows the text when it is asked."""

    def __init__(self, client: Client) -> None:
        self._legend: Final = Legend(client)
        self._client: Final = client
        self._coloring = Coloring()
        self._surface: SurfaceTree | None = None
        self._libraries: dict[Source, SurfaceTree] = {}
        self._lines: list[Line] = []
        self._given: Final[dict[str, list[Line]]] = {}
        self._opened: Final = time.monotonic_ns()
        self._numbers: Final = count(1)

    def whole(self, analysis: Analysis) -> types.SemanticTokens:
        """All tokens of the present text."""
        self._follow(analysis)
        return types.SemanticTokens(data=joined(self._lines), result_id=self._result_id())

    def delta(
        self, analysis: Analysis, previous: str
    ) -> types.SemanticTokens | types.SemanticTokensDelta:
        """What differs from an earlier result; all tokens if that is not known any more."""
        self._follow(analysis)
        known = self._given.get(previous)
        if known is None:
            return self.whole(analysis)
        edits = [] if known is self._lines else edits_between(known, self._lines)
        return types.SemanticTokensDelta(edits=edits, result_id=self._result_id())

    def part(self, analysis: Analysis, place: types.Range) -> types.SemanticTokens:
        """The tokens that have something in common with a range."""
        self._follow(analysis)
        start, end = place.start, place.end
        lines = self._lines[start.line : end.line + 1]
        if lines and end.line < len(self._lines):
            lines[-1] = within(lines[-1], 0, end.character)
        if lines:
            lines[0] = within(lines[0], start.character, sys.maxsize)
        return types.SemanticTokens(data=joined(lines, start.line))

    def changed(self, analysis: Analysis) -> bool:
        """Whether the tokens are other ones than when somebody last asked."""
        before = self._lines
        self._follow(analysis)
        return before is not self._lines and bool(edits_between(before, self._lines))

    def release(self) -> None:
        """Gives back what only makes the next answer quicker, most of it trees."""
        self._coloring = Coloring()
        self._surface = None
        self._libraries = {}

    def _result_id(self) -> str:
        """The name of the present result, which differs from those of documents closed before."""
        for name, lines in self._given.items():
            if lines is self._lines:
                return name
        name = f"{self._opened}.{next(self._numbers)}"
        self._given[name] = self._lines
        if len(self._given) > _REMEMBERED:
            del self._given[next(iter(self._given))]
        return name

    def _follow(self, analysis: Analysis) -> None:
        """Encode what is another than when somebody asked before."""
        surface, libraries = analysis.surface, self._read(analysis.kernel.sources[1:])
        if surface is self._surface and libraries == self._libraries:
            return
        self._surface, self._libraries = surface, libraries
        with collection_paused():
            self._encode(surface, list(libraries.values()))

    def _encode(self, surface: SurfaceTree, libraries: Sequence[SurfaceTree]) -> None:
        before = self._coloring.source
        repainted = self._coloring.update(surface, libraries)
        encoder = Encoder(
            self._coloring,
            surface.comments,
            self._legend,
            self._client.encoding,
            splits=not self._client.multiline_tokens,
        )
        if repainted is None:
            self._lines = encoder.lines(0, len(self._coloring.source.editor_lines) - 1)
        else:
            self._lines = self._spliced(repainted, encoder, before)

    def _read(self, sources: Sequence[Source]) -> dict[Source, SurfaceTree]:
        """The trees of libraries, each parsed once."""
        known = self._libraries
        return {each: known[each] if each in known else parse_surface(each) for each in sources}

    def _spliced(self, repainted: Repainted, encoder: Encoder, before: Source) -> list[Line]:
        """The lines before and after what was read again, and in between those of now."""
        index, old = self._coloring.source.editor_lines, before.editor_lines
        first = index.position(repainted.start).line
        last, old_last = index.position(repainted.end).line, old.position(repainted.old_end).line
        lines = self._lines
        result = [*lines[:first], *encoder.lines(first, last), *lines[old_last + 1 :]]
        tokens = self._coloring.tokens
        elsewhere: set[int] = set()
        for at in repainted.elsewhere:
            start, end = tokens[at].start, tokens[at].end
            elsewhere.update(range(index.position(start).line, index.position(end).line + 1))
        for line in elsewhere:
            result[line : line + 1] = encoder.lines(line, line)
        return result
