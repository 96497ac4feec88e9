"""Gives an expression or statements a name: `let` for constants, `def` for the rest."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

from sqlang.refactoring.model import Kind, Refactoring, Selection, fresh_name, lines_of, text_of
from sqlang.semantics.constants import Constants
from sqlang.semantics.expressions import first_draw, names_read, reads_state, walk
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang.vocabulary import NAMED_NUMBERS

_EXPRESSIONS: Final = (tree.Parenthesized, tree.Call, tree.Draw, tree.Unary, tree.Binary)
_VALUES: Final = (*_EXPRESSIONS, tree.Conditional, tree.Number, tree.Name)


def extractions(selection: Selection) -> Iterator[Refactoring]:
    """What a selection can be made; nothing of a mere cursor."""
    if selection.is_cursor or selection.item is None:
        return
    expression = _expression(selection)
    if expression is not None:
        yield from _to_let(selection, expression)
        yield from _to_definition(selection, expression)
    statements = _statements(selection)
    if statements:
        yield _statements_to_definition(selection, statements)


def _expression(selection: Selection) -> tree.Expression | None:
    """The expression that is selected, from its first to its last token."""
    found = [
        node
        for node in selection.path
        if isinstance(node, _VALUES)
        and (node.first.start, node.last.end) == (selection.start, selection.end)
    ]
    if not found or _is_no_value(selection, found[0]):
        return None
    return found[0]


def _is_no_value(selection: Selection, node: tree.Node) -> bool:
    """Whether it is the size of a family (SYN-7), or an argument that may name one (EXP-7)."""
    at = selection.path.index(node)
    parent = selection.path[at - 1] if at else None
    if isinstance(parent, (tree.Pool, tree.Stage)):
        return node is parent.size
    return isinstance(node, tree.Name) and isinstance(parent, (tree.Call, tree.Use))


def _to_let(selection: Selection, expression: tree.Expression) -> Iterator[Refactoring]:
    """Only what reads nothing but constants above it, and calls nothing but arithmetic (CST-2)."""
    item = selection.item
    if isinstance(item, tree.Let) and item.value is expression:
        return
    if any(isinstance(node, (tree.Reference, tree.IndexedArgument)) for node in selection.path):
        return  # members of families are the same if their indices are written alike (REF-5)
    behind = _behind_constants(selection, expression)
    if behind is None:
        return
    name = fresh_name(selection.analysis, "value")
    declared = f"let {name} = {_inner(expression)};"
    yield Refactoring(
        f"Extract to `let {name}`",
        Kind.EXTRACT,
        (
            selection.before_item(declared, after=behind),
            selection.edit(selection.start, selection.end, name),
        ),
    )


def _behind_constants(selection: Selection, expression: tree.Expression) -> int | None:
    """The offset behind the constants that are read; `None` if anything else is."""
    if first_draw(expression) is not None:
        return None
    calls = [node for node in walk(expression) if isinstance(node, tree.Call)]
    if any(reads_state(call.function.name) or call.function.name == "blocksize" for call in calls):
        return None
    behind = 0
    table = selection.analysis.symbols
    for name in names_read(expression):
        if name.name in NAMED_NUMBERS:
            continue
        found = table.at(name.first.source.path, name.first.start)
        if found is None or found.symbol.kind is not SymbolKind.CONSTANT:
            return None
        node = found.symbol.node
        if node is None or node.first.source is not selection.analysis.source:
            return None
        behind = max(behind, node.last.end)
    functions = {call.function.name for call in calls}
    if any(table.find(SymbolKind.DEFINITION, name) is not None for name in functions):
        return None
    return behind if _has_value(selection, expression) else None


def _has_value(selection: Selection, expression: tree.Expression) -> bool:
    """Whether a constant may be worth what an expression is worth (CST-6)."""
    constants = Constants(Refusals(selection.analysis.checked.damage))
    constants.lets.update(selection.analysis.constants)
    value = constants.evaluate(expression)
    return value is not None and not math.isnan(value)


def _to_definition(selection: Selection, expression: tree.Expression) -> Iterator[Refactoring]:
    if isinstance(expression, (tree.Number, tree.Name)):
        return
    name = fresh_name(selection.analysis, "expression")
    parameters = _parameters(selection)
    declared = f"def {name}({parameters}) = {_inner(expression)};"
    yield Refactoring(
        f"Extract to `def {name}`",
        Kind.EXTRACT,
        (
            selection.before_item(declared),
            selection.edit(selection.start, selection.end, f"{name}({parameters})"),
        ),
    )


def _statements(selection: Selection) -> tuple[tree.Statement, ...]:
    """The whole statements of one block that are selected."""
    for node in reversed(selection.path):
        if isinstance(node, tree.Block):
            inside = tuple(
                each
                for each in node.statements
                if selection.start <= each.first.start and each.last.end <= selection.end
            )
            starts_and_ends = (
                inside
                and inside[0].first.start == selection.start
                and inside[-1].last.end == selection.end
            )
            damaged = any(isinstance(part, tree.Damaged) for each in inside for part in walk(each))
            return inside if starts_and_ends and not damaged else ()
    return ()


def _statements_to_definition(
    selection: Selection, statements: tuple[tree.Statement, ...]
) -> Refactoring:
    name = fresh_name(selection.analysis, "steps")
    parameters = _parameters(selection)
    old = selection.indentation(selection.start)
    body = selection.text[selection.start : selection.end]
    lines = [line.removeprefix(old) for line in lines_of(body)]
    inner = "\n".join(f"  {line}" if line.strip() else "" for line in lines)
    return Refactoring(
        f"Extract to `def {name}`",
        Kind.EXTRACT,
        (
            selection.before_item(f"def {name}({parameters}) {{\n{inner}\n}}"),
            selection.edit(
                statements[0].first.start, statements[-1].last.end, f"{name}({parameters});"
            ),
        ),
    )


def _parameters(selection: Selection) -> str:
    """The parameters of the definition around that are named in the selection."""
    definition = selection.definition
    if definition is None:
        return ""
    named = set(re.findall(r"\w+", selection.text[selection.start : selection.end]))
    names = [parameter.name for parameter in definition.parameters if parameter.name in named]
    return ", ".join(dict.fromkeys(names))


def _inner(expression: tree.Expression) -> str:
    """Without parentheses of its own, which mean nothing at the end of a declaration."""
    while isinstance(expression, tree.Parenthesized):
        expression = expression.inner
    return text_of(expression)
