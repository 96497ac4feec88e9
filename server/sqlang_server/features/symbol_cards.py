"""Cards for the names a program declares: what they are, where from, and what they are worth."""

from __future__ import annotations

from typing import Final

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.lexer import tokenize
from sqlang.views.explanations.formulas import Formulas
from sqlang.views.numbers import quantity
from sqlang.vocabulary import BUILTIN_ATTRIBUTES, keyword
from sqlang_server.features.cards import Card, code
from sqlang_server.features.nodes import path_at
from sqlang_server.view import View

_LONGEST_DECLARATION: Final = 160
"""In characters."""
_LONGEST_READ: Final = 2000
_MOST_PLACES: Final = 6

_KINDS: Final = {
    SymbolKind.POOL: "pool",
    SymbolKind.STAGE: "stage",
    SymbolKind.CONSTANT: "constant",
    SymbolKind.ATTRIBUTE: "attribute of each session",
    SymbolKind.OBSERVATION: "observation",
    SymbolKind.DEFINITION: "definition",
    SymbolKind.PARAMETER: "parameter",
    SymbolKind.BINDING: "value bound at admission",
}
_REPEATED: Final = frozenset({SymbolKind.ATTRIBUTE, SymbolKind.OBSERVATION})
"""Each of several statements declares them."""


def card_of(view: View, symbol: Symbol) -> Card:
    """What a name stands for."""
    card = Card(
        heading=f"{code(symbol.name)} · {_kind(view, symbol)}",
        signature="" if symbol.kind in _REPEATED else _declaration(view, symbol),
        body=_body(symbol),
        facts=_value(view, symbol),
    )
    if symbol.kind in _REPEATED:
        return card._replace(listings=_statements(view, symbol))
    card = card._replace(facts=(*card.facts, *_places(view, symbol)))
    if symbol.kind is SymbolKind.STAGE:
        return card._replace(listings=_cost(view, symbol))
    return card


def _kind(view: View, symbol: Symbol) -> str:
    hidden = view.analysis.checked.declared.hidden
    if symbol.kind is SymbolKind.ATTRIBUTE and any(each.name == symbol.name for each in hidden):
        return f"{_KINDS[symbol.kind]}, hidden from the system"
    return _KINDS[symbol.kind]


def _body(symbol: Symbol) -> str:
    """What the language itself says of a name: of its own attributes, and of roles of stages."""
    if symbol.kind is SymbolKind.ATTRIBUTE:
        words = (word for word in BUILTIN_ATTRIBUTES if word.name == symbol.name)
        return next((word.documentation for word in words), "")
    role = keyword(symbol.name, "stage name") if symbol.kind is SymbolKind.STAGE else None
    return role.documentation if role is not None else ""


def _declaration(view: View, symbol: Symbol) -> str:
    """How it is declared, in one line; a pool or stage with all its options."""
    node = symbol.node
    if node is None:
        return ""
    if symbol.kind is SymbolKind.PARAMETER:
        return _definition_of(view, node.span)
    return one_line(node.span)


def _definition_of(view: View, parameter: Span) -> str:
    if not view.here(parameter):
        return ""
    path = path_at(view.analysis.surface.program, parameter.start)
    return next((one_line(each.span) for each in path if isinstance(each, tree.Definition)), "")


def one_line(span: Span) -> str:
    """A piece of a text without its comments and line ends, cut if it is long."""
    text = span.source.text[span.start : min(span.end, span.start + _LONGEST_READ)]
    line, end = "", 0
    for token in tokenize(Source(text)).tokens:
        line += " " if token.start > end and line else ""
        line += token.text
        end = token.end
        if len(line) > _LONGEST_DECLARATION:
            return line[: _LONGEST_DECLARATION - 2] + " …"
    return line.strip() + (" …" if span.end - span.start > _LONGEST_READ else "")


def _value(view: View, symbol: Symbol) -> tuple[tuple[str, str], ...]:
    """Of a constant its value, of a pool its capacity if that is computed."""
    analysis = view.analysis
    if symbol.kind is SymbolKind.CONSTANT and symbol.name in analysis.constants:
        return (("value", code(quantity(analysis.constants[symbol.name]))),)
    pool = analysis.checked.names.pools.get(symbol.name)
    if symbol.kind is SymbolKind.POOL and pool is not None and pool.cap is not None:
        value = Formulas(analysis.checked).value(pool.cap)
        if value is not None and not isinstance(pool.cap, tree.Number):
            return (("capacity", code(quantity(value))),)
    return ()


def _cost(view: View, symbol: Symbol) -> tuple[tuple[str, str], ...]:
    """The formula of a step stage's iterations with its constants folded."""
    stage = view.analysis.checked.names.stages.get(symbol.name)
    if stage is None or stage.cost is None:
        return ()
    return (("cost, constants folded", Formulas(view.analysis.checked).text(stage.cost)),)


def _statements(view: View, symbol: Symbol) -> tuple[tuple[str, str], ...]:
    """The statements that assign or observe it, with their lines."""
    spans = symbol.declarations
    lines = [_statement(view, span) for span in spans[:_MOST_PLACES]]
    if len(spans) > _MOST_PLACES:
        lines.append(f"// … {len(spans) - _MOST_PLACES} more")
    label = "assigned" if symbol.kind is SymbolKind.ATTRIBUTE else "observed"
    return ((label, "\n".join(lines)),) if lines else ()


def _statement(view: View, span: Span) -> str:
    if not view.here(span):
        return f"{span.text} // in {' '.join(span.source.path.split())}"
    path = path_at(view.analysis.surface.program, span.start)
    statement = next((each for each in path if _names_first(each)), path[0])
    return f"{one_line(statement.span)} // {_place(view, span)}"


def _names_first(node: tree.Node) -> bool:
    return isinstance(node, (tree.Set, tree.Choose, tree.Observe))


def _places(view: View, symbol: Symbol) -> tuple[tuple[str, str], ...]:
    places = [_place(view, span) for span in symbol.declarations[:_MOST_PLACES]]
    if not places:
        return ()
    if len(symbol.declarations) > _MOST_PLACES:
        places.append("…")
    return (("declared", ", ".join(dict.fromkeys(places))),)


def _place(view: View, span: Span) -> str:
    """Lines count from 1, as an editor shows them."""
    line = span.source.editor_lines.position(span.start).line + 1
    return f"line {line}" if view.here(span) else f"{code(span.source.path)} line {line}"
