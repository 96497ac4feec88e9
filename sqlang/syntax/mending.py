"""Definitions with mistakes, mended as the surface tree has them, for the kernel to expand.

A definition is expanded token by token, so a mistake in its body would show at each use and a
missing `;` would swallow the items after it. The surface tree knows the one place where it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from sqlang.diagnostics.model import Diagnostic
from sqlang.syntax import tree
from sqlang.syntax.automaton import Element
from sqlang.syntax.runs import written_out
from sqlang.syntax.surface import SurfaceParse, SurfaceTree
from sqlang.syntax.tokens import Token

_DEFINITION_CODES: Final = frozenset({"SQ207", "SQ208", "SQ209", "SQ210"})
"""Mistakes of shape that a definition makes where other text makes those of 1xx."""


class Mended(NamedTuple):
    """A surface parse whose tokens hold the definitions as repaired.

    `given_up` has the identity of the word `def` of those in which something was lost: their uses
    are passed over.
    """

    parse: SurfaceParse
    given_up: frozenset[int]


def mend_definitions(surface: SurfaceTree, expanded: Sequence[Diagnostic]) -> Mended | None:
    """The parse with its damaged definitions mended, or `None` if there are none.

    `expanded` is what the kernel parse said about the definitions as they are.
    """
    parse = surface.parse
    damaged = [e for e in parse.damaged_elements if isinstance(e.node, tree.Definition)]
    if not damaged:
        return None
    given = _with_stretches(parse, damaged)
    problems = [d for element in damaged for d in _problems(surface, expanded, element)]
    given_up = frozenset(id(e.node.first) for e in damaged if id(e.node) in parse.lossy)
    mended = parse._replace(given=given, layout=(*parse.layout, *problems))
    return Mended(mended, given_up)


def _with_stretches(parse: SurfaceParse, damaged: list[Element]) -> list[Token]:
    """The tokens given, with those of each damaged definition as they were read."""
    places = {id(token): at for at, token in enumerate(parse.given)}
    result: list[Token] = []
    at = 0
    for element in damaged:
        stretch = written_out(parse.stream[element.start : element.end], parse.given)
        real = [places[id(token)] for token in stretch if id(token) in places]
        if real:
            result += parse.given[at : real[0]] + stretch
            at = real[-1] + 1
    return result + parse.given[at:]


def _problems(
    surface: SurfaceTree, expanded: Sequence[Diagnostic], element: Element
) -> list[Diagnostic]:
    """What is wrong with one definition: what the rules for them say, else what the text says."""
    refusals = [d for d in _inside(expanded, element) if d.code in _DEFINITION_CODES]
    before = {*surface.parse.lexical, *surface.parse.layout}
    return refusals or [d for d in _inside(surface.diagnostics, element) if d not in before]


def _inside(diagnostics: Sequence[Diagnostic], element: Element) -> Iterator[Diagnostic]:
    start, end = element.node.first.start, element.node.last.end
    source = element.node.first.source
    for diagnostic in diagnostics:
        span = diagnostic.span
        if span.source is source and start <= span.start <= end:
            yield diagnostic
