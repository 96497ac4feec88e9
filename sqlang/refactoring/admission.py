"""Gives what a hold asks for a name at its admission (ADM-1 to ADM-7)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.diagnostics.model import Edit
from sqlang.refactoring.model import Kind, Refactoring, Selection, fresh_name, text_of
from sqlang.semantics.expressions import first_draw, walk
from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree


def admission_bindings(selection: Selection) -> Iterator[Refactoring]:
    """`hold kv (units) at admission (units = prompt + 1)` for `hold kv (prompt + 1)`."""
    hold = selection.innermost(tree.Hold)
    if not isinstance(hold, tree.Hold):
        return
    clause = _clause(selection, hold)
    if (
        clause is None
        or isinstance(clause, (tree.Number, tree.Name))
        or _is_unsteady(selection, clause)
    ):
        return
    is_time = hold.lease is not None and clause is hold.lease.time
    name = fresh_name(selection.analysis, "duration" if is_time else "units")
    said = text_of(clause)
    same = [each for each in _clauses(hold) if text_of(each) == said]
    yield Refactoring(
        f"Bind `{' '.join(said.split())}` at admission as `{name}`",
        Kind.REWRITE,
        (*(selection.replaced(each, name) for each in same), _binding(selection, hold, name, said)),
    )


def _binding(selection: Selection, hold: tree.Hold, name: str, said: str) -> Edit:
    if hold.at_admission is not None:
        at = hold.at_admission.last.start
        return selection.edit(at, at, f", {name} = {said}")
    at = hold.body.first.start
    return selection.edit(at, at, f"at admission ({name} = {said}) ")


def _clauses(hold: tree.Hold) -> Iterator[tree.Expression]:
    """The expressions of a hold that see its bindings (ADM-5), without their parentheses."""
    found: list[tree.Expression | None] = []
    for take in hold.takes:
        found += [take.units, take.reserve]
    found += [hold.reuse, hold.cache, hold.lease.time if hold.lease is not None else None]
    for each in found:
        if each is not None and not isinstance(each, tree.Damaged):
            yield each


def _clause(selection: Selection, hold: tree.Hold) -> tree.Expression | None:
    """The clause under the cursor."""
    for each in _clauses(hold):
        if each.first.start <= selection.start and selection.end <= each.last.end:
            return each
    return None


def _is_unsteady(selection: Selection, clause: tree.Expression) -> bool:
    """Whether it draws (ADM-3), also through a definition."""
    if first_draw(clause) is not None:
        return True
    table = selection.analysis.symbols
    calls = [node for node in walk(clause) if isinstance(node, tree.Call)]
    return any(table.find(SymbolKind.DEFINITION, call.function.name) is not None for call in calls)
