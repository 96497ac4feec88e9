"""What is known only around a place: parameters, bindings, the pools that are held, the side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import Final

from sqlang.syntax.tokens import Kind, Token
from sqlang_server.features.place.place import Place

_OPENERS: Final = frozenset("([{")
_CLOSERS: Final = frozenset(")]}")
_HEADER: Final = 400
"""No header of a hold is read further than so many tokens behind the cursor."""


class Side(Enum):
    """Whose statements a place is among: each side may say other ones (SID-1, WRK-1)."""

    DEFINITION = "def"
    SESSION = "session"
    CLIENT = "session of a workload"
    SERVER = "server"
    ATTRIBUTES = "init or turn"


_SIDES: Final = {
    ("items", "def"): Side.DEFINITION,
    ("items", "session"): Side.SESSION,
    ("items", "server"): Side.SERVER,
    ("workload_items", "session"): Side.CLIENT,
    ("workload_items", "init"): Side.ATTRIBUTES,
    ("workload_items", "turn"): Side.ATTRIBUTES,
}


def side_of(place: Place) -> Side | None:
    """The side of a place among statements; `None` anywhere else."""
    for outer, head, _ in _entries(place):
        side = _SIDES.get((outer, head.text))
        if side is not None:
            return side
    return None


def parameters(place: Place) -> list[str]:
    """The parameters of the definition that a place is in the body of."""
    definition = definition_around(place)
    if definition is None:
        return []
    tokens = _behind(place, definition)
    return [token.text for _, token in _in_parentheses(tokens[2:])]


def definition_around(place: Place) -> Token | None:
    """The `def` that a place is in, if it is in one."""
    for outer, head, _ in _entries(place):
        if outer == "items" and head.text == "def":
            return head
    return None


def bindings(place: Place, following: Sequence[Token]) -> list[str]:
    """The names bound `at admission` that may be read at a place (ADM-4, ADM-5).

    A header reads those of its own clause too, which may come behind the place: `following` are
    the tokens there.
    """
    names: dict[str, None] = {}
    for outer, head, is_innermost in _entries(place):
        if outer == "statements" and head.text == "hold":
            tokens = _behind(place, head)
            if is_innermost and _is_in_clause(place):
                names.update(dict.fromkeys([*_bound(tokens)][:-1]))
                continue
            if is_innermost:
                tokens = [*tokens, *_rest_of_header(following)]
            names.update(dict.fromkeys(_bound(tokens)))
    return list(names)


def held(place: Place) -> list[str]:
    """The pools of the holds around a place, the innermost hold first."""
    names: dict[str, None] = {}
    holds = [
        _behind(place, head)
        for outer, head, _ in _entries(place)
        if outer == "statements" and head.text == "hold"
    ]
    for tokens in reversed(holds):
        names.update(dict.fromkeys(_taken(tokens)))
    return list(names)


def _entries(place: Place) -> Iterator[tuple[str, Token, bool]]:
    """The entries around a place: the list they are in, their first token, if they are innermost.

    The outermost first.
    """
    stack = place.stack
    lists = list(stack.lists())
    for at in reversed(lists):
        if at + 1 < len(stack.symbols):
            head = stack.firsts[at + 1]
            if head is not None:
                yield stack.symbols[at], head, at == lists[0]


def _behind(place: Place, head: Token) -> list[Token]:
    """The tokens of an entry around a place, up to its brace or to the place."""
    for level in place.levels:
        for number, token in enumerate(level):
            if token is head:
                return level[number:]
    return []


def _is_in_clause(place: Place) -> bool:
    """Whether a place is inside `at admission (...)`, where later names are not known."""
    symbols = place.stack.symbols[place.stack.list_at() :]
    return "admission" in symbols


def _rest_of_header(following: Sequence[Token]) -> list[Token]:
    rest: list[Token] = []
    depth = 0
    for token in following[:_HEADER]:
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        if token.text in ("{", "}", ";"):
            break
        rest.append(token)
    return rest


def _bound(tokens: Sequence[Token]) -> Iterator[str]:
    """The names in the clause `at admission` of the header of a hold."""
    for number, token in enumerate(tokens):
        if token.text == "admission" and number and tokens[number - 1].text == "at":
            yield from _names_with_value(tokens[number + 1 :])


def _names_with_value(tokens: Sequence[Token]) -> Iterator[str]:
    """Names before `=` directly in the parentheses that begin here."""
    for number, token in _in_parentheses(tokens):
        if number + 1 < len(tokens) and tokens[number + 1].text == "=":
            yield token.text


def _in_parentheses(tokens: Iterable[Token]) -> Iterator[tuple[int, Token]]:
    depth = 0
    for number, token in enumerate(tokens):
        if token.text in _OPENERS:
            depth += 1
        elif token.text in _CLOSERS:
            depth -= 1
            if depth <= 0:
                return
        elif depth == 1 and token.kind is Kind.NAME:
            yield number, token


def _taken(tokens: Sequence[Token]) -> Iterator[str]:
    """The pools in the header of a hold."""
    depth = 0
    for number, token in enumerate(tokens):
        if depth == 0 and number and tokens[number - 1].text in ("hold", ","):
            yield token.text
        depth += (token.text in _OPENERS) - (token.text in _CLOSERS)
        if token.text == "{":
            return
