"""From rules of highlighting to the states of a Pygments lexer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from pygments.lexer import bygroups, include
from pygments.token import Text, Whitespace, _TokenType

from sqlang_syntaxes.classes import WordClass
from sqlang_syntaxes.structure.lexical import WHITE
from sqlang_syntaxes.structure.model import (
    Groups,
    Include,
    Pieces,
    Region,
    Rule,
    flat,
    pattern_of,
)

State = tuple[object, ...]
TokenOf = Callable[[WordClass], _TokenType]

# Pygments says nothing of its type.
_by_groups: Final[Callable[..., object]] = bygroups
_WHITE_SPACE: Final = (f"[{WHITE}]++", Whitespace)


def standard_token(word_class: WordClass) -> _TokenType:
    """The token that stands for a class in every style."""
    return word_class.value.token


def lexer_states(
    groups: Groups, start: str, token_of: TokenOf = standard_token
) -> dict[str, list[object]]:
    """The states of a `RegexLexer`: one for each group and for each region, and `root`."""
    states: dict[str, list[object]] = {"root": [_WHITE_SPACE, include(start), _anything(None)]}
    for group, rules in groups.items():
        states[group] = [_rule(rule, token_of) for rule in rules]
        for region in _regions(rules):
            states[_state(region)] = list(_inside(region, token_of))
    return states


def _rule(rule: Rule, token_of: TokenOf) -> object:
    if isinstance(rule, Include):
        return include(rule.group)
    if isinstance(rule, Region):
        return (pattern_of(rule.begin), _tokens(rule.begin, token_of), _state(rule))
    return (pattern_of(rule.pieces), _tokens(rule.pieces, token_of))


def _inside(region: Region, token_of: TokenOf) -> Iterator[object]:
    end = (region.end,)
    yield (pattern_of(end), _tokens(end, token_of), "#pop")
    if region.rest is None:
        yield _WHITE_SPACE
    yield from map(include, region.within)
    yield _anything(region.rest and token_of(region.rest))


def _anything(token: _TokenType | None) -> object:
    """Whatever no rule knows, so that no text is lost, and a line's end ends no state."""
    return (r"[\s\S]", token or Text)


def _tokens(pieces: Pieces, token_of: TokenOf) -> object:
    """An action with a token for each piece; pieces that are missing give none."""
    tokens = [
        Whitespace if piece.word_class is None else token_of(piece.word_class)
        for piece in flat(pieces)
    ]
    return _by_groups(*tokens)


def _regions(rules: tuple[Rule, ...]) -> Iterator[Region]:
    return (rule for rule in rules if isinstance(rule, Region))


def _state(region: Region) -> str:
    return f"in {region.name}"
