"""What the use of a definition becomes, as text (DEF-12), laid out and bounded."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from sqlang.syntax.definitions import DefinitionRecord
from sqlang.syntax.tokens import Expansion, Kind, Token
from sqlang.syntax.uses import Use, replacement, take_use

MOST_TOKENS: Final = 300
"""Of a longer expansion only the beginning is shown."""
_MOST_LINES: Final = 30
_MOST_STEPS: Final = 2000

Layout = Callable[[str], str | None]
"""A text in its layout; `None` if it is refused."""


def expansion_text(
    tokens: Sequence[Token],
    definitions: Sequence[DefinitionRecord],
    end: Token,
    formatted: Layout,
) -> str:
    """The text that takes the place of a use, uses inside it expanded too; empty if it is wrong.

    `tokens` are those of the use, from its name to the `)`; `definitions` are in the order of the
    program, of which each knows those before it; `end` is the end of the text. `formatted` gives a
    program its layout.
    """
    places = {record.name.text: place for place, record in enumerate(definitions)}
    if not tokens or tokens[0].text not in places:
        return ""
    record = definitions[places[tokens[0].text]]
    expanded = _expanded(tokens, definitions, places, end)
    if expanded is None or not expanded:
        return ""
    whole = len(expanded) <= MOST_TOKENS
    expanded = _without_needless_parentheses(expanded)
    text = " ".join(token.text for token in expanded[:MOST_TOKENS])
    if whole:
        text = _laid_out(text, record.is_statement, formatted)
    lines = text.split("\n")
    if len(lines) > _MOST_LINES:
        lines, whole = lines[:_MOST_LINES], False
    return "\n".join(lines) + ("" if whole else "\n…")


def _expanded(
    tokens: Sequence[Token],
    definitions: Sequence[DefinitionRecord],
    places: Mapping[str, int],
    end: Token,
) -> list[Token] | None:
    """The tokens in the place of a use, not many more than are shown; `None` if it is wrong."""
    pending = [end, *reversed(tokens)]
    result: list[Token] = []
    for _ in range(_MOST_STEPS):
        token = pending[-1]
        if len(result) > MOST_TOKENS or token.kind is Kind.END:
            break
        known = len(definitions)
        if token.expansion is not None:
            known = places[token.expansion.definition]
        place = places.get(token.text, known)
        if place >= known or pending[-2].text != "(":
            result.append(pending.pop())
            continue
        record, use = definitions[place], take_use(pending)
        if use.problem is not None or record.damaged or not _fits(use, record):
            return None
        if record.is_statement and pending[-1].text == ";":
            pending.pop()
        body = replacement(record, use, Expansion(record.name.text, use.name, use.closer))
        pending.extend(reversed(body))
    return result


def _fits(use: Use, record: DefinitionRecord) -> bool:
    return len(use.arguments) == len(record.parameters) and all(use.arguments)


def _without_needless_parentheses(tokens: Sequence[Token]) -> list[Token]:
    """Without those around parentheses, and around one token that no name stands before."""
    openers: list[int] = []
    closer_of: dict[int, int] = {}
    for at, token in enumerate(tokens):
        if token.text == "(":
            openers.append(at)
        elif token.text == ")" and openers:
            closer_of[openers.pop()] = at
    left_out: set[int] = set()
    whole = (0, len(tokens) - 1)
    while closer_of.get(whole[0]) == whole[1]:
        left_out.update(whole)
        whole = whole[0] + 1, whole[1] - 1
    for at, closer in closer_of.items():
        is_double = closer_of.get(at + 1) == closer - 1
        is_atom = closer == at + 2 and (at == 0 or tokens[at - 1].kind is not Kind.NAME)
        if is_double or is_atom:
            left_out |= {at, closer}
    return [token for at, token in enumerate(tokens) if at not in left_out]


def _laid_out(plain: str, is_statement: bool, formatted: Layout) -> str:
    """A whole expansion in the layout that it has in a session."""
    before = "session {\n" if is_statement else "session {\nset x = "
    text = formatted(f"{before}{plain}{'' if is_statement else ';'}\n}}")
    if text is None:
        return plain
    inner = text.strip().removeprefix("session {").removesuffix("}").rstrip()
    inner = textwrap.dedent(inner.removeprefix("\n")).strip()
    return inner if is_statement else inner.removeprefix("set x = ").removesuffix(";")
