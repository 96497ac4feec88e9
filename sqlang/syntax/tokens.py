"""Tokens, the expansions they come from, and the place in a text that two of them enclose."""

from __future__ import annotations

from enum import Enum

from sqlang.source import Buffer, Source, Span
from sqlang.syntax.table import NAME, NUMBER, STRING
from sqlang.vocabulary import GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.entries import Entry


class Kind(Enum):
    """What sort of token it is; words are `NAME` whatever they say (LEX-12)."""

    NAME = "name"
    NUMBER = "number"
    STRING = "string"
    PUNCTUATION = "punctuation"
    END = "end"


class Placed:
    """Something that stands in a text, and moves with it when the text is edited before it."""

    __slots__ = ("_end", "_start", "buffer")

    def __init__(self, buffer: Buffer, start: int, end: int) -> None:
        self.buffer = buffer
        self._start = start - buffer.base
        self._end = end - buffer.base

    @property
    def start(self) -> int:
        return self.buffer.base + self._start

    @property
    def end(self) -> int:
        return self.buffer.base + self._end

    @property
    def source(self) -> Source:
        return self.buffer.source

    @property
    def span(self) -> Span:
        return Span(self.source, self.start, self.end)

    def move(self, distance: int) -> None:
        """Stand so many characters further on."""
        self._start += distance
        self._end += distance

    def settle(self, buffer: Buffer) -> None:
        """Stand at the same place of another part of the text."""
        distance = self.buffer.base - buffer.base
        self.buffer = buffer
        if distance:
            self.move(distance)


class Token(Placed):
    """A piece of the text that means something, at the place where it was written (DEF-13).

    `terminal` is what the grammar sees: the text of a word or a sign, else `NAME` and the like.
    `expansion` is the replacement it came from, or `None` for a token that stands in the program
    itself. `inserted` marks a token that the parser put in to go on after a mistake. `entry` is the
    entry of a list that begins with this token, if the text as written has one.

    An edit of the text moves the tokens that stay (`sqlang.syntax.edits`); else they never change.
    """

    __slots__ = ("entry", "expansion", "inserted", "kind", "terminal", "text")

    def __init__(
        self,
        kind: Kind,
        text: str,
        buffer: Buffer,
        start: int,
        end: int,
        terminal: str | None = None,
        expansion: Expansion | None = None,
        inserted: bool = False,
    ) -> None:
        base = buffer.base
        self.buffer = buffer
        self._start = start - base
        self._end = end - base
        self.kind = kind
        self.text = text
        self.terminal = terminal or terminal_of(kind, text)
        self.expansion = expansion
        self.inserted = inserted
        self.entry: Entry | None = None

    @property
    def written(self) -> Token:
        """The token of a text that this one is, or stands where it does."""
        return self

    def in_expansion(self, expansion: Expansion) -> Token:
        """The same token as the body of a definition puts it in the place of a use."""
        return Copy(self.written, self.kind, self.text, self.terminal, expansion, self.inserted)

    def __repr__(self) -> str:
        return f"Token({self.text!r} at {self.start})"


class Copy(Token):
    """A token that stands where another one was written, and moves with that."""

    __slots__ = ("_written",)

    def __init__(
        self,
        written: Token,
        kind: Kind,
        text: str,
        terminal: str,
        expansion: Expansion | None,
        inserted: bool = False,
    ) -> None:
        super().__init__(kind, text, written.buffer, 0, 0, terminal, expansion, inserted)
        self._written: Final = written

    @property
    def written(self) -> Token:
        return self._written

    @property
    def start(self) -> int:
        return self._written.start

    @property
    def end(self) -> int:
        return self._written.end

    @property
    def source(self) -> Source:
        return self._written.source


def terminal_of(kind: Kind, text: str) -> str:
    """What a token is to the grammar: a word or a sign itself, or else what it is one of.

    A new word of the grammar has to be among `GRAMMAR_WORDS`.
    """
    if kind is Kind.NAME:
        return text if text in GRAMMAR_WORDS else NAME
    if kind is Kind.NUMBER:
        return NUMBER
    if kind is Kind.STRING:
        return STRING
    return text


class Expansion:
    """One use of a definition: where it was written and which use it stands in, if any.

    `name` and `last` are the first and last token of the use (`f` and `)`, or `;`).
    """

    __slots__ = ("definition", "name", "last")

    def __init__(self, definition: str, name: Token, last: Token) -> None:
        self.definition: Final = definition
        self.name: Final = name
        self.last: Final = last

    @property
    def outer(self) -> Expansion | None:
        return self.name.expansion

    @property
    def span(self) -> Span:
        return place(self.name, self.last)

    def covers(self, token: Token) -> bool:
        """Whether a token was written between the first and the last of this use."""
        return (
            token.source is self.name.source
            and self.name.start <= token.start
            and token.end <= self.last.end
        )


def place(first: Token, last: Token) -> Span:
    """The span from one token to another, where they were written.

    Tokens that come from different expansions have no common stretch of text; then the span is
    that of the innermost use (or of the program's own text) that holds both.
    """
    start, end = innermost_common(first, last)
    for token, outer in ((first, start), (last, end)):
        use = None if token is outer else _outermost_use(token, outer.expansion)
        if use is not None:
            # The other token may be an argument of this use: then the use is what holds both.
            start = use.name if use.covers(start) else start
            end = use.last if use.covers(end) else end
    if start.source is not end.source or end.end < start.start:
        return start.span
    return Span(start.source, start.start, end.end)


def innermost_common(first: Token, last: Token) -> tuple[Token, Token]:
    """The two tokens, each led out of its expansions until both stand in the same one."""
    if first.expansion is last.expansion:
        return first, last
    depth_first, depth_last = _depth(first.expansion), _depth(last.expansion)
    while first.expansion is not last.expansion:
        steps_first, steps_last = depth_first >= depth_last, depth_last >= depth_first
        if steps_first and first.expansion is not None:
            first = first.expansion.name
            depth_first -= 1
        if steps_last and last.expansion is not None:
            last = last.expansion.last
            depth_last -= 1
    return first, last


def _outermost_use(token: Token, common: Expansion | None) -> Expansion | None:
    """The use that stands in `common` and that a token came through."""
    use = token.expansion
    while use is not None and use.outer is not common:
        use = use.outer
    return use


def _depth(expansion: Expansion | None) -> int:
    depth = 0
    while expansion is not None:
        depth += 1
        expansion = expansion.outer
    return depth
