"""The kernel tree: definitions expanded, libraries read; what a program means comes from here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Parser
from sqlang.syntax.definitions import Argument, DefinitionRecord, UseRecord
from sqlang.syntax.expander import Expander, Reusable
from sqlang.syntax.expansions import merged
from sqlang.syntax.lexer import is_cut
from sqlang.syntax.libraries import Libraries
from sqlang.syntax.mending import mend_definitions
from sqlang.syntax.override import parse_override
from sqlang.syntax.recovery import Recovery
from sqlang.syntax.runs import AllTokens
from sqlang.syntax.shape import KnownShapes, check_shape
from sqlang.syntax.surface import SurfaceParse, SurfaceTree, parse_surface
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Token
from sqlang.syntax.workspace import Stamp, Workspace

__all__ = [
    "Argument",
    "DefinitionRecord",
    "KernelTree",
    "UseRecord",
    "parse_kernel",
    "parse_override",
]

_FIRST_BEYOND_SYNTAX: Final = "SQ300"


class KernelTree(NamedTuple):
    """A program after expansion, and all that refuses it up to here, libraries included.

    `uses` are in the order of expansion (DEF-18). `sources` holds the program and its libraries.
    Checks of meaning keep quiet about what touches one of the `damaged` spans, and about an unknown
    name that is one of the `lost` ones, which occur in text that could not be parsed. `stamps` are
    those of the files that were looked for: once one of them has changed, so may the tree. The
    first `use` of each library is where it was `brought_in`. One that `is_as_written` has its
    tokens in the order of the text.
    """

    program: tree.Program
    tokens: Sequence[Token]
    definitions: tuple[DefinitionRecord, ...]
    uses: tuple[UseRecord, ...]
    sources: tuple[Source, ...]
    diagnostics: tuple[Diagnostic, ...]
    damaged: tuple[Span, ...] = ()
    lost: frozenset[str] = frozenset()
    stamps: Mapping[str, Stamp] = {}
    brought_in: Mapping[Source, Span] = {}
    is_as_written: bool = False

    def uses_of(self, library: Source) -> Iterator[Span]:
        """From the `use` that brought a library in to the one in the program."""
        while library in self.brought_in:
            use = self.brought_in[library]
            yield use
            library = use.source


def parse_kernel(
    source: Source,
    workspace: Workspace,
    surface: SurfaceTree | None = None,
    shapes: KnownShapes | None = None,
) -> KernelTree:
    """The tree of a program with its definitions expanded; never raises.

    `surface` is the surface tree of the same source, if there is one: what holds no use is shared.
    `shapes` are as in `check_shape`.
    """
    surface = surface or parse_surface(source)
    if surface.parse.plain:
        return _as_written(source, workspace, surface, shapes)
    result = _parse(source, workspace, surface.parse, frozenset(), shapes)
    if not any(problem.code < _FIRST_BEYOND_SYNTAX for problem in result.diagnostics):
        return result
    mended = mend_definitions(surface, result.diagnostics)
    if mended is None:
        return result
    again = _parse(source, workspace, mended.parse, mended.given_up, shapes)
    return again._replace(
        damaged=(*again.damaged, *surface.damaged), lost=again.lost | surface.lost
    )


def _as_written(
    source: Source, workspace: Workspace, surface: SurfaceTree, shapes: KnownShapes | None
) -> KernelTree:
    """The tree of a program in which nothing is expanded: that of the text as written."""
    lexical = surface.parse.lexical
    libraries = Libraries(source, workspace)
    shape = check_shape(surface.program, surface.damaged, shapes)
    by_place = sorted(surface.diagnostics[len(lexical) :], key=lambda each: each.span.start)
    after_it = () if is_cut(lexical) else (*by_place, *shape)
    return KernelTree(
        program=surface.program,
        tokens=AllTokens(surface.parse.stream, surface.tokens),
        is_as_written=True,
        definitions=(),
        uses=(),
        sources=tuple(libraries.sources),
        diagnostics=merged((*lexical, *after_it)),
        damaged=surface.damaged,
        lost=surface.lost,
        stamps=libraries.stamps,
        brought_in=libraries.brought_in,
    )


def _parse(
    source: Source,
    workspace: Workspace,
    surface: SurfaceParse,
    given_up: frozenset[int],
    shapes: KnownShapes | None,
) -> KernelTree:
    given = surface.given
    libraries = Libraries(source, workspace)
    expander = Expander(Reusable(surface), libraries, len(given), given_up)
    parser = Parser(load_table(), given, interceptor=expander)
    recovery = Recovery(parser, [problem.span for problem in surface.lexical])
    items = recovery.parse()
    end = given[-1]
    first = parser.consumed[0] if parser.consumed else end
    program = tree.Program(first, end, tuple(items))
    damaged = recovery.log.spans(parser.consumed, end)
    shape = check_shape(program, damaged, shapes)
    by_place = sorted((*surface.layout, *parser.diagnostics), key=lambda each: each.span.start)
    after_it = () if is_cut(surface.lexical) else (*expander.diagnostics, *by_place, *shape)
    return KernelTree(
        program=program,
        tokens=(*parser.consumed, end),
        definitions=tuple(expander.definitions.values()),
        uses=tuple(expander.uses),
        sources=tuple(libraries.sources),
        diagnostics=merged((*surface.lexical, *after_it)),
        damaged=damaged,
        lost=expander.names_in_doubt().union(recovery.log.names),
        stamps=libraries.stamps,
        brought_in=libraries.brought_in,
    )
