"""What a number is in, and what the constant expression around it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.syntax import tree
from sqlang.syntax.tokens import Token
from sqlang.views.numbers import quantity
from sqlang.vocabulary import NAMED_NUMBERS, Keyword
from sqlang_server.features.cards import Card, code
from sqlang_server.features.hovering.statements import formulas
from sqlang_server.features.words import word_at
from sqlang_server.view import View

_EXPRESSIONS = (
    tree.Parenthesized,
    tree.Unary,
    tree.Binary,
    tree.Conditional,
    tree.Call,
)
_WORK_UNITS = {"fifo": "time", "delay": "time", "ps": "work", "step": "tokens"}


def number_card(view: View, token: Token, path: Sequence[tree.Node]) -> Card | None:
    """The card of a number; `None` if there is nothing to say that is not written."""
    number = path[0]
    named = NAMED_NUMBERS.get(number.name) if isinstance(number, tree.Name) else None
    if named is not None:
        plain, body = named.name, named.documentation
    elif isinstance(number, tree.Number):
        plain, body = quantity(number.value), ""
    else:
        return None
    facts = [] if plain == token.text else [("value", code(plain))]
    unit = _unit(view, path)
    facts += [("unit", unit)] if unit else []
    whole = _constant_around(view, path)
    if whole is not None:
        facts.append((code(whole.span.text), code(quantity(formulas(view).value(whole) or 0.0))))
    if not facts and not body:
        return None
    return Card(f"{code(token.text)} · number", body=body, facts=tuple(facts))


def _constant_around(view: View, path: Sequence[tree.Node]) -> tree.Expression | None:
    """The largest constant expression that a number is a part of."""
    found: tree.Expression | None = None
    writer = formulas(view)
    for node in path[1:]:
        if not isinstance(node, _EXPRESSIONS) or writer.value(node) is None:
            break
        if not isinstance(node, tree.Parenthesized):
            found = node
    return found


def _unit(view: View, path: Sequence[tree.Node]) -> str:
    """That of the clause, if the number alone is its expression."""
    number, holder, rest = path[0], path[1] if len(path) > 1 else path[0], path[2:]
    match holder:
        case tree.Serving():
            return _unit_of_word(holder.first, (holder, *rest))
        case tree.ExpressionOption() | tree.Arrive() | tree.StageKind():
            return _unit_of_word(holder.word.first, (holder, *rest))
        case tree.Run(stages=stages):
            return _unit_of_work(view, stages)
    return _unit_of_part(number, holder)


def _unit_of_part(number: tree.Node, holder: tree.Node) -> str:
    """Of an expression whose clause has no word of its own, or several expressions."""
    match holder:
        case tree.Take(pool=reference) | tree.Grow(pool=reference) | tree.Load(pool=reference):
            return f"units of {code(reference.name.name)}"
        case tree.Pool() | tree.Stage():
            return "members of the family"
        case tree.Lease():
            return "time"
        case tree.Hold(cache=cache, reuse=reuse) if number is cache or number is reuse:
            return "units"
    return ""


def _unit_of_work(view: View, stages: Sequence[tree.Reference]) -> str:
    stage = view.analysis.checked.names.stages.get(stages[0].name.name) if stages else None
    return "" if stage is None else _WORK_UNITS.get(stage.kind, "")


def _unit_of_word(word: Token, path: Sequence[tree.Node]) -> str:
    meaning = word_at(word, path)
    return meaning.unit if isinstance(meaning, Keyword) else ""
