"""The surface tree: one text as it is written, uses of definitions unexpanded."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import islice

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic
from sqlang.records import Record
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Element, Interceptor, Parser
from sqlang.syntax.entries import Entry, keep_entries
from sqlang.syntax.lexer import Lexed, is_cut, tokenize
from sqlang.syntax.runs import Hidden, OutOfSightError, Run, runs_beside, written_out
from sqlang.syntax.table import load_table
from sqlang.syntax.tokens import Token
from sqlang.syntax.whole_text import parse_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final, TypeVar

    from sqlang.syntax.damage_log import DamageLog
    from sqlang.syntax.excerpt import Edit, Excerpt
    from sqlang.syntax.recovery import Check

    _Read = TypeVar("_Read")


_TOKENS_A_MISTAKE: Final = 8
_ATTEMPTS: Final = 10
_OPENED: Final = 20
"""A parse is tried on so many excerpts; so many tokens of a run are written out at first."""

_DEFINING: Final = frozenset({"def", "use"})

_REFUSES_WORD: Final = frozenset({"SQ107", "SQ117", "SQ119", "SQ126"})
"""What the lists of statements, options and parts of a workload say of the word of an item."""


class SurfaceTree(Record):
    """A text, its tokens and comments, and the tree of what is written in it.

    `diagnostics` are those of this text alone; what refuses a program is in the kernel tree, and a
    mistake in a definition that nothing uses is none (DEF-1). `damaged` and `lost` are as there.
    """

    __slots__ = ("program", "tokens", "comments", "diagnostics", "damaged", "lost", "parse")

    def __init__(
        self,
        program: tree.Program,
        tokens: Sequence[Token],
        comments: Sequence[Span],
        diagnostics: tuple[Diagnostic, ...],
        damaged: tuple[Span, ...],
        lost: frozenset[str],
        parse: SurfaceParse,
    ) -> None:
        self.program: Final = program
        self.tokens: Final = tokens
        self.comments: Final = comments
        self.diagnostics: Final = diagnostics
        self.damaged: Final = damaged
        self.lost: Final = lost
        self.parse: Final = parse


class SurfaceParse(Record):
    """How a surface tree came about, for a parse that builds on it.

    `lexical` and `layout` are the diagnostics made before the parse; `given` are the tokens it is
    of (with missing braces put in), `read` the same as the parse was given them (of an edited text
    an excerpt, if it `has_runs`), `stream` as they were read, repairs included, and
    `damaged_elements` the damaged entries of lists with their places in the stream; `lossy` has the
    identity of the nodes that may not mean what was meant. `repaired` has a token for each place of
    a repair or loss. In a text that is `plain` no definition or library may be meant, nor a use of
    one.
    """

    __slots__ = (
        "lexical",
        "layout",
        "given",
        "read",
        "stream",
        "damaged_elements",
        "lossy",
        "tokens_lost",
        "repaired",
        "plain",
        "has_runs",
    )

    def __init__(
        self,
        lexical: tuple[Diagnostic, ...],
        layout: tuple[Diagnostic, ...],
        given: list[Token],
        read: list[Token],
        stream: list[Token],
        damaged_elements: list[Element],
        lossy: frozenset[int],
        tokens_lost: int,
        repaired: tuple[Token, ...],
        plain: bool,
        has_runs: bool,
    ) -> None:
        self.lexical: Final = lexical
        self.layout: Final = layout
        self.given: Final = given
        self.read: Final = read
        self.stream: Final = stream
        self.damaged_elements: Final = damaged_elements
        self.lossy: Final = lossy
        self.tokens_lost: Final = tokens_lost
        self.repaired: Final = repaired
        self.plain: Final = plain
        self.has_runs: Final = has_runs


def parse_surface(source: Source) -> SurfaceTree:
    """The tree of a text as written; never raises, damaged parts become `Damaged` nodes."""
    return surface_of(tokenize(source), is_edited_later=False)


def surface_of(
    lexed: Lexed, edit: Edit | None = None, *, is_edited_later: bool = True
) -> SurfaceTree:
    """The tree of a text from its tokens, which get the entries that begin with them.

    After an `edit`, entries that tokens have from an earlier parse are taken over where they stand
    again. A text that is not `is_edited_later` gets them only if something may be expanded in it.
    """
    if edit is not None:
        from sqlang.syntax.excerpt import excerpt_of  # a text that nobody edits needs none

        excerpt = excerpt_of(lexed.tokens, edit)
        if excerpt is not None:
            try:
                return _surface_of_excerpt(lexed, excerpt, edit)
            except OutOfSightError:
                pass
    is_edited = edit is not None
    result = _parse(lexed, lexed.tokens, (), is_edited=is_edited)
    if _may_lack_braces(result, lexed):
        closed = _closed(lexed, result, is_edited=is_edited)
        if closed is not None:
            result = _named_as(result.tree, closed)
    if is_edited:
        _forget_earlier_entries(result, lexed.tokens)
    if is_edited_later or not result.tree.parse.plain:
        _keep_entries(result)
    return result.tree


def _surface_of_excerpt(lexed: Lexed, excerpt: Excerpt, edit: Edit) -> SurfaceTree:
    """The same tree, where what runs stand for was not read again.

    Raises `OutOfSightError` if only the whole text will do.
    """

    def parse(part: Excerpt) -> _Parsed:
        return _joined(_parse(lexed, lexed.tokens, (), part.tokens, is_edited=True), part)

    def close(part: Excerpt) -> _Parsed | None:
        closed = _closed(lexed, plain, part, edit, is_edited=True)
        return closed and _joined(closed, part)

    excerpt, plain = _in_sight(parse, excerpt, lexed, edit)
    result, read = plain, excerpt.tokens
    if _may_lack_braces(plain, lexed):
        try:
            part, closed = _in_sight(close, excerpt, lexed, edit)
        except OutOfSightError:
            part, closed = None, _closed(lexed, plain, is_edited=True)
        if closed is not None:
            result = _named_as(plain.tree, closed)
            read = lexed.tokens if part is None else part.tokens
    _forget_earlier_entries(result, read)
    _keep_entries(result)
    return result.tree


def _in_sight(
    read: Callable[[Excerpt], _Read], excerpt: Excerpt, lexed: Lexed, edit: Edit
) -> tuple[Excerpt, _Read]:
    """What is read of an excerpt, and that excerpt: the runs that are looked into are opened."""
    from sqlang.syntax.excerpt import opened

    spent = 0
    for attempt in range(_ATTEMPTS):
        spent += len(excerpt.tokens)
        try:
            return excerpt, read(excerpt)
        except OutOfSightError as error:
            if not error.runs or spent > len(lexed.tokens) // 2:
                raise
            excerpt = opened(excerpt, error.runs, lexed.tokens, edit, _OPENED << attempt)
    raise OutOfSightError


def _joined(parsed: _Parsed, excerpt: Excerpt) -> _Parsed:
    """A reading of an excerpt, if all of its runs are in the tree."""
    joined = sum(isinstance(element.entry, Run) for element in parsed.elements)
    if joined != excerpt.runs:
        raise OutOfSightError
    return parsed


def _may_lack_braces(parsed: _Parsed, lexed: Lexed) -> bool:
    """Whether something is wrong and fewer blocks are closed than opened."""
    if len(parsed.tree.diagnostics) == len(lexed.diagnostics):
        return False
    if lexed.braces is not None:
        return lexed.braces > 0
    from sqlang.syntax.braces import unclosed_braces  # only after a mistake

    return unclosed_braces(lexed.tokens) > 0


class _WorseError(Exception):
    """A reading has turned out to be worse than another one."""


def _closed(
    lexed: Lexed,
    plain: _Parsed,
    excerpt: Excerpt | None = None,
    edit: Edit | None = None,
    *,
    is_edited: bool,
) -> _Parsed | None:
    """The reading with missing braces put in, if some are and it is no worse than that without."""
    from sqlang.syntax.braces import close_by_indentation  # only after a mistake

    tokens = lexed.tokens
    most = _badness(plain.tree)
    if excerpt is None or edit is None:
        closed = close_by_indentation(tokens)
    else:
        lines = edit.lines
        closed = close_by_indentation(
            excerpt.tokens,
            lambda run, at: lines.of(run, tokens, at),
            most // _TOKENS_A_MISTAKE - len(lexed.diagnostics),
        )
    if closed is None:
        return None
    before = len(lexed.diagnostics) + len(closed.diagnostics)

    def check(parser: Parser, log: DamageLog, coming: int) -> None:
        mistakes = before + len(parser.diagnostics) + coming
        if mistakes * _TOKENS_A_MISTAKE + log.tokens_lost > most:
            raise _WorseError

    if not closed.diagnostics or before * _TOKENS_A_MISTAKE > most:
        return None
    read = closed.tokens
    given = read if excerpt is None else written_out(read, tokens)
    try:
        return _parse(lexed, given, closed.diagnostics, read, is_edited=is_edited, check=check)
    except _WorseError:
        return None


def _named_as(plain: SurfaceTree, closed: _Parsed) -> _Parsed:
    """A reading with braces put in, the first mistake named as it is read without them.

    Only if that mistake is the word behind the missing brace: it is what the rules refuse, and the
    place is as good.
    """
    lexical = plain.parse.lexical
    first, missing = plain.diagnostics[len(lexical)], closed.tree.parse.layout[0]
    word = first.span
    if first.code not in _REFUSES_WORD or missing.code != "SQ101":
        return closed
    if word.source.text[missing.span.end : word.start].strip():
        return closed
    named = report(first.code, word, related=missing.related, fixes=missing.fixes, word=word.text)
    surface = closed.tree
    layout = (named, *surface.parse.layout[1:])
    rest = surface.diagnostics[len(lexical) + 1 :]
    return closed._replace(
        tree=surface._replace(
            diagnostics=(*lexical, named, *rest), parse=surface.parse._replace(layout=layout)
        )
    )


class _Parsed(Record):
    """A reading of a text and the undamaged elements in it."""

    __slots__ = ("tree", "elements", "undefined_uses", "parser", "given_up")

    def __init__(
        self,
        tree: SurfaceTree,
        elements: list[Element],
        undefined_uses: list[int],
        parser: Parser,
        given_up: Container[int],
    ) -> None:
        self.tree: Final = tree
        self.elements: Final = elements
        self.undefined_uses: Final = undefined_uses
        self.parser: Final = parser
        self.given_up: Final = given_up


class _Earlier(Interceptor):
    """Takes over what an earlier parse has read."""

    def intercept(self, parser: Parser, token: Token, state: int) -> bool:
        entry = token.entry
        if entry is None or state != parser.table.lists[entry.symbol]:
            return False
        from sqlang.syntax.taking_over import take_over

        return take_over(parser, entry)


def _forget_earlier_entries(parsed: _Parsed, given: Sequence[Token]) -> None:
    stream = parsed.tree.parse.stream
    taken = {id(stream[e.start]): e.end - e.start for e in parsed.elements if e.entry is not None}
    keep_entries(given, taken, parsed.given_up)


def _keep_entries(parsed: _Parsed) -> None:
    """Leave the entries of this parse on their first tokens."""
    stream, end = parsed.tree.parse.stream, parsed.tree.program.last
    size = len(stream)
    uses = sorted(parsed.undefined_uses)
    put_in = _put_in(parsed)
    for element in parsed.elements:
        start, stop = element.start, element.end
        if element.entry is None and not (put_in and _any_between(put_in, start, stop)):
            stream[start].entry = Entry(
                element.node,
                element.symbol,
                parsed.parser.count(start, stop),
                stream[stop] if stop < size else end,
                element.context,
                has_open_use=bool(uses) and _any_between(uses, start, stop),
            )


def _put_in(parsed: _Parsed) -> list[int]:
    """Where in the stream braces were put in: what they are in does not stand in the text."""
    if not parsed.tree.parse.layout:
        return []
    return _inserted(parsed.tree.parse.stream)


def _inserted(stream: Sequence[Token]) -> list[int]:
    return [at for at, token in enumerate(stream) if type(token) is not Hidden and token.inserted]


def _any_between(places: list[int], start: int, end: int) -> bool:
    if not places:
        return False
    from bisect import bisect_left  # only after a mistake

    at = bisect_left(places, start)
    return at < len(places) and places[at] < end


def _badness(parsed: SurfaceTree) -> int:
    """How bad a reading of a text is: a mistake is as bad as some tokens that are in no node."""
    return len(parsed.diagnostics) * _TOKENS_A_MISTAKE + parsed.parse.tokens_lost


def _parse(
    lexed: Lexed,
    given: list[Token],
    layout: tuple[Diagnostic, ...],
    excerpt: list[Token] | None = None,
    *,
    is_edited: bool,
    check: Check | None = None,
) -> _Parsed:
    """Read the given tokens, or an excerpt of them; `check` is as in `parse_whole`."""
    read = given if excerpt is None else excerpt
    parser = Parser(load_table(), read, interceptor=_Earlier() if is_edited else None)
    try:
        return _parsed(parser, lexed, given, layout, read, check)
    except AttributeError as error:
        # Fields that a token has not: it is hidden, or this is a mistake of ours.
        if excerpt is None:
            raise
        raise OutOfSightError(*runs_beside(parser.consumed, parser.pending)) from error


def _parsed(
    parser: Parser,
    lexed: Lexed,
    given: list[Token],
    layout: tuple[Diagnostic, ...],
    read: list[Token],
    check: Check | None,
) -> _Parsed:
    """What a parser makes of the tokens that it has `read`."""
    silent = [problem.span for problem in lexed.diagnostics]
    items, log = parse_whole(parser, silent, undefined_uses=True, check=check)
    elements = parser.elements
    damaged = [each for each in elements if log.touches(each)] if log else []
    runs = [element.entry for element in damaged if isinstance(element.entry, Run)]
    if runs or (parser.hidden and parser.is_cut):
        raise OutOfSightError(*runs)
    after_it = () if is_cut(lexed.diagnostics) else (*layout, *parser.diagnostics)
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
            layout=layout,
            given=given,
            read=read,
            stream=parser.consumed,
            damaged_elements=damaged,
            lossy=frozenset(id(e.node) for e in damaged if log.changes(e)),
            tokens_lost=log.tokens_lost,
            repaired=tuple(_repaired(log, parser.consumed, end, layout)) if log or layout else (),
            has_runs=bool(parser.hidden),
            plain=not parser.undefined_uses and not _may_define(items, read, log.places),
        ),
    )
    undamaged = [each for each in elements if not log.touches(each)] if damaged else elements
    return _Parsed(surface, undamaged, parser.undefined_uses, parser, log.given_up)


def _may_define(items: Sequence[tree.Item], given: list[Token], repaired: Sequence[int]) -> bool:
    """Whether there is a definition or library, or in damaged text a word that may start one."""
    if any(isinstance(item, (tree.Definition, tree.UseLibrary)) for item in items):
        return True
    texts = [token.text for token in given if type(token) is not Hidden] if repaired else ()
    return not _DEFINING.isdisjoint(texts)


def _repaired(
    log: DamageLog, stream: Sequence[Token], end: Token, layout: Sequence[Diagnostic]
) -> Iterator[Token]:
    """The first token that was written behind each place of a repair, loss or missing brace."""
    places = list(log.places)
    if layout:
        places += _inserted(stream)
    for at in places:
        yield next((token for token in islice(stream, at, None) if not token.inserted), end)
