"""What a word tells of the very clause it stands in: admission in words, formulas with numbers."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.syntax import tree
from sqlang.syntax.tokens import Token
from sqlang.views.explanations.admission_rule import admission_rule
from sqlang.views.explanations.formulas import Formulas
from sqlang.views.numbers import quantity
from sqlang_server.features.cards import Card, code
from sqlang_server.view import View


def with_clause(view: View, card: Card, token: Token, path: Sequence[tree.Node]) -> Card:
    """The card of a word with what it comes to in this place of this program."""
    for node in path[:2]:
        if isinstance(node, tree.Hold) and node.first is token:
            return card._replace(points=tuple(admission_rule(view.analysis.checked, node)))
        if isinstance(node, tree.Let) and node.first is token:
            return _with_value(view, card, node.value)
        option = _own_expression(node)
        if option is not None and option[0].first is token:
            return _with_formula(view, card, option[1])
    if isinstance(path[0], (tree.Unary, tree.Binary, tree.Conditional, tree.Call)):
        return _with_value(view, card, path[0])
    if isinstance(path[0], tree.Identifier) and isinstance(path[1], tree.Call):
        return _with_value(view, card, path[1])
    return card


def formulas(view: View) -> Formulas:
    """Writes the expressions of the program that is shown."""
    return Formulas(view.analysis.checked)


def _own_expression(node: tree.Node) -> tuple[tree.Identifier, tree.Expression] | None:
    """The word of an option, kind or policy and the one expression it takes."""
    match node:
        case tree.ExpressionOption(word=word, value=value):
            return word, value
        case tree.StageKind(word=word, argument=argument) if argument is not None:
            return word, argument
        case tree.Arrive(word=word, argument=argument) if argument is not None:
            return word, argument
    return None


def _with_formula(view: View, card: Card, expression: tree.Expression) -> Card:
    """The number that a constant clause gives; else its formula with numbers for constants."""
    writer = formulas(view)
    value = writer.value(expression)
    if value is not None:
        return card._replace(facts=(*card.facts, ("here", code(quantity(value)))))
    return card._replace(listings=(("here, constants folded", writer.text(expression)),))


def _with_value(view: View, card: Card, expression: tree.Expression) -> Card:
    value = formulas(view).value(expression)
    if value is None:
        return card
    return card._replace(facts=(*card.facts, ("here", code(quantity(value)))))
