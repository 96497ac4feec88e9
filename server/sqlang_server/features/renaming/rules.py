"""What a symbol cannot be called: what is no name, is taken, or would be captured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.lexer import is_identifier
from sqlang.vocabulary import (
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    GRAMMAR_WORDS,
    NAMED_NUMBERS,
    RETIRED_WORDS,
)
from sqlang_server.features.renaming.target import BUILT_IN

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

_POOL, _STAGE = SymbolKind.POOL, SymbolKind.STAGE
_CONSTANT, _ATTRIBUTE = SymbolKind.CONSTANT, SymbolKind.ATTRIBUTE
_BINDING, _PARAMETER = SymbolKind.BINDING, SymbolKind.PARAMETER
_DEFINITION, _OBSERVATION = SymbolKind.DEFINITION, SymbolKind.OBSERVATION

_VALUES: Final = frozenset({_CONSTANT, _ATTRIBUTE, _BINDING})
_NEVER_RETIRED: Final = frozenset({_POOL, _STAGE, _OBSERVATION})

_CLASHES: Final[Mapping[SymbolKind, tuple[SymbolKind, ...]]] = {
    _POOL: (_POOL, _DEFINITION, _BINDING),
    _STAGE: (_STAGE, _DEFINITION, _BINDING),
    _CONSTANT: (_CONSTANT, _ATTRIBUTE, _DEFINITION, _BINDING),
    _ATTRIBUTE: (_ATTRIBUTE, _CONSTANT, _BINDING),
    _OBSERVATION: (_OBSERVATION,),
    _DEFINITION: (_DEFINITION, _POOL, _STAGE, _CONSTANT),
    _BINDING: (_BINDING, _POOL, _STAGE, _CONSTANT, _ATTRIBUTE),
    _PARAMETER: (),
}
"""Which other symbols may not have the same name (NAM-2, NAM-6, DEF-2, DEF-19, ADM-8)."""

_NOUNS: Final = {
    _OBSERVATION: "an observation",
    _ATTRIBUTE: "an attribute",
    _BINDING: "a value bound at admission",
}


def problem_with(analysis: Analysis, symbol: Symbol, name: str) -> str | None:
    """Why a symbol of a program cannot have a name, in a sentence for the user."""
    return (
        spelling_problem(symbol.kind, name)
        or _clash(analysis, symbol, name)
        or _capture(analysis, symbol, name)
    )


def spelling_problem(kind: SymbolKind, name: str) -> str | None:
    """Why nothing of a kind can have a name, whatever the program says (LEX-5, 13, 14, DEF-2)."""
    if not is_identifier(name):
        return f"`{name}` is no name: letters, digits and `_`, and no digit at the beginning."
    if name in RETIRED_WORDS and kind not in _NEVER_RETIRED:
        return f"`{name}` is a word of an older edition and cannot name {_noun(kind)}."
    if kind in (_DEFINITION, _PARAMETER):
        words = GRAMMAR_WORDS | FUNCTIONS.keys()
        if name in (words | DISTRIBUTIONS.keys() if kind is _DEFINITION else words):
            return f"`{name}` is a word of the language and cannot name {_noun(kind)}."
    if kind in _VALUES:
        if name in CONTEXT_VARIABLES or name in NAMED_NUMBERS:
            return f"`{name}` is a word of the language, which {_noun(kind)} would hide."
        if name in BUILT_IN:
            return f"`{name}` is an attribute that every session has."
    return None


def bound_alike(analysis: Analysis, symbol: Symbol) -> tuple[Symbol, ...]:
    """The symbols that may share a value with one: a name bound in several holds is one (ADM-7)."""
    if symbol.kind is not _BINDING:
        return (symbol,)
    alike = [each for each in analysis.symbols.symbols if each.kind is _BINDING]
    return tuple(each for each in alike if each.name == symbol.name)


def _clash(analysis: Analysis, symbol: Symbol, name: str) -> str | None:
    for kind in _CLASHES[symbol.kind]:
        other = analysis.symbols.find(kind, name)
        if other is not None and other is not symbol and other.declarations:
            where = _where(analysis, other.declarations[0])
            return f"There is {_noun(kind)} `{name}` already, in {where}."
    return None


def _capture(analysis: Analysis, symbol: Symbol, name: str) -> str | None:
    """A parameter takes the place of every such word in its definition (DEF-12)."""
    if symbol.kind is _PARAMETER:
        return _captured_by(analysis, symbol, name)
    capturing = [each for each in definitions_of(analysis) if _has_parameter(each, name)]
    for occurrence in analysis.symbols.occurrences_of(symbol) if capturing else ():
        definition = _around(capturing, occurrence.span)
        if definition is not None:
            where = _where(analysis, occurrence.span)
            return (
                f"`{name}` is a parameter of the definition `{definition.name.name}` and would be "
                f"meant in {where}."
            )
    return None


def _captured_by(analysis: Analysis, parameter: Symbol, name: str) -> str | None:
    definition = _around(definitions_of(analysis), parameter.declarations[0])
    if definition is None:
        return None
    place = definition.span
    for at in words_in(place.source.text, name, place.start, place.end):
        where = _where(analysis, Span(place.source, at, at + len(name)))
        return (
            f"`{name}` already stands in the definition `{definition.name.name}`, in {where}; "
            "the parameter would take its place."
        )
    return None


def words_in(text: str, name: str, start: int, end: int) -> Iterable[int]:
    """Where a name stands in a stretch of text as a whole word."""
    at = text.find(name, start, end)
    while at >= 0:
        after = at + len(name)
        if not (_in_word(text, at - 1) or _in_word(text, after)):
            yield at
        at = text.find(name, after, end)


def _in_word(text: str, at: int) -> bool:
    return 0 <= at < len(text) and (text[at].isalnum() or text[at] == "_")


def _has_parameter(definition: tree.Definition, name: str) -> bool:
    return any(parameter.name == name for parameter in definition.parameters)


def _around(definitions: Iterable[tree.Definition], span: Span) -> tree.Definition | None:
    """The definition in which a name stands."""
    for each in definitions:
        if each.first.source.path == span.source.path and (
            each.first.start <= span.start < each.last.end
        ):
            return each
    return None


def definitions_of(analysis: Analysis) -> list[tree.Definition]:
    """The definitions of a program and its libraries, as they are written."""
    nodes = [symbol.node for symbol in analysis.symbols.symbols if symbol.kind is _DEFINITION]
    return [node for node in nodes if isinstance(node, tree.Definition)]


def _where(analysis: Analysis, span: Span) -> str:
    line = f"line {span.source.editor_lines.position(span.start).line + 1}"
    if span.source.path == analysis.source.path:
        return line
    return f"{line} of `{span.source.path}`"


def _noun(kind: SymbolKind) -> str:
    return _NOUNS.get(kind) or f"a {kind.value}"
