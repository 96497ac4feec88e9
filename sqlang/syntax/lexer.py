"""Text to tokens: the rules LEX-1 to LEX-11; mistakes become diagnostics and lexing goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from sys import intern
from typing import Final, NamedTuple, Protocol

from sqlang.diagnostics.catalogue import message, report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.source import Source, Span
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS, MAXIMUM_DIAGNOSTICS, MAXIMUM_TOKENS
from sqlang.syntax.tokens import Kind, Token


class Lexed(NamedTuple):
    """The tokens of a text with the end token, its comments, and what starts no token.

    `is_ascii` tells that it could be read by the properties of ASCII alone. `braces` is how many
    more blocks are opened than closed, if that is known.
    """

    tokens: list[Token]
    comments: Sequence[Span]
    diagnostics: tuple[Diagnostic, ...]
    is_ascii: bool = True
    braces: int | None = None


def is_cut(lexical: Iterable[Diagnostic]) -> bool:
    """Whether a text goes on past a bound: what else is wrong may follow from that."""
    return any(found.code == "SQ006" for found in lexical)


class _Match(Protocol):
    """What the matches of `re` and `regex` have in common."""

    @property
    def lastindex(self) -> int | None: ...

    def span(self, group: int, /) -> tuple[int, int]: ...


_Scan = Callable[[str, int], Iterable[_Match]]

# One alternative a kind; every part is possessive, so that no text takes more than linear time. The
# white space of U+001C to U+001F is no White_Space, hence no `\s`.
_PATTERN: Final = r"""
    [%(space)s]*+
    (?: ([%(letter)s_][%(letter)s%(digit)s_]*+)
      | ([0-9][0-9._]*+(?:[eE][+-]?[0-9]++)?+ | \.[0-9][0-9._]*+(?:[eE][+-]?[0-9]++)?+)
      | (//[^\n]*+ | /\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/)
      | ([<>=!]= | && | \|\|)
      | (/(?!\*) | [{}()\[\],;:.=~?+\-*^<>!])
      | ("[^"]*+")
      | (/\*)
      | (")
      | ([\s\S])
      | \Z )"""
_WORD: Final = 1
_NUMBER: Final = 2
_COMMENT: Final = 3
_PAIR: Final = 4
_MARK: Final = 5
_STRING: Final = 6
_OPEN_COMMENT: Final = 7
_OPEN_STRING: Final = 8
_STRAY: Final = 9
ENDED: Final = 0
FULL: Final = 1
MISTAKE: Final = 2
NOT_ASCII: Final = 3
"""Why reading stops."""

_MARKS: Final = (_MARK, _PAIR)
_LITERALS: Final = (_NUMBER, _STRING)

_NUMBER_SHAPE: Final = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_BYTE_ORDER_MARK: Final = "\ufeff"

_scan_ascii: Final[_Scan] = re.compile(
    _PATTERN % {"space": r"\ \t\n\v\f\r", "letter": "A-Za-z", "digit": "0-9"}, re.VERBOSE
).finditer


def tokenize(source: Source) -> Lexed:
    """The tokens of a text; never raises. Past a bound (SQ006) the text counts as ended."""
    if len(source.text) > MAXIMUM_CHARACTERS:
        return _too_long(source)
    lexer = Lexer(source)
    if lexer.scan():
        return lexer.result()
    lexer = Lexer(source, is_ascii=False)
    lexer.scan()
    return lexer.result()


def is_number(text: str) -> bool:
    """Whether a token that starts like a number is one (LEX-6c)."""
    return _NUMBER_SHAPE.fullmatch(text.replace("_", "")) is not None


def is_identifier(text: str) -> bool:
    """Whether a text is exactly one identifier (LEX-5)."""
    tokens = tokenize(Source(text)).tokens
    return len(tokens) == 2 and tokens[0].kind is Kind.NAME and tokens[0].text == text


def _unicode_scan() -> _Scan:
    """The same pattern by the properties of Unicode; importing `regex` costs 20 ms."""
    import regex

    digits = r"\p{Nd}\p{Nl}\p{No}"
    classes = {"space": r"\p{White_Space}", "letter": r"\p{Alphabetic}", "digit": digits}
    return regex.compile(_PATTERN % classes, regex.VERBOSE).finditer


def _too_long(source: Source) -> Lexed:
    bound = f"{MAXIMUM_CHARACTERS:,} characters"
    length = f"a text of {len(source.text):,} characters"
    end = Token(Kind.END, "", source.buffer, 0, 0)
    problem = report("SQ006", Span(source, 0, 0), what=length, bound=bound)
    return Lexed([end], (), (problem,))


class Lexer:
    """One pass over a text or a part of it, by the properties of ASCII or of Unicode.

    `position` is where the next token is looked for.
    """

    def __init__(self, source: Source, position: int = 0, *, is_ascii: bool = True) -> None:
        self.position = position
        self._is_ascii = is_ascii
        self._only_ascii = is_ascii and not source.text.isascii()
        self._scanner: _Scan = _scan_ascii if is_ascii else _unicode_scan()
        self._source = source
        self._end = len(source.text)
        self._tokens: list[Token] = []
        self._comments: list[Span] = []
        self._problems: list[Diagnostic] = []
        self._strays: list[int] = []

    def result(self) -> Lexed:
        self._report_strays()
        self._problems.sort(key=lambda problem: problem.span.start)
        end = Token(Kind.END, "", self._source.buffer, self._end, self._end)
        tokens = [*self._tokens, end]
        return Lexed(tokens, tuple(self._comments), tuple(self._problems), self._is_ascii)

    @property
    def last_token(self) -> Token | None:
        return self._tokens[-1] if self._tokens else None

    def scan(self) -> bool:
        """Read the text to its end; false if that needs the properties of Unicode."""
        while True:
            stop = self.scan_some(MAXIMUM_TOKENS - len(self._tokens))
            if stop == FULL:
                self._cut()
            if stop != MISTAKE:
                return stop != NOT_ASCII

    def scan_some(self, count: int) -> int:
        """Read so many tokens, comments and stray characters; gives why it stops.

        It stops before that at the end of the text, behind a mistake, and where the properties of
        ASCII are not enough.
        """
        source, text, tokens = self._source, self._source.text, self._tokens
        buffer, only_ascii = source.buffer, self._only_ascii
        add, name, punctuation = tokens.append, Kind.NAME, Kind.PUNCTUATION
        word, comment, marks, literals, stray = _WORD, _COMMENT, _MARKS, _LITERALS, _STRAY
        end = self.position
        for match in islice(self._scanner(text, end), count):
            kind = match.lastindex
            if kind is None:
                self.position = len(text)
                return ENDED
            start, end = match.span(kind)
            if kind == word:
                add(Token(name, intern(text[start:end]), buffer, start, end))
            elif kind in marks:
                add(Token(punctuation, text[start:end], buffer, start, end))
            elif kind == comment:
                self._comments.append(Span(source, start, end))
            elif kind in literals:
                self._literal(kind, start, end)
            elif kind != stray:
                self.position = self._mistake(kind, start)
                return MISTAKE
            elif only_ascii and text[start] > "\x7f":
                return NOT_ASCII
            else:
                self._strays.append(start)
        self.position = end
        return FULL

    def _literal(self, kind: int, start: int, end: int) -> None:
        text = self._source.text[start:end]
        sort = Kind.NUMBER if kind == _NUMBER else Kind.STRING
        self._tokens.append(Token(sort, text, self._source.buffer, start, end))
        if kind == _NUMBER and not is_number(text):
            self._report("SQ003", start, end, text=text)

    def _mistake(self, kind: int, start: int) -> int:
        """Report what is never closed; returns where lexing goes on."""
        text = self._source.text
        if kind == _OPEN_COMMENT:
            self._report("SQ002", start, start + 2)
            self._comments.append(Span(self._source, start, len(text)))
            return len(text)
        end = self._source.lines.line_end(self._source.lines.position(start).line)
        self._report("SQ004", start, end)
        self._tokens.append(Token(Kind.STRING, text[start:end], self._source.buffer, start, end))
        return end

    def _report_strays(self) -> None:
        """Report characters of no token; neighbors make one mistake together (LEX-9)."""
        at = 0
        while at < len(self._strays):
            start = self._strays[at]
            while at + 1 < len(self._strays) and self._strays[at + 1] == self._strays[at] + 1:
                at += 1
            self._report_stray(start, self._strays[at] + 1)
            at += 1

    def _report_stray(self, start: int, end: int) -> None:
        character = self._source.text[start]
        self._report("SQ001", start, end, character=_visible(character))
        if character == _BYTE_ORDER_MARK and start == 0:
            edit = Edit(Span(self._source, 0, 1), "")
            fix = Fix("Remove the byte order mark", (edit,), safe=True)
            self._problems[-1] = self._problems[-1]._replace(fixes=(fix,))

    def _report(self, code: str, start: int, end: int, **values: str) -> None:
        if len(self._problems) < MAXIMUM_DIAGNOSTICS:
            span = Span(self._source, start, end)
            self._problems.append(Diagnostic(code, span, message(code, values)))

    def _cut(self) -> None:
        """The text goes on past the bound: it counts as ended here."""
        self._end = self._tokens[-1].end if self._tokens else 0
        what = "the number of tokens and comments in this text"
        span = Span(self._source, self._end, self._end)
        self._problems.append(report("SQ006", span, what=what, bound=f"{MAXIMUM_TOKENS:,}"))


def _visible(character: str) -> str:
    """The character itself, or its code point where there is nothing to see."""
    if character.isprintable():
        return character
    return f"U+{ord(character):04X}"
