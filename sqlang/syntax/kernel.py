"""The kernel tree: definitions expanded, libraries read; what a program means comes from here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlang.diagnostics.model import Diagnostic
from sqlang.records import Record
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Parser
from sqlang.syntax.expansions import merged
from sqlang.syntax.lexer import is_cut
from sqlang.syntax.shape import KnownShapes, check_shape
from sqlang.syntax.surface import SurfaceParse, SurfaceTree, parse_surface
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Token
from sqlang.syntax.whole_text import parse_whole
from sqlang.syntax.workspace import Stamp, Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.damage_log import DamageLog
    from sqlang.syntax.definitions import DefinitionRecord, UseRecord
    from sqlang.syntax.expander import Expander
    from sqlang.syntax.known_expansions import KnownExpansions
    from sqlang.syntax.libraries import Libraries

_FIRST_BEYOND_SYNTAX: Final = "SQ300"


class KernelTree(Record):
    """A program after expansion, and all that refuses it up to here, libraries included.

    `uses` are in the order of expansion (DEF-18). `sources` holds the program and its libraries.
    Checks of meaning keep quiet about what touches one of the `damaged` spans, and about an unknown
    name that is one of the `lost` ones, which occur in text that could not be parsed. `stamps` are
    those of the files that were looked for: once one of them has changed, so may the tree. The
    first `use` of each library is where it was `brought_in`. One that `is_as_written` has its
    tokens in the order of the text.
    """

    __slots__ = (
        "program",
        "tokens",
        "definitions",
        "uses",
        "sources",
        "diagnostics",
        "damaged",
        "lost",
        "stamps",
        "brought_in",
        "is_as_written",
    )

    def __init__(
        self,
        program: tree.Program,
        tokens: Sequence[Token],
        definitions: tuple[DefinitionRecord, ...],
        uses: tuple[UseRecord, ...],
        sources: tuple[Source, ...],
        diagnostics: tuple[Diagnostic, ...],
        damaged: tuple[Span, ...] = (),
        lost: frozenset[str] = frozenset(),
        stamps: Mapping[str, Stamp] = {},
        brought_in: Mapping[Source, Span] = {},
        is_as_written: bool = False,
    ) -> None:
        self.program: Final = program
        self.tokens: Final = tokens
        self.definitions: Final = definitions
        self.uses: Final = uses
        self.sources: Final = sources
        self.diagnostics: Final = diagnostics
        self.damaged: Final = damaged
        self.lost: Final = lost
        self.stamps: Final = stamps
        self.brought_in: Final = brought_in
        self.is_as_written: Final = is_as_written

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
    known: KnownExpansions | None = None,
) -> KernelTree:
    """The tree of a program with its definitions expanded; never raises.

    `surface` is the surface tree of the same source, if there is one: what holds no use is shared.
    What is `known` of an edited text is not read again.
    """
    surface = surface or parse_surface(source)
    if surface.parse.plain:
        return _as_written(source, surface, None if known is None else known.shapes)
    result = _parse(source, workspace, surface, surface.parse, frozenset(), known)
    if not any(problem.code < _FIRST_BEYOND_SYNTAX for problem in result.diagnostics):
        return result
    from sqlang.syntax.mending import mend_definitions  # only after a mistake

    mended = mend_definitions(surface, result.diagnostics, result.definitions, result.uses)
    if mended is None:
        return result
    again = _parse(source, workspace, surface, mended.parse, mended.given_up, known)
    return again._replace(
        damaged=(*again.damaged, *surface.damaged), lost=again.lost | surface.lost
    )


def _as_written(source: Source, surface: SurfaceTree, shapes: KnownShapes | None) -> KernelTree:
    """The tree of a program in which nothing is expanded: that of the text as written."""
    lexical = surface.parse.lexical
    shape = check_shape(surface.program, surface.damaged, shapes)
    by_place = sorted(surface.diagnostics[len(lexical) :], key=lambda each: each.span.start)
    after_it = () if is_cut(lexical) else (*by_place, *shape)
    return KernelTree(
        program=surface.program,
        tokens=_all_tokens(surface),
        is_as_written=True,
        definitions=(),
        uses=(),
        sources=(source,),
        diagnostics=merged((*lexical, *after_it)),
        damaged=surface.damaged,
        lost=surface.lost,
    )


def _all_tokens(surface: SurfaceTree) -> Sequence[Token]:
    parse = surface.parse
    if not parse.has_runs:
        return (*parse.stream, surface.program.last)
    from sqlang.syntax.all_tokens import AllTokens  # only after an edit

    return AllTokens(parse.stream, surface.tokens)


def _parse(
    source: Source,
    workspace: Workspace,
    surface: SurfaceTree,
    parse: SurfaceParse,
    given_up: frozenset[int],
    known: KnownExpansions | None,
) -> KernelTree:
    if known is not None:
        from sqlang.syntax.kernel_again import parse_again  # only for a text that is edited

        return parse_again(source, workspace, surface, parse, given_up, known)
    from sqlang.syntax.expander import Expander, Reusable  # only for definitions and libraries
    from sqlang.syntax.libraries import Libraries

    libraries = Libraries(source, workspace)
    expander = Expander(Reusable(surface), libraries, len(parse.read), given_up)
    parser = Parser(load_table(), parse.read, interceptor=expander)
    return kernel_of(parser, expander, libraries, parse, None)[0]


def kernel_of(
    parser: Parser,
    expander: Expander,
    libraries: Libraries,
    parse: SurfaceParse,
    shapes: KnownShapes | None,
) -> tuple[KernelTree, DamageLog]:
    """The tree that a parser makes of its tokens, and what was lost or put in on the way.

    In an excerpt, runs stand for tokens; the tree then has them all the same, but its `tokens`.
    """
    items, log = parse_whole(parser, [problem.span for problem in parse.lexical])
    end = parse.given[-1]
    first = parser.consumed[0] if parser.consumed else end
    program = tree.Program(first, end, tuple(items))
    damaged = log.spans(parser.consumed, end)
    shape = check_shape(program, damaged, shapes)
    by_place = sorted((*parse.layout, *parser.diagnostics), key=lambda each: each.span.start)
    after_it = () if is_cut(parse.lexical) else (*expander.diagnostics, *by_place, *shape)
    kernel = KernelTree(
        program=program,
        tokens=(*parser.consumed, end),
        definitions=tuple(expander.definitions.values()),
        uses=tuple(expander.uses),
        sources=tuple(libraries.sources),
        diagnostics=merged((*parse.lexical, *after_it)),
        damaged=damaged,
        lost=expander.names_in_doubt().union(log.names),
        stamps=libraries.stamps,
        brought_in=libraries.brought_in,
    )
    return kernel, log
