"""What was found in each file, by itself and by the programs that use it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Final

from lsprotocol import types

Found = list[types.Diagnostic]


class Board:
    """The mistakes in files by their URIs; a finder is whoever looked, and found them."""

    def __init__(self) -> None:
        self._by_file: Final[dict[str, dict[Hashable, Found]]] = {}
        self._by_finder: Final[dict[Hashable, Mapping[str, Found]]] = {}

    def put(self, finder: Hashable, found: Mapping[str, Found]) -> set[str]:
        """Let a finder have found this and nothing else; gives the files that are concerned."""
        before = self._by_finder.pop(finder, {})
        if found:
            self._by_finder[finder] = found
        for uri in before.keys() - found.keys():
            del self._by_file[uri][finder]
            if not self._by_file[uri]:
                del self._by_file[uri]
        for uri, mistakes in found.items():
            self._by_file.setdefault(uri, {})[finder] = mistakes
        return {uri for uri in {**before, **found} if before.get(uri, []) != found.get(uri, [])}

    def at(self, uri: str) -> list[Found]:
        """What was found in a file, from each side."""
        return list(self._by_file.get(uri, {}).values())

    def found_by(self, finder: Hashable) -> Mapping[str, Found]:
        """The files in which a finder found something, and what."""
        return self._by_finder.get(finder, {})

    def files(self) -> tuple[str, ...]:
        """The files in which something was found, and those that were looked at."""
        return tuple(self._by_file)
