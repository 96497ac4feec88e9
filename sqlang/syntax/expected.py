"""What should have stood where the automaton is stuck: from its row to a code and its words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from sqlang.diagnostics.catalogue import alternatives, report
from sqlang.diagnostics.model import Diagnostic, Related
from sqlang.records import Record
from sqlang.source import Span
from sqlang.syntax.layout import after, on_later_line
from sqlang.syntax.table import DEFINED, NAME, NUMBER, STRING, UNDEFINED
from sqlang.syntax.tokens import Kind, Token
from sqlang.vocabulary import RETIRED_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


PUNCTUATION: Final = (";", ")", "]", "}", "{", "(", "=", ":", "[", ",")
"""In the order in which one is said to be missing where several could stand."""

OPENER_OF: Final[Mapping[str, str]] = {")": "(", "]": "[", "}": "{"}

_UNKNOWN_WORD: Final[Mapping[str, str]] = {
    "arrive": "SQ126",
    "cap": "SQ117",
    "budget": "SQ119",
    "delay": "SQ118",
    "maxmin": "SQ115",
    "exclusive": "SQ122",
}
"""A word that a place takes, and the code for a word that it does not take (SYN-5, SYN-6)."""

_OLD_SERVE: Final[Mapping[str, tuple[str, str]]] = {
    "exclusive": ("SQ123", "prefill"),
    "decode": ("SQ124", "first"),
}
"""Serving rules that once were step options, and the word that follows (SYN-6)."""


class Stuck(Record):
    """The automaton before a token that fits nowhere.

    `rows` are the rows of the states it went through with this token, the last one being where it
    is stuck; `openers` are the brackets that are open there, the innermost last. `entry` is the
    first token of the entry of a list that it is in.
    """

    __slots__ = ("rows", "before", "found", "following", "openers", "entry")

    def __init__(
        self,
        rows: Sequence[Collection[str]],
        before: Token | None,
        found: Token,
        following: Token,
        openers: Sequence[Token],
        entry: Token,
    ) -> None:
        self.rows: Final = rows
        self.before: Final = before
        self.found: Final = found
        self.following: Final = following
        self.openers: Final = openers
        self.entry: Final = entry


def diagnose(stuck: Stuck) -> Diagnostic:
    """The mistake as the specification names it (SYN-2, SYN-5 to SYN-14)."""
    row = stuck.rows[-1]
    found = stuck.found
    if "let" in row:
        return report("SQ110", _place(stuck), word=found.text)
    if "observe" in row:
        return _statement(stuck)
    if found.kind is Kind.NAME:
        old = _old_word(stuck)
        if old:
            return old
    for marker, code in _UNKNOWN_WORD.items():
        if marker in row:
            return _unknown_word(stuck, code)
    return _missing(stuck)


def _statement(stuck: Stuck) -> Diagnostic:
    found = stuck.found
    if found.kind is not Kind.NAME:
        related = _opener(stuck, "}") if found.kind is Kind.END else ()
        return report("SQ106", _place(stuck), related=related)
    if found.text in RETIRED_WORDS:
        return _retired(found)
    return report("SQ107", found.span, word=found.text)


def _retired(found: Token) -> Diagnostic:
    return report("SQ108", found.span, word=found.text, replacement=RETIRED_WORDS[found.text])


def _old_word(stuck: Stuck) -> Diagnostic | None:
    """A word of an older edition in the head of a hold or among the options of a step stage."""
    found = stuck.found
    if found.text == "fits" and any("reserve" in row for row in stuck.rows):
        return report("SQ128", found.span)
    if found.text in RETIRED_WORDS and any("at" in row for row in stuck.rows):
        return _retired(found)
    if found.text in _OLD_SERVE and "budget" in stuck.rows[-1]:
        code, second = _OLD_SERVE[found.text]
        last = stuck.following if stuck.following.text == second else found
        return report(code, found.span.to(last.span))
    return None


def _unknown_word(stuck: Stuck, code: str) -> Diagnostic:
    found = stuck.found
    if code == "SQ122" and found.kind is Kind.END:
        return report(code, _place(stuck), word="serve")
    if found.kind is Kind.NAME or code == "SQ122":
        return report(code, found.span, word=found.text)
    return report("SQ103", _place(stuck))


def _missing(stuck: Stuck) -> Diagnostic:
    row = stuck.rows[-1]
    if "from" in row and stuck.before:
        return report("SQ324", _between(stuck.entry, stuck.before))
    if NUMBER in row:
        return report("SQ105" if NAME in row else "SQ125", _place(stuck))
    if NAME in row:
        return report("SQ103", _place(stuck))
    if STRING in row:
        return report("SQ104", _place(stuck))
    for text in PUNCTUATION:
        if text in row:
            related = _opener(stuck, text)
            span = _gap_or_place(stuck)
            return report("SQ101", span, related=related, expected=alternatives(text))
    if "admission" in row:
        return report("SQ311", _place(stuck))
    return report("SQ102", _place(stuck), expected=alternatives(*_words(row)))


def _between(first: Token, last: Token) -> Span:
    """From one token to another, or the first alone if a definition brought in only one of them."""
    return first.span.to(last.span) if first.source is last.source else first.span


def _words(row: Collection[str]) -> list[str]:
    """The words that may stand here (SYN-14)."""
    return sorted(set(row) - {DEFINED, UNDEFINED})


def _place(stuck: Stuck) -> Span:
    """The token found, or the gap at the end of the text."""
    if stuck.found.kind is Kind.END and stuck.before:
        return after(stuck.before)
    return stuck.found.span


def _gap_or_place(stuck: Stuck) -> Span:
    """The gap where punctuation is missing, if the token found stands apart (section 10.1)."""
    before, found = stuck.before, stuck.found
    if before and (found.text == "}" or on_later_line(found, before)):
        return after(before)
    return _place(stuck)


def _opener(stuck: Stuck, closer: str) -> tuple[Related, ...]:
    """The bracket that a missing closer would close."""
    wanted = OPENER_OF.get(closer)
    for token in reversed(stuck.openers):
        if token.text == wanted:
            return (Related(token.span, f"`{token.text}` is not closed"),)
    return ()


def broken_off(stuck: Stuck) -> Token | None:
    """A token of the definition whose body breaks off before the token found, if one does (DEF-13).

    The last one of the body, or, where that is an argument, the first one of the entry.
    """
    outer = stuck.found.expansion
    for token in (stuck.before, stuck.entry):
        inner = token.expansion if token else None
        if inner is not None and inner is not outer and inner.outer is outer:
            return token
    return None


def with_end(diagnostic: Diagnostic, stuck: Stuck) -> Diagnostic:
    """The diagnostic with the end of the definition that breaks off there, if one does (DEF-13).

    What stands behind the result of a use belongs to nobody, and is where the reference marks it.
    """
    token = broken_off(stuck)
    if token is None or token.expansion is None:
        return diagnostic
    ends = "ends here" if token is stuck.before else "ends in what starts here"
    end = Related(token.span, f"`{token.expansion.definition}` {ends}")
    return diagnostic._replace(related=(*diagnostic.related, end))
