"""The libraries of a program as they are written, read once for as long as they stay the same."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.source import Source
from sqlang.syntax.surface import SurfaceTree, parse_surface


class KnownLibraries:
    """The surface trees of the libraries of one program, while this is edited."""

    __slots__ = ("_latest",)

    def __init__(self) -> None:
        self._latest: dict[str, tuple[Source, SurfaceTree]] = {}

    def surfaces(self, sources: Sequence[Source]) -> list[SurfaceTree]:
        """The trees of some texts; all others are forgotten."""
        self._latest = {source.path: (source, self._surface(source)) for source in sources}
        return [surface for _, surface in self._latest.values()]

    def _surface(self, source: Source) -> SurfaceTree:
        before, surface = self._latest.get(source.path, (None, None))
        if before is None or surface is None:
            return parse_surface(source)
        if before is not source:
            if (before.text, before.directory) != (source.text, source.directory):
                return parse_surface(source)
            # The same text, read again: its tokens are of the newest.
            before.buffer.source = source
        return surface
