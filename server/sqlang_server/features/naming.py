"""Which symbol the name under a cursor means, also where the text is broken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.tokens import Kind
from sqlang.syntax.workspace import Workspace
from sqlang.vocabulary import (
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    GRAMMAR_WORDS,
    NAMED_NUMBERS,
)
from sqlang_server.features.nodes import path_at, token_at
from sqlang_server.view import View

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

LOCAL: Final = frozenset({SymbolKind.PARAMETER, SymbolKind.BINDING})
"""What is known in one definition or one hold alone."""

WORDS: Final = (
    GRAMMAR_WORDS
    | FUNCTIONS.keys()
    | DISTRIBUTIONS.keys()
    | CONTEXT_VARIABLES.keys()
    | NAMED_NUMBERS.keys()
)
"""What the language itself means by something, somewhere."""

_MEANT_AT_A_USE: Final = (SymbolKind.BINDING, SymbolKind.DEFINITION)
"""What a name in a definition can mean that no place around the definition says (DEF-14)."""


class Named(NamedTuple):
    """A name and what it can mean; of several symbols each is one that it could."""

    span: Span
    symbols: tuple[Symbol, ...]


def named_at(view: View, offset: int) -> Named | None:
    """The name that holds an offset or ends at it, if the program gives it a meaning."""
    occurrence = view.analysis.symbols.at(view.source.path, offset)
    if occurrence is not None:
        return Named(occurrence.span, (occurrence.symbol,))
    token = token_at(view.analysis.surface.tokens, offset)
    if token is None or token.kind is not Kind.NAME or token.text in WORDS:
        return None
    kinds = _possible_kinds(path_at(view.analysis.surface.program, token.start))
    found = (view.analysis.symbols.find(kind, token.text) for kind in kinds)
    symbols = tuple(symbol for symbol in found if symbol is not None and symbol.declarations)
    return Named(token.span, symbols) if symbols else None


def named_in_programs(view: View, offset: int, programs: Iterable[Analysis]) -> Named | None:
    """What programs that use this library mean by a name that is declared in none of its texts."""
    found: dict[Symbol, None] = {}
    span: Span | None = None
    identity = Workspace.canonical(view.source.path)
    for program in programs:
        for source in program.kernel.sources:
            if Workspace.canonical(source.path) == identity:
                occurrence = program.symbols.at(source.path, offset)
                if occurrence is not None and occurrence.symbol.declarations:
                    found[occurrence.symbol] = None
                    span = Span(view.source, occurrence.span.start, occurrence.span.end)
    return None if span is None else Named(span, tuple(found))


def _possible_kinds(path: list[tree.Node]) -> tuple[SymbolKind, ...]:
    """What a name may stand for of which the symbol table does not know.

    In what could not be parsed that is anything.
    """
    if isinstance(path[0], tree.Name):
        return _MEANT_AT_A_USE
    if isinstance(path[0], tree.Damaged):
        return tuple(kind for kind in SymbolKind if kind not in LOCAL)
    return ()
