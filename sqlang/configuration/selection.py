"""From what a user writes to the codes of hints: `SQ801`, `801`, or `SQ8` for all of them."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.diagnostics.catalogue import CATALOGUE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_HINTS: Final = "SQ8"
_RUN: Final = "SQ9"


def ignored(words: Iterable[str]) -> tuple[frozenset[str], list[str]]:
    """The hints to ignore, and a sentence for each word that names none."""
    return _codes(words, "cannot be ignored")


def selected(words: Iterable[str]) -> tuple[frozenset[str], list[str]]:
    """The hints to show, and a sentence for each word that names none."""
    return _codes(words, "is always shown")


def _codes(words: Iterable[str], verdict: str) -> tuple[frozenset[str], list[str]]:
    codes: set[str] = set()
    problems = []
    for word in words:
        code = f"SQ{word.strip().upper().removeprefix('SQ')}"
        named = [each for each in CATALOGUE if each.startswith(code)]
        others = [each for each in named if not each.startswith(_HINTS)]
        if not named:
            problems.append(f"there is no code `{word}`; `sq explain` lists them")
        elif others:
            problems.append(_no_hint(others[0] if code not in others else code, verdict))
        else:
            codes.update(named)
    return frozenset(codes), problems


def _no_hint(code: str, verdict: str) -> str:
    kind = "a failure of a run" if code.startswith(_RUN) else "a refusal"
    return f"`{code}` is {kind} and {verdict}: only hints ({_HINTS}xx) can be selected or ignored"
