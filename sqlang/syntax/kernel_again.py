"""The kernel tree of an edited text: what the edit does not concern stays as it was expanded."""

from __future__ import annotations

from sqlang.source import Source
from sqlang.syntax.all_tokens import ExpandedTokens
from sqlang.syntax.automaton import Parser
from sqlang.syntax.coming_definitions import coming_definitions
from sqlang.syntax.damage_log import DamageLog
from sqlang.syntax.excerpt import Excerpt
from sqlang.syntax.expander import Expander, Reusable
from sqlang.syntax.expander_again import ExpanderAgain, ExpandingParser
from sqlang.syntax.kernel import KernelTree, kernel_of
from sqlang.syntax.known_expansions import KnownExpansions, open_runs
from sqlang.syntax.libraries import Libraries
from sqlang.syntax.runs import OutOfSightError, Run, runs_beside, written_out
from sqlang.syntax.surface import SurfaceParse, SurfaceTree
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Token
from sqlang.syntax.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_ATTEMPTS: Final = 16
_OPENED: Final = 20
_MOST_OPENED: Final = 8
_MOST_SPENT: Final = 2
"""A parse is tried on so many excerpts; so many tokens of a run are written out at first, and they
are doubled so often; so many times the tokens of the text are read at most."""


def parse_again(
    source: Source,
    workspace: Workspace,
    surface: SurfaceTree,
    parse: SurfaceParse,
    given_up: frozenset[int],
    known: KnownExpansions,
) -> KernelTree:
    """The kernel tree of a text of which something is known from earlier parses."""
    again = _Again(source, workspace, surface, parse, given_up, known)
    return again.of_excerpts() or again.of_whole()


class _Again:
    """The parses of one text, each on more of it or with what is defined known better."""

    def __init__(
        self,
        source: Source,
        workspace: Workspace,
        surface: SurfaceTree,
        parse: SurfaceParse,
        given_up: frozenset[int],
        known: KnownExpansions,
    ) -> None:
        self._source = source
        self._workspace = workspace
        self._surface = surface
        self._parse = parse
        self._given_up = given_up
        self._known = known
        self._written: Final = surface.tokens

    def of_excerpts(self) -> KernelTree | None:
        """The tree, if there are runs that are known and the parse looks at nothing in them."""
        known, written = self._known, self._written
        read = self._parse.read
        if known.changes.count == 0:
            return None  # nothing is known
        noted = frozenset[str]()
        if self._parse.has_runs:
            noted = known.learn(coming_definitions(read, known.definitions, self._given_up))
        spent = 0
        for attempt in range(_ATTEMPTS):
            excerpt = known.excerpt(read, written)
            spent += len(excerpt.tokens)
            if spent > _MOST_SPENT * len(written):
                return None
            try:
                parser, expander, kernel, log = self._read(excerpt)
            except OutOfSightError as error:
                if not error.runs:
                    return None
                beside = _OPENED << min(attempt, _MOST_OPENED)
                read = open_runs(excerpt, error.runs, written, known.shapes, beside).tokens
                continue
            changed = known.learn(expander.definitions)
            if changed <= noted:
                # No run in the excerpt has one of these names.
                expander.keep(parser, log)
                return kernel
            noted |= changed
            read = excerpt.tokens
        return None

    def of_whole(self) -> KernelTree:
        """The tree by a parse of all tokens."""
        tokens = written_out(self._parse.read, self._written)
        parser, expander, kernel, log = self._kernel(tokens, is_whole=True)
        self._known.learn(expander.definitions)
        expander.keep(parser, log)
        return kernel

    def _kernel(
        self, tokens: list[Token], *, is_whole: bool
    ) -> tuple[ExpandingParser, ExpanderAgain, KernelTree, DamageLog]:
        known, parse = self._known, self._parse
        libraries = Libraries(self._source, self._workspace, known.libraries)
        size = len(parse.given) + len(parse.read) - len(self._surface.parse.read)
        expander = ExpanderAgain(
            Reusable(self._surface),
            libraries,
            size,
            self._given_up,
            known,
            self._written,
            reads_all=is_whole,
        )
        parser = ExpandingParser(load_table(), tokens, expander)
        kernel, log = self._in_sight(parser, expander, libraries, is_whole)
        return parser, expander, kernel, log

    def _in_sight(
        self, parser: Parser, expander: Expander, libraries: Libraries, is_whole: bool
    ) -> tuple[KernelTree, DamageLog]:
        try:
            return kernel_of(parser, expander, libraries, self._parse, self._known.shapes)
        except AttributeError as error:
            # Fields that a token has not: it is hidden, or this is a mistake of ours.
            if is_whole:
                raise
            raise OutOfSightError(*runs_beside(parser.consumed, parser.pending)) from error

    def _read(
        self, excerpt: Excerpt
    ) -> tuple[ExpandingParser, ExpanderAgain, KernelTree, DamageLog]:
        """What is read of an excerpt; raises `OutOfSightError` if that is not enough."""
        parser, expander, kernel, log = self._kernel(excerpt.tokens, is_whole=False)
        if parser.hidden and parser.is_cut:
            raise OutOfSightError
        if log:
            damaged = [each.entry for each in parser.elements if log.touches(each)]
            runs = [entry for entry in damaged if isinstance(entry, Run)]
            if runs:
                raise OutOfSightError(*runs)
        joined = sum(isinstance(each.entry, Run) for each in parser.elements)
        if joined + expander.empty_runs != excerpt.runs:
            raise OutOfSightError
        if parser.hidden:
            kernel = kernel._replace(tokens=ExpandedTokens(parser.consumed, self._written))
        return parser, expander, kernel, log
