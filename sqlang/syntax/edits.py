"""Reads an edited text again around the edit only; the tokens before and behind it stay.

Tokens that stay are moved to where they stand now, so nodes of unchanged text are right again, and
what was made of the old text must not be asked for places any more.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source, Span
from sqlang.syntax.anchors import Anchored, Spans
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS, MAXIMUM_DIAGNOSTICS, MAXIMUM_TOKENS
from sqlang.syntax.common_ends import common_ends
from sqlang.syntax.entries import forget_entries
from sqlang.syntax.lexer import ENDED, NOT_ASCII, Lexed, Lexer
from sqlang.syntax.tokens import Placed, Token

_LOOKAHEAD: Final = 3
"""A token depends on so many characters behind it at most: `1` may go on as `1e+5`."""

_OPEN: Final = frozenset({"SQ002", "SQ004"})
"""What is never closed depends on the whole text behind it."""

_AT_ONCE: Final = 4


class Change(NamedTuple):
    """The characters `[start, end)` of a text become so many others."""

    start: int
    end: int
    length: int

    @property
    def growth(self) -> int:
        return self.length - (self.end - self.start)


def change_between(old: str, new: str) -> Change:
    """The smallest stretch outside which two texts are equal."""
    start, end = common_ends(old, new)
    return Change(start, len(old) - end, len(new) - end - start)


class Relexed(NamedTuple):
    """The tokens of an edited text; those from `start` to before `end` are new.

    `gone` are those that stood there before.
    """

    lexed: Lexed
    start: int
    end: int
    gone: Sequence[Token]

    @property
    def changes(self) -> bool:
        """Whether tokens went or came."""
        return self.start < self.end or bool(self.gone)


class EditedText:
    """The tokens and comments of a text while it is edited, in lists that stay the same."""

    __slots__ = ("_comments", "_lexed", "_source", "_tokens")

    def __init__(self, source: Source, lexed: Lexed) -> None:
        self._source = source
        self._tokens: Final = Anchored(lexed.tokens, source)
        comments = [Placed(source.buffer, each.start, each.end) for each in lexed.comments]
        self._comments: Final = Anchored(comments, source)
        self._lexed = lexed._replace(comments=Spans(comments), braces=_braces(lexed.tokens))

    def relex(self, source: Source) -> Relexed | None:
        """The tokens of the text as it is now; `None` if in doubt, and then nothing has changed.

        Tokens that stay are moved.
        """
        lexed, change = self._lexed, change_between(self._source.text, source.text)
        if not _is_within_bounds(lexed, change, source):
            return None
        old = lexed.tokens
        kept = _kept_before(lexed, change)
        lexer = Lexer(source, old[kept - 1].end if kept else 0, is_ascii=lexed.is_ascii)
        restart = lexer.position
        until = _read_to_known(lexer, old, change)
        if until is None:
            return None
        part = lexer.result()
        if len(lexed.diagnostics) + len(part.diagnostics) >= MAXIMUM_DIAGNOSTICS:
            return None
        outside = _Outside(source, restart, lexer.position - change.growth, change.growth)
        start, end, new = _trimmed(_Stretch(kept, until, part.tokens[:-1]), old, change)
        gone = old[start:end]
        braces = (lexed.braces or 0) + _braces(new) - _braces(gone)
        self._tokens.replace(start, end, new, change.growth, source)
        self._replace_comments(outside, part.comments)
        diagnostics = outside.diagnostics(lexed.diagnostics, part.diagnostics)
        self._source, self._lexed = source, lexed._replace(diagnostics=diagnostics, braces=braces)
        return Relexed(self._lexed, start, start + len(new), gone)

    def forget_entries(self) -> None:
        """Nobody reads this text again: without entries its trees hold no rings of references."""
        forget_entries(self._tokens.places)

    def _replace_comments(self, outside: _Outside, new: Sequence[Span]) -> None:
        old = self._comments.places
        first = bisect_left(old, outside.restart, key=_start)
        last = bisect_left(old, outside.resume, key=_start)
        placed = [Placed(outside.source.buffer, each.start, each.end) for each in new]
        self._comments.replace(first, last, placed, outside.growth, outside.source)


def _braces(tokens: Sequence[Token]) -> int:
    """How many more blocks are opened than closed."""
    texts = [token.text for token in tokens]
    return texts.count("{") - texts.count("}")


def _is_within_bounds(lexed: Lexed, change: Change, source: Source) -> bool:
    """Whether neither text is near a bound: then it counts what stands before."""
    strays = sum(found.span.end - found.span.start for found in lexed.diagnostics)
    count = len(lexed.tokens) + len(lexed.comments) + strays + change.length
    is_cut = any(found.code == "SQ006" for found in lexed.diagnostics)
    return not is_cut and count < MAXIMUM_TOKENS and len(source.text) <= MAXIMUM_CHARACTERS


def _kept_before(lexed: Lexed, change: Change) -> int:
    """How many tokens end so far before a change that they do not depend on it."""
    safe = change.start - _LOOKAHEAD
    for found in lexed.diagnostics:
        if found.code in _OPEN and found.span.start <= change.start:
            safe = min(safe, found.span.start)
    return bisect_right(lexed.tokens, safe, hi=len(lexed.tokens) - 1, key=_end)


def _read_to_known(lexer: Lexer, old: list[Token], change: Change) -> int | None:
    """Read to a token behind the change that was there before, or to the end of the text.

    Gives the number of old tokens up to there, or `None` if the whole text must be read anew.
    """
    count = _AT_ONCE
    while True:
        stop = lexer.scan_some(count)
        if stop == NOT_ASCII:
            return None
        if stop == ENDED:
            return len(old) - 1
        last = lexer.last_token
        if last is not None and last.start >= change.start + change.length:
            at = bisect_left(old, last.start - change.growth, key=_start)
            if last.end == lexer.position and _is_same(old[at], last, change.growth):
                return at + 1
        count *= 2


class _Stretch(NamedTuple):
    """The old tokens `[start, end)` become the new ones."""

    start: int
    end: int
    new: list[Token]


def _trimmed(stretch: _Stretch, old: list[Token], change: Change) -> _Stretch:
    """The stretch without the tokens at its ends that are only read again."""
    start, end, new = stretch
    first, last = 0, len(new)
    while (
        first < last
        and start < end
        and new[first].end <= change.start
        and _is_same(old[start], new[first], 0)
    ):
        first += 1
        start += 1
    while (
        first < last
        and start < end
        and new[last - 1].start >= change.start + change.length
        and _is_same(old[end - 1], new[last - 1], change.growth)
    ):
        last -= 1
        end -= 1
    return _Stretch(start, end, new[first:last])


def _is_same(old: Token, new: Token, growth: int) -> bool:
    return old.start + growth == new.start and old.text == new.text and old.kind is new.kind


class _Outside(NamedTuple):
    """What stands before `restart` and from `resume` on (in the old text) is as it was."""

    source: Source
    restart: int
    resume: int
    growth: int

    def diagnostics(
        self, old: tuple[Diagnostic, ...], new: tuple[Diagnostic, ...]
    ) -> tuple[Diagnostic, ...]:
        before = (self._moved(each, 0) for each in old if each.span.start < self.restart)
        after = (self._moved(each, self.growth) for each in old if each.span.start >= self.resume)
        return (*before, *new, *after)

    def _span(self, span: Span, growth: int) -> Span:
        return Span(self.source, span.start + growth, span.end + growth)

    def _moved(self, found: Diagnostic, growth: int) -> Diagnostic:
        """The diagnostic where it is now; those of the lexer have no related places."""
        fixes = tuple(
            fix._replace(
                edits=tuple(edit._replace(span=self._span(edit.span, growth)) for edit in fix.edits)
            )
            for fix in found.fixes
        )
        return found._replace(span=self._span(found.span, growth), fixes=fixes)


def _start(place: Placed) -> int:
    return place.start


def _end(place: Placed) -> int:
    return place.end
