"""`workspace/symbol`: the names of all programs of a workspace, by some of their letters."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from lsprotocol import types

from sqlang.source import Source
from sqlang_server.client import Client
from sqlang_server.features.scanned_symbols import Scanned, scan
from sqlang_server.features.symbol_kinds import understood
from sqlang_server.positions import Positions

MOST: Final = 200
"""More nobody reads; with the next letter there are others."""


class Match(NamedTuple):
    """A name that fits, `rank` being the smaller the better."""

    rank: tuple[int, int, str]
    symbol: Scanned
    source: Source


def matches(source: Source, query: str) -> list[Match]:
    """The names of one text that a query fits."""
    found = []
    for symbol in scan(source.text):
        rank = _rank(symbol.name, query)
        if rank is not None:
            found.append(Match((rank, len(symbol.name), symbol.name), symbol, source))
    return found


def best(found: Iterable[Match]) -> list[Match]:
    """The best of them, the likeliest first."""
    return sorted(found, key=_key)[:MOST]


def symbol_information(match: Match, uri: str, client: Client) -> types.SymbolInformation:
    """A match as every client understands it; its range costs nothing, so nothing is resolved."""
    symbol = match.symbol
    positions = Positions(match.source, client.encoding)
    place = positions.range(symbol.start, symbol.start + len(symbol.name))
    kind = understood(symbol.kind, client.workspace_symbol_kinds)
    return types.SymbolInformation(
        types.Location(uri, place), symbol.name, kind, container_name=symbol.container
    )


def _rank(name: str, query: str) -> int | None:
    """How well a query fits: the name, its beginning, a part, letters in their order; or not."""
    wanted, given = query.casefold(), name.casefold()
    if wanted == given:
        return 0
    if given.startswith(wanted):
        return 1
    if wanted in given:
        return 2
    letters = iter(given)
    return 3 if all(letter in letters for letter in wanted) else None


def _key(match: Match) -> tuple[tuple[int, int, str], str, int]:
    return match.rank, match.source.path, match.symbol.start
