"""Kinds of symbols for clients that know only those of the first edition of the protocol."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from lsprotocol.types import SymbolKind

_OF_FIRST_EDITION: Final = {
    SymbolKind.Object: SymbolKind.Variable,
    SymbolKind.Struct: SymbolKind.Class,
    SymbolKind.Event: SymbolKind.Field,
}


def understood(kind: SymbolKind, listed: Container[object]) -> SymbolKind:
    """The kind if a client lists it, else the nearest one of those up to `Array`."""
    if kind <= SymbolKind.Array or kind in listed:
        return kind
    return _OF_FIRST_EDITION[kind]
