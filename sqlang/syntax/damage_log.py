"""Where a parse was repaired and what it lost, for those who build on its tree."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Element
from sqlang.syntax.tokens import Kind, Token, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_STRETCH: Final = 100
"""How many tokens around a repair are looked at for the ends of its stretch."""

_STRETCH_ENDS: Final = frozenset({";", "{", "}"})


class DamageLog:
    """The repairs and losses of one parse; places are indices of the tokens it has read.

    `given_up` has the identity of each token that is in no node, `names` what those name.
    """

    def __init__(self) -> None:
        self._repairs: list[int] = []
        self._losses: list[int] = []
        self._marks: list[int] = []
        self._given_up: list[tree.Damaged] = []
        self.given_up: Final[set[int]] = set()
        self.names: Final[set[str]] = set()
        self.tokens_lost = 0

    def __bool__(self) -> bool:
        """Whether anything was repaired or lost."""
        return bool(self._marks)

    def repair(self, at: int, *, is_exact: bool) -> None:
        """A token was put in or taken out here; an exact repair changes no meaning."""
        self._repairs.append(at)
        _insert(self._marks, at)
        if not is_exact:
            _insert(self._losses, at)

    def doubt(self, at: int, word: Token) -> None:
        """A word was refused and read as a use all the same; no later parse takes that over."""
        _insert(self._marks, at)
        self.lose(word)

    def give_up(self, at: int, tokens: Sequence[Token]) -> tree.Damaged:
        """These tokens are in no node but the one that is returned."""
        node = tree.Damaged(tokens[0], tokens[-1])
        self._given_up.append(node)
        _insert(self._marks, at)
        _insert(self._losses, at)
        self.tokens_lost += len(tokens)
        self.given_up.update(map(id, tokens))
        for token in tokens:
            self.lose(token)
        return node

    def lose(self, token: Token) -> None:
        """A token stands in no node; if it is a name, it may be missed elsewhere."""
        if token.kind is Kind.NAME:
            self.names.add(token.text)

    @property
    def places(self) -> Sequence[int]:
        """Where something was repaired or given up, in order."""
        return self._marks

    def touches(self, element: Element) -> bool:
        """Whether something in an entry, or just after it, was repaired or lost."""
        return self.touches_any(element.start, element.end)

    def touches_any(self, start: int, end: int) -> bool:
        """The same of the tokens from `start` to before `end`."""
        return _holds(self._marks, start, end)

    def changes(self, element: Element) -> bool:
        """Whether an entry may not mean what was meant."""
        return _holds(self._losses, element.start, element.end)

    def spans(self, read: Sequence[Token], end: Token) -> tuple[Span, ...]:
        """What was given up, and for each repair the stretch between `;` and braces around it."""
        if not self._marks:
            return ()
        tokens = [*read, end]
        stretches = (_stretch(tokens, at) for at in dict.fromkeys(self._repairs))
        return (*(node.span for node in self._given_up), *stretches)


def _insert(marks: list[int], at: int) -> None:
    from bisect import insort  # only after a mistake

    insort(marks, at)


def _holds(marks: list[int], start: int, end: int) -> bool:
    if not marks:
        return False
    from bisect import bisect_left

    at = bisect_left(marks, start)
    return at < len(marks) and marks[at] <= end


def _stretch(tokens: Sequence[Token], at: int) -> Span:
    """The tokens around a place up to a `;` or a brace; `tokens` ends with that of the end."""
    left = right = min(at, len(tokens) - 1)
    while left > max(at - _STRETCH, 0) and tokens[left - 1].text not in _STRETCH_ENDS:
        left -= 1
    last = min(at + _STRETCH, len(tokens) - 1)
    while right < last and tokens[right].text not in _STRETCH_ENDS:
        right += 1
    return place(tokens[left], tokens[right])
