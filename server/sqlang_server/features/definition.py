"""`textDocument/definition`, `textDocument/declaration`: where a name or a file comes from."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from lsprotocol import types

from sqlang.source import Span
from sqlang.syntax.tokens import Kind
from sqlang_server.features.naming import Named, named_at
from sqlang_server.features.nodes import token_at
from sqlang_server.features.paths import path_at
from sqlang_server.view import View

Places = list[types.Location] | list[types.LocationLink]

_TOP: Final = types.Range(types.Position(0, 0), types.Position(0, 0))


def definition(view: View, position: types.Position) -> Places | None:
    """Everywhere the name at a position is declared or assigned; an attribute may have several.

    Of the text in `use "…"` it is the library.
    """
    return _places(view, position, None, linked=view.client.definition_links)


def declaration(view: View, position: types.Position) -> Places | None:
    """The first of them, from which on the name is known."""
    return _places(view, position, 1, linked=view.client.declaration_links)


def declared_in_programs(view: View, named: Named, *, first: bool) -> Places:
    """Where programs that use a library declare a name that it leaves to them (DEF-14)."""
    client = view.client
    linked = client.declaration_links if first else client.definition_links
    spans = [symbol.declarations[: 1 if first else None] for symbol in named.symbols]
    found = [view.location(span) for each in spans for span in each]
    return _linked(view, named.span, found) if linked else found


def _places(
    view: View, position: types.Position, count: int | None, *, linked: bool
) -> Places | None:
    """The places, with that which was asked about for clients that underline it."""
    offset = view.offset(position)
    token = token_at(view.analysis.surface.tokens, offset)
    if token is not None and token.kind is Kind.STRING:
        origin, found = _file(view, offset)
    else:
        origin, found = _declared(view, offset, count)
    if not found:
        return None
    if not linked or origin is None:
        return found
    return _linked(view, origin, found)


def _linked(view: View, origin: Span, found: Iterable[types.Location]) -> list[types.LocationLink]:
    at = view.positions.of_span(origin)
    return [types.LocationLink(each.uri, each.range, each.range, at) for each in found]


def _declared(
    view: View, offset: int, count: int | None
) -> tuple[Span | None, list[types.Location]]:
    named = named_at(view, offset)
    if named is None:
        return None, []
    targets = dict.fromkeys(span for symbol in named.symbols for span in symbol.declarations)
    return named.span, [view.location(span) for span in tuple(targets)[:count]]


def _file(view: View, offset: int) -> tuple[Span | None, list[types.Location]]:
    """The beginning of a library that could be read."""
    written = path_at(view, offset)
    source = None if written is None else written.library(view.analysis.kernel.sources)
    if written is None or source is None:
        return None, []
    return written.span, [types.Location(view.uri_of_path(source.path), _TOP)]
