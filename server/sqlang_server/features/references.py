"""`textDocument/references`: every place where a symbol is named, in all programs that know it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang.semantics.symbols import Occurrence, Symbol
from sqlang.source import Span
from sqlang.syntax.workspace import Workspace
from sqlang_server.features.naming import LOCAL
from sqlang_server.view import View

if TYPE_CHECKING:
    from sqlang.analysis import Analysis


def references(
    view: View, symbol: Symbol, others: Iterable[Analysis], *, with_declaration: bool
) -> list[types.Location]:
    """Where a symbol is named, here and in other programs, each place once.

    The declaration is the first place that declares a name. Later assignments of an attribute are
    among its references in any case.
    """
    found: dict[tuple[str, int], Span] = {}
    for analysis in (view.analysis, *others):
        same = same_symbol(analysis, symbol)
        if same is None:
            continue
        declared = None if with_declaration else next(iter(same.declarations), None)
        for occurrence in analysis.symbols.occurrences_of(same):
            if occurrence.span != declared:
                found.setdefault(_identity(occurrence.span), occurrence.span)
    return [view.location(span) for span in found.values()]


def same_symbol(analysis: Analysis, symbol: Symbol) -> Symbol | None:
    """What another program knows by the same name and kind; of a local name the same place."""
    if symbol.kind not in LOCAL:
        return analysis.symbols.find(symbol.kind, symbol.name)
    if not symbol.declarations:
        return None
    declared = symbol.declarations[0]
    occurrence = analysis.symbols.at(declared.source.path, declared.start)
    if occurrence is None or occurrence.span.text != symbol.name:
        return None
    return occurrence.symbol


def files_of(occurrences: Iterable[Occurrence]) -> list[str]:
    """The files in which a symbol is named, by their identities (USE-1)."""
    paths = dict.fromkeys(each.span.source.path for each in occurrences)
    return list(dict.fromkeys(Workspace.canonical(path) for path in paths))


def _identity(span: Span) -> tuple[str, int]:
    return span.source.path, span.start
