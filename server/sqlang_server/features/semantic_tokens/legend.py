"""The legend of one client: of what we tell apart as much as it knows.

A client lists the types and modifiers it has colors for. Where a type is missing the next best one
stands for it, or the token is left out. All types are of the protocol. The two modifiers of ours
are told to clients that list them, and to those that keep their own colors below
(`augmentsSyntaxTokens`), for which an unknown one loses nothing. To a client that lists nothing at
all everything is told.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from lsprotocol import types

from sqlang_server.client import Client
from sqlang_server.features.semantic_tokens.paints import HIDDEN, LOOKS, RANDOM, Look, Paint

Code = tuple[int, int]
"""The number of a type and the bits of the modifiers."""

_NEXT_BEST: Final[Mapping[str, tuple[str, ...]]] = {
    "class": ("type", "variable"),
    "enumMember": ("keyword",),
    "event": ("property", "variable"),
    "macro": ("function",),
    "parameter": ("variable",),
    "property": ("keyword",),
    "struct": ("class", "type", "variable"),
    "type": ("keyword",),
}
_OURS: Final = (HIDDEN, RANDOM)
_TYPES: Final = tuple(dict.fromkeys(look.type for look in LOOKS.values()))
_MODIFIERS: Final = tuple(
    dict.fromkeys((*(each for look in LOOKS.values() for each in look.modifiers), HIDDEN))
)


class Legend:
    """Which numbers stand for what in the tokens of one client."""

    __slots__ = ("codes", "hidden", "modifiers", "types")

    def __init__(self, client: Client) -> None:
        known, modifiers = client.token_types, client.token_modifiers
        self.types: Final = [each for each in _TYPES if not known or each in known]
        self.modifiers: Final = [
            each
            for each in _MODIFIERS
            if each in modifiers
            or (each in _OURS and client.augments_tokens)
            or not (known or modifiers)
        ]
        self.codes: Final[dict[int, Code | None]] = {Paint.NOTHING: None}
        for paint, look in LOOKS.items():
            self.codes[paint] = self._code(look)
        self.hidden: Final = self._bit(HIDDEN)

    def _code(self, look: Look) -> Code | None:
        for name in (look.type, *_NEXT_BEST.get(look.type, ())):
            if name in self.types:
                return self.types.index(name), sum(map(self._bit, look.modifiers))
        return None

    def _bit(self, modifier: str) -> int:
        return 1 << self.modifiers.index(modifier) if modifier in self.modifiers else 0


def announced(client: Client) -> types.SemanticTokensLegend:
    """What `initialize` tells of the tokens."""
    legend = Legend(client)
    return types.SemanticTokensLegend(legend.types, legend.modifiers)
