"""What an edit of one item takes away from the rest: declarations that are no more where they were.

An item is damaged if it holds the token that is deleted, or the one before which a token is put in.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from sqlang.analysis import Analysis
from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from tests.bench.variants import Variant
from tests.conformance import vectors


class Declared(NamedTuple):
    """A name that is declared or assigned at a place of a file."""

    kind: SymbolKind
    name: str
    path: str
    start: int


def lost_declarations(variant: Variant, after: Analysis) -> tuple[Declared, ...]:
    """What stands in another item than the damaged one and is not in the symbol table any more."""
    original = _original(variant.kind, variant.name)
    damaged = _item_at(original, variant.start)
    found = declarations(after)
    lost = []
    for each in _declared_in(variant.kind, variant.name):
        if each.path != original.source.path:
            # What a library declares is there as long as its `use` is.
            is_kept = isinstance(damaged, tree.UseLibrary) or each in found
        elif damaged and damaged.span.start <= each.start < damaged.span.end:
            is_kept = True
        else:
            is_kept = each._replace(start=variant.moved(each.start)) in found
        if not is_kept:
            lost.append(each)
    return tuple(sorted(lost, key=lambda each: (each.path, each.start)))


def declarations(analysis: Analysis) -> frozenset[Declared]:
    """Everything in the symbol table, each place where it is declared apart."""
    return frozenset(
        Declared(symbol.kind, symbol.name, span.source.path, span.start)
        for symbol in analysis.symbols.symbols
        for span in symbol.declarations
    )


@lru_cache(maxsize=1)
def _original(kind: str, name: str) -> Analysis:
    """The analysis of a program as it is; its variants are measured one after the other."""
    return vectors.analyzed(kind, name)


@lru_cache(maxsize=1)
def _declared_in(kind: str, name: str) -> frozenset[Declared]:
    return declarations(_original(kind, name))


def _item_at(original: Analysis, offset: int) -> tree.Item | None:
    """The item that holds an offset; `None` at the end of the program."""
    items = original.surface.program.items
    held = (item for item in items if item.span.start <= offset < item.span.end)
    return next(held, None)
