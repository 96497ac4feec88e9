"""The surface tree: one text as it is written, uses of definitions unexpanded."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Element, Parser
from sqlang.syntax.braces import Closed, close_by_indentation, lack_braces
from sqlang.syntax.entries import Entry, keep_entries
from sqlang.syntax.excerpt import Edit, Excerpt, excerpt_of
from sqlang.syntax.lexer import Lexed, is_cut, tokenize
from sqlang.syntax.recovery import Recovery
from sqlang.syntax.runs import Hidden, OutOfSightError, Run
from sqlang.syntax.table import load_table
from sqlang.syntax.taking_over import take_over
from sqlang.syntax.tokens import Token

_TOKENS_A_MISTAKE: Final = 8
_DEFINING: Final = frozenset({"def", "use"})


class SurfaceTree(NamedTuple):
    """A text, its tokens and comments, and the tree of what is written in it.

    `diagnostics` are those of this text alone; what refuses a program is in the kernel tree, and a
    mistake in a definition that nothing uses is none (DEF-1). `damaged` and `lost` are as there.
    """

    program: tree.Program
    tokens: Sequence[Token]
    comments: Sequence[Span]
    diagnostics: tuple[Diagnostic, ...]
    damaged: tuple[Span, ...]
    lost: frozenset[str]
    parse: SurfaceParse


class SurfaceParse(NamedTuple):
    """How a surface tree came about, for a parse that builds on it.

    `lexical` and `layout` are the diagnostics made before the parse; `given` are the tokens it is
    of (with missing braces put in), `stream` the tokens as they were read, repairs included (of an
    edited text with runs among them), and `damaged_elements` the damaged entries of lists with
    their places in the stream; `lossy` has the identity of the nodes that may not mean what was
    meant. `repaired` has a token for each place of a repair or loss. In a text that is `plain` no
    definition or library may be meant, nor a use of one.
    """

    lexical: tuple[Diagnostic, ...]
    layout: tuple[Diagnostic, ...]
    given: list[Token]
    stream: list[Token]
    damaged_elements: list[Element]
    lossy: frozenset[int]
    tokens_lost: int
    repaired: tuple[Token, ...]
    plain: bool


def parse_surface(source: Source) -> SurfaceTree:
    """The tree of a text as written; never raises, damaged parts become `Damaged` nodes."""
    return surface_of(tokenize(source))


def surface_of(lexed: Lexed, edit: Edit | None = None) -> SurfaceTree:
    """The tree of a text from its tokens, which get the entries that begin with them.

    After an `edit`, entries that tokens have from an earlier parse are taken over where they stand
    again.
    """
    excerpt = None if edit is None else excerpt_of(lexed.tokens, edit)
    if excerpt is not None:
        try:
            return _surface_of_excerpt(lexed, excerpt)
        except OutOfSightError:
            pass
    is_edited = edit is not None
    given = lexed.tokens
    result = _parse(lexed, Closed(given, ()), given, is_edited=is_edited)
    if _may_lack_braces(result, lexed):
        closed = close_by_indentation(given)
        mended = _parse(lexed, closed, closed.tokens, is_edited=is_edited)
        if closed.diagnostics and _badness(mended.tree) <= _badness(result.tree):
            result = mended
    if is_edited:
        _forget_earlier_entries(result, given)
    _keep_entries(result)
    return result.tree


def _surface_of_excerpt(lexed: Lexed, excerpt: Excerpt) -> SurfaceTree:
    """The same tree, where what runs stand for was not read again."""
    result = _parse(lexed, Closed(lexed.tokens, ()), excerpt.tokens, is_edited=True)
    if _may_lack_braces(result, lexed):
        raise OutOfSightError
    joined = sum(isinstance(element.entry, Run) for element in result.elements)
    if joined != excerpt.runs:
        raise OutOfSightError
    _forget_earlier_entries(result, excerpt.tokens)
    _keep_entries(result)
    return result.tree


def _may_lack_braces(parsed: _Parsed, lexed: Lexed) -> bool:
    """Whether something is wrong and fewer blocks are closed than opened."""
    if len(parsed.tree.diagnostics) == len(lexed.diagnostics):
        return False
    return lack_braces(lexed.tokens) if lexed.braces is None else lexed.braces > 0


class _Parsed(NamedTuple):
    """A reading of a text and the undamaged elements in it."""

    tree: SurfaceTree
    elements: list[Element]
    undefined_uses: list[int]
    parser: Parser


class _Earlier:
    """Takes over what an earlier parse has read."""

    words: Container[str] = frozenset()
    lacks_definitions = False

    def intercept(self, parser: Parser, token: Token, state: int) -> bool:
        entry = token.entry
        if entry is None or state != parser.table.lists[entry.symbol]:
            return False
        return take_over(parser, entry)


def _forget_earlier_entries(parsed: _Parsed, given: Sequence[Token]) -> None:
    stream = parsed.tree.parse.stream
    taken = {id(stream[e.start]): e.end - e.start for e in parsed.elements if e.entry is not None}
    keep_entries(given, taken)


def _keep_entries(parsed: _Parsed) -> None:
    """Leave the entries of this parse on their first tokens."""
    stream, end = parsed.tree.parse.stream, parsed.tree.program.last
    uses = sorted(parsed.undefined_uses)
    put_in = _put_in(parsed)
    for element in parsed.elements:
        if element.entry is None and not _any_between(put_in, element.start, element.end):
            stream[element.start].entry = Entry(
                element.node,
                element.symbol,
                parsed.parser.count(element.start, element.end),
                stream[element.end] if element.end < len(stream) else end,
                element.context,
                has_open_use=_any_between(uses, element.start, element.end),
            )


def _put_in(parsed: _Parsed) -> list[int]:
    """Where in the stream braces were put in: what they are in does not stand in the text."""
    if not parsed.tree.parse.layout:
        return []
    return [at for at, token in enumerate(parsed.tree.parse.stream) if token.inserted]


def _any_between(places: list[int], start: int, end: int) -> bool:
    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _badness(parsed: SurfaceTree) -> int:
    """How bad a reading of a text is: a mistake is as bad as some tokens that are in no node."""
    return len(parsed.diagnostics) * _TOKENS_A_MISTAKE + parsed.parse.tokens_lost


def _parse(lexed: Lexed, closed: Closed, given: list[Token], *, is_edited: bool) -> _Parsed:
    """Read the given tokens, which are the closed ones or an excerpt of them."""
    parser = Parser(load_table(), given, interceptor=_Earlier() if is_edited else None)
    silent = [problem.span for problem in lexed.diagnostics]
    recovery = Recovery(parser, silent, undefined_uses=True)
    items = recovery.parse()
    log = recovery.log
    damaged = [element for element in parser.elements if log.touches(element)]
    if any(isinstance(element.entry, Run) for element in damaged) or (
        parser.hidden and parser.is_cut
    ):
        raise OutOfSightError
    after_it = () if is_cut(lexed.diagnostics) else (*closed.diagnostics, *parser.diagnostics)
    end = lexed.tokens[-1]
    first = parser.consumed[0] if parser.consumed else end
    surface = SurfaceTree(
        program=tree.Program(first, end, tuple(items)),
        tokens=lexed.tokens,
        comments=lexed.comments,
        diagnostics=(*lexed.diagnostics, *after_it),
        damaged=log.spans(parser.consumed, end),
        lost=frozenset(log.names),
        parse=SurfaceParse(
            lexical=lexed.diagnostics,
            layout=closed.diagnostics,
            given=closed.tokens,
            stream=parser.consumed,
            damaged_elements=damaged,
            lossy=frozenset(id(e.node) for e in damaged if log.changes(e)),
            tokens_lost=log.tokens_lost,
            repaired=tuple(_repaired(recovery, parser.consumed, end, closed)),
            plain=not parser.undefined_uses and not _may_define(items, given, log.places),
        ),
    )
    undamaged = [element for element in parser.elements if not log.touches(element)]
    return _Parsed(surface, undamaged, parser.undefined_uses, parser)


def _may_define(items: Sequence[tree.Item], given: list[Token], repaired: Sequence[int]) -> bool:
    """Whether there is a definition or library, or in damaged text a word that may start one."""
    if any(isinstance(item, (tree.Definition, tree.UseLibrary)) for item in items):
        return True
    texts = [token.text for token in given if type(token) is not Hidden] if repaired else ()
    return not _DEFINING.isdisjoint(texts)


def _repaired(
    recovery: Recovery, stream: Sequence[Token], end: Token, closed: Closed
) -> Iterator[Token]:
    """The first token that was written behind each place of a repair, loss or missing brace."""
    places = list(recovery.log.places)
    if closed.diagnostics:
        places += [at for at, token in enumerate(stream) if token.inserted]
    for at in places:
        yield next((token for token in islice(stream, at, None) if not token.inserted), end)
