"""Definitions with mistakes, mended as the surface tree has them, for the kernel to expand.

A definition is expanded token by token, so a mistake in its body would show at each use and a
missing `;` would swallow the items after it. The surface tree knows the one place where it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlang.diagnostics.model import Diagnostic
from sqlang.records import Record
from sqlang.syntax import tree
from sqlang.syntax.automaton import Element
from sqlang.syntax.definitions import DefinitionRecord, UseRecord
from sqlang.syntax.surface import SurfaceParse, SurfaceTree
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_DEFINITION_CODES: Final = frozenset({"SQ207", "SQ208", "SQ209", "SQ210", "SQ211", "SQ212"})
"""Mistakes of a definition as a whole: those of 1xx in its body only follow."""


class Mended(Record):
    """A surface parse whose tokens to read hold the definitions as repaired.

    `given_up` has the identity of the word `def` of those in which something was lost: their uses
    are passed over.
    """

    __slots__ = ("parse", "given_up")

    def __init__(self, parse: SurfaceParse, given_up: frozenset[int]) -> None:
        self.parse: Final = parse
        self.given_up: Final = given_up


def mend_definitions(
    surface: SurfaceTree,
    expanded: Sequence[Diagnostic],
    definitions: Iterable[DefinitionRecord],
    uses: Iterable[UseRecord],
) -> Mended | None:
    """The parse with its damaged definitions mended, or `None` if there are none.

    `expanded` is what the kernel parse said about the `definitions` as they are. One that nothing
    `uses` and that is whole in itself is left alone: it refuses no program (DEF-1).
    """
    parse = surface.parse
    ends = {id(each.first): each.last.end for each in definitions}
    used = {id(each.definition.first) for each in uses}
    damaged: list[Element] = []
    problems: list[Diagnostic] = []
    for element in parse.damaged_elements:
        node = element.node
        if not isinstance(node, tree.Definition):
            continue
        end = max(node.last.end, ends.get(id(node.first), 0))
        refused = list(_within(expanded, node, end))
        if refused or id(node.first) in used:
            damaged.append(element)
            problems += _problems(surface, refused, node)
    if not damaged:
        return None
    read = _with_stretches(parse, damaged)
    given = parse.given if parse.has_runs else read
    given_up = frozenset(id(e.node.first) for e in damaged if id(e.node) in parse.lossy)
    mended = parse._replace(given=given, read=read, layout=(*parse.layout, *problems))
    return Mended(mended, given_up)


def _with_stretches(parse: SurfaceParse, damaged: list[Element]) -> list[Token]:
    """The tokens given, with those of each damaged definition as they were read."""
    given = parse.read
    places = {id(token): at for at, token in enumerate(given)}
    result: list[Token] = []
    at = 0
    for element in damaged:
        stretch = parse.stream[element.start : element.end]
        real = [places[id(token)] for token in stretch if id(token) in places]
        if real:
            result += given[at : real[0]] + stretch
            at = real[-1] + 1
    return result + given[at:]


def _problems(
    surface: SurfaceTree, refused: Sequence[Diagnostic], node: tree.Definition
) -> list[Diagnostic]:
    """What is wrong with one definition: what the rules for them say, else what the text says.

    `refused` is what the kernel parse found in it, and in what it takes up as it is.
    """
    as_a_whole = [found for found in refused if found.code in _DEFINITION_CODES]
    before = {*surface.parse.lexical, *surface.parse.layout}
    written = _within(surface.diagnostics, node, node.last.end)
    return as_a_whole or [found for found in written if found not in before]


def _within(diagnostics: Sequence[Diagnostic], node: tree.Node, end: int) -> Iterator[Diagnostic]:
    """The diagnostics that begin between the start of a node and `end`."""
    start, source = node.first.start, node.first.source
    for diagnostic in diagnostics:
        span = diagnostic.span
        if span.source is source and start <= span.start <= end:
            yield diagnostic
