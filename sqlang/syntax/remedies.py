"""What mends a mistake of form: the edit behind a repair, and the word that was meant."""

from __future__ import annotations

from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.syntax.expected import PUNCTUATION, Stuck
from sqlang.syntax.layout import after, on_later_line
from sqlang.syntax.repairs import Repair
from sqlang.syntax.spelling import nearest
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_WRONG_WORD: Final = frozenset(
    {"SQ102", "SQ107", "SQ110", "SQ115", "SQ117", "SQ118", "SQ119", "SQ122", "SQ126", "SQ311"}
)
"""A word stands where only some words may."""

_MISSING: Final = frozenset({"SQ101", "SQ106"})
_GUESSED: Final = frozenset({",", "(", "["})
"""Marks that let a text be read on, though something else may have been meant."""

_LIST_ENDS: Final = frozenset({")", "]", "{", ";"})
_ASSIGNING: Final = frozenset({"set", "let", "observe"})


def with_remedy(
    diagnostic: Diagnostic, stuck: Stuck, repair: Repair | None, before: Token | None
) -> Diagnostic:
    """The diagnostic with the remedy that its place suggests; `before` is two tokens before."""
    found = stuck.found
    if diagnostic.code in _WRONG_WORD and found.kind is Kind.NAME:
        meant = nearest(found.text, _words(stuck))
        if meant:
            message = f"{diagnostic.message}; did you mean `{meant}`?"
            fix = Fix(f"Write `{meant}`", (Edit(found.span, meant),), safe=False)
            return diagnostic._replace(message=message, fixes=(fix,))
    fix_found = (
        _comparison(stuck, before)
        or _trailing_comma(diagnostic, stuck)
        or _repaired(diagnostic, stuck, repair)
    )
    return diagnostic._replace(fixes=(fix_found,)) if fix_found else diagnostic


def _words(stuck: Stuck) -> set[str]:
    """The words that may stand here; terminals that are no words are in capitals."""
    return {word for row in stuck.rows for word in row if word.islower()}


def _comparison(stuck: Stuck, before: Token | None) -> Fix | None:
    """`=` where two values are compared, `==` where a name gets a value."""
    found, row = stuck.found, stuck.rows[-1]
    if found.text == "==" and "=" in row and before and before.text in _ASSIGNING:
        return Fix("Write `=`", (Edit(found.span, "="),), safe=True)
    if found.text == "=" and any("==" in row for row in stuck.rows):
        return Fix("Write `==`", (Edit(found.span, "=="),), safe=False)
    return None


def _repaired(diagnostic: Diagnostic, stuck: Stuck, repair: Repair | None) -> Fix | None:
    """The repair that lets the text be read on, if a person would make it."""
    before = stuck.before
    if repair is None or before is None or before.inserted or stuck.found.inserted:
        return None
    if repair.removes:
        return _removed(diagnostic, stuck, repair)
    inserted = repair.inserted or ""
    if inserted in PUNCTUATION and diagnostic.code in _MISSING:
        text = _on_its_line(stuck) if inserted == "}" else inserted
        safe = inserted not in _GUESSED
        return Fix(f"Insert `{inserted}`", (Edit(after(before), text),), safe=safe)
    if inserted.islower() and diagnostic.code == "SQ102":
        return Fix(f"Insert `{inserted}`", (Edit(after(before), f" {inserted}"),), safe=False)
    return None


def _on_its_line(stuck: Stuck) -> str:
    """A closing brace below the line of its opener, if that line has ended."""
    opener, before = stuck.openers[-1] if stuck.openers else None, stuck.before
    if opener is None or before is None or not on_later_line(before, opener):
        return "}"
    text = opener.source.text
    start = text.rfind("\n", 0, opener.start) + 1
    line = text[start : opener.start]
    return f"\n{line[: len(line) - len(line.lstrip())]}}}"


def _removed(diagnostic: Diagnostic, stuck: Stuck, repair: Repair) -> Fix | None:
    found = stuck.found
    if repair.inserted is not None:
        return None
    if diagnostic.code == "SQ106" and found.text == ";":
        safe = stuck.following.text == "}" or stuck.following.text in stuck.rows[-1]
        return Fix("Remove `;`", (Edit(found.span, ""),), safe=safe)
    return Fix(f"Remove `{found.text}`", (Edit(found.span, ""),), safe=False)


def _trailing_comma(diagnostic: Diagnostic, stuck: Stuck) -> Fix | None:
    """A comma before the end of a list that allows none there."""
    before = stuck.before
    if diagnostic.code not in {"SQ103", "SQ105"} or before is None or before.text != ",":
        return None
    if stuck.found.text not in _LIST_ENDS:
        return None
    return Fix("Remove `,`", (Edit(before.span, ""),), safe=False)
