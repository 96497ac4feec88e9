"""What a text declares, found without parsing it: for the many files of a workspace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from lsprotocol.types import SymbolKind

_PIECES: Final = re.compile(
    r"""//[^\n]*+|/\*.*?(?:\*/|\Z)|"[^"\n]*+"|[{}]"""
    r"|\b(?P<word>pool|stage|let|def|set|choose|observe|workload|session|server)\b"
    r"(?:\s+(?P<name>[^\W\d]\w*+))?",
    re.DOTALL,
)
_ITEMS: Final = {
    "pool": SymbolKind.Object,
    "stage": SymbolKind.Class,
    "let": SymbolKind.Constant,
    "def": SymbolKind.Function,
}
_IN_BLOCKS: Final = {
    "set": SymbolKind.Variable,
    "choose": SymbolKind.Variable,
    "observe": SymbolKind.Event,
}
_CONTAINERS: Final = frozenset({"workload", "session", "server"})


class Scanned(NamedTuple):
    """A name where it is declared or assigned, by offsets; `container` is the item around it."""

    name: str
    kind: SymbolKind
    start: int
    container: str | None


def scan(text: str) -> Iterator[Scanned]:
    """The names in a text: items, and of each attribute and observation the first place.

    A word counts as that of an item outside of all braces, or at the beginning of a line, so that
    a brace too few costs little.
    """
    depth = 0
    container: str | None = None
    known: set[tuple[SymbolKind, str]] = set()
    for piece in _PIECES.finditer(text):
        word, name = piece["word"], piece["name"]
        if word is None:
            depth = max(depth + {"{": 1, "}": -1}.get(piece[0], 0), 0)
            continue
        is_item = depth == 0 or text[piece.start() - 1] in "\r\n"
        if is_item and word in _CONTAINERS:
            depth, container = 0, word
        elif is_item and word in _ITEMS and name is not None:
            depth, container = 0, name
            yield Scanned(name, _ITEMS[word], piece.start("name"), None)
        elif not is_item and word in _IN_BLOCKS and name is not None:
            kind = _IN_BLOCKS[word]
            if (kind, name) not in known:
                known.add((kind, name))
                yield Scanned(name, kind, piece.start("name"), container)
