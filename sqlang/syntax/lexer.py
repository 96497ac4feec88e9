"""Text to tokens: the rules LEX-1 to LEX-11; mistakes become diagnostics and lexing goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from sys import intern

from sqlang.diagnostics.catalogue import message, report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.records import Record
from sqlang.source import Source, Span
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS, MAXIMUM_DIAGNOSTICS, MAXIMUM_TOKENS
from sqlang.syntax.table import NAME, NUMBER, STRING
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.matches import Match

    _Scan = Callable[[str, int], Iterable[Match]]

    _Lexeme = tuple[Kind, str, str]
    """What all tokens of one text have in common: their kind, the text, and the terminal."""


class Lexed(Record):
    """The tokens of a text with the end token, its comments, and what starts no token.

    `is_ascii` tells that it could be read by the properties of ASCII alone. `braces` is how many
    more blocks are opened than closed, if that is known.
    """

    __slots__ = ("tokens", "comments", "diagnostics", "is_ascii", "braces")

    def __init__(
        self,
        tokens: list[Token],
        comments: Sequence[Span],
        diagnostics: tuple[Diagnostic, ...],
        is_ascii: bool = True,
        braces: int | None = None,
    ) -> None:
        self.tokens: Final = tokens
        self.comments: Final = comments
        self.diagnostics: Final = diagnostics
        self.is_ascii: Final = is_ascii
        self.braces: Final = braces


def is_cut(lexical: Iterable[Diagnostic]) -> bool:
    """Whether a text goes on past a bound: what else is wrong may follow from that."""
    return any(found.code == "SQ006" for found in lexical)


_SIGNS: Final = (*"{}()[],;:.=~?+-*/^<>!", "<=", ">=", "==", "!=", "&&", "||")
_FIXED: Final[dict[str, _Lexeme]] = {
    text: (kind, intern(text), intern(text))
    for kind, texts in ((Kind.NAME, GRAMMAR_WORDS), (Kind.PUNCTUATION, _SIGNS))
    for text in texts
}
"""The texts that are terminals themselves."""

# One alternative a kind; every part is possessive, so that no text takes more than linear time. The
# white space of U+001C to U+001F is no White_Space, hence no `\s`.
_SPACE: Final = "[%(space)s]*+"
_KINDS: Final = (
    "[%(letter)s_][%(letter)s%(digit)s_]*+",
    r"[0-9][0-9._]*+(?:[eE][+-]?[0-9]++)?+|\.[0-9][0-9._]*+(?:[eE][+-]?[0-9]++)?+",
    r"[<>=!]=|&&|\|\||/(?![/*])|[{}()\[\],;:.=~?+\-*^<>!]",
    '"[^"]*+"',
    r"//[^\n]*+|/\*[^*]*+(?:\*(?!/)[^*]*+)*+\*/",
    r"/\*",
    '"',
    r"[\s\S]",
)
_PATTERN: Final = f"{_SPACE}(?:({')|('.join(_KINDS)})|\\Z)"
_WORD: Final = 1
_NUMBER: Final = 2
_STRING: Final = 4
_LAST_OF_TOKENS: Final = _STRING
_COMMENT: Final = 5
_OPEN_COMMENT: Final = 6
_OPEN_STRING: Final = 7
_STRAY: Final = 8
ENDED: Final = 0
FULL: Final = 1
MISTAKE: Final = 2
NOT_ASCII: Final = 3
"""Why reading stops."""

_NUMBER_SHAPE: Final = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_BYTE_ORDER_MARK: Final = "\ufeff"

_ASCII: Final = {"space": r" \t\n\v\f\r", "letter": "A-Za-z", "digit": "0-9"}
_scan_ascii: Final[_Scan] = re.compile(_PATTERN % _ASCII).finditer
_split_ascii: Final[Callable[[str], list[tuple[str, str]]]] = re.compile(
    f"({_SPACE})({'|'.join(_KINDS)}|\\Z)" % _ASCII
).findall
"""The white space before each piece of a text, and the piece; the last one is empty."""


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
    return regex.compile(_PATTERN % classes).finditer


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
        self._known = _FIXED.copy()

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
        text = self._source.text
        if len(text) < MAXIMUM_TOKENS and text.isascii() and self._scan_tokens():
            return True
        while True:
            stop = self.scan_some(MAXIMUM_TOKENS - len(self._tokens))
            if stop == FULL:
                self._cut()
            if stop != MISTAKE:
                return stop != NOT_ASCII

    def _scan_tokens(self) -> bool:
        """Read the tokens and comments before anything else; true if they are all."""
        source, add, known = self._source, self._tokens.append, self._known
        buffer = source.buffer
        end = 0
        for space, piece in _split_ascii(source.text):
            start = end + len(space)
            lexeme = known.get(piece)
            if lexeme is None:
                kind = self._kind(piece)
                if kind == _COMMENT:
                    end = start + len(piece)
                    self._comments.append(Span(source, start, end))
                    continue
                if kind is None:
                    return True
                if kind > _LAST_OF_TOKENS:
                    break
                lexeme = self._lexeme(kind, piece, start)
            end = start + len(piece)
            sort, text, terminal = lexeme
            add(Token(sort, text, buffer, start, end, terminal))
        self.position = end
        return False

    def _kind(self, piece: str) -> int | None:
        """What a piece of ASCII text is; `None` for an empty one, the end."""
        return _WORD if piece.isidentifier() else next(iter(self._scanner(piece, 0))).lastindex

    def scan_some(self, count: int) -> int:
        """Read so many tokens, comments and stray characters; gives why it stops.

        It stops before that at the end of the text, behind a mistake, and where the properties of
        ASCII are not enough.
        """
        source, text, add = self._source, self._source.text, self._tokens.append
        buffer, known = source.buffer, self._known
        end = self.position
        for match in islice(self._scanner(text, end), count):
            kind = match.lastindex
            if kind is None:
                self.position = len(text)
                return ENDED
            piece, end = match[kind], match.end()
            start = end - len(piece)
            lexeme = known.get(piece)
            if lexeme is None and kind <= _LAST_OF_TOKENS:
                lexeme = self._lexeme(kind, piece, start)
            if lexeme is not None:
                sort, piece, terminal = lexeme
                add(Token(sort, piece, buffer, start, end, terminal))
            elif kind == _COMMENT:
                self._comments.append(Span(source, start, end))
            elif kind != _STRAY:
                self.position = self._mistake(kind, start)
                return MISTAKE
            elif self._only_ascii and piece > "\x7f":
                return NOT_ASCII
            else:
                self._strays.append(start)
        self.position = end
        return FULL

    def _lexeme(self, kind: int, text: str, start: int) -> _Lexeme:
        """A text that is no terminal and not known yet; it is from now on, if it is right."""
        if kind == _WORD:
            lexeme = Kind.NAME, intern(text), NAME
        elif kind == _STRING:
            lexeme = Kind.STRING, text, STRING
        else:
            lexeme = Kind.NUMBER, text, NUMBER
            if not is_number(text):
                self._report("SQ003", start, start + len(text), text=text)
                return lexeme
        self._known[text] = lexeme
        return lexeme

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
