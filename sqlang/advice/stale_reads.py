"""Live state read too early: what a header needs is read at admission (SQ501)."""

from __future__ import annotations

from sqlang.advice.edits import addition, insertion, removal, with_fix
from sqlang.advice.situation import Situation
from sqlang.diagnostics.model import Diagnostic, Edit
from sqlang.semantics.expressions import first_draw, names_read
from sqlang.syntax import tree


def stale_read(found: Diagnostic, situation: Situation) -> Diagnostic:
    """Move the expression of the `set` into the `at admission` of the hold.

    If the attribute is read anywhere but in this header, the `set` stays and the value at
    admission gets a name of its own.
    """
    around = situation.around(found.span)
    hold = next((n for n in reversed(around) if isinstance(n, tree.Hold)), None)
    assignment = _assignment(found, situation)
    if hold is None or assignment is None or first_draw(assignment.value) is not None:
        return found
    name = assignment.target.name
    if any(n for n in around if isinstance(n, tree.Definition)) or _binds(hold, name):
        return found
    reads = [read for part in _header(hold) for read in names_read(part) if read.name == name]
    everywhere = [
        token
        for token in situation.tokens(found.span.source)
        if token.text == name and token.start != assignment.target.first.start
    ]
    edits: list[Edit] = []
    if len(everywhere) == len(reads) and name not in situation.checked.names.pools:
        edits.append(removal(assignment.span))
        bound = name
    else:
        bound = _new_name(name, situation)
        edits += [Edit(read.span, bound) for read in reads]
    value = assignment.value.span.text
    edits.append(_bind(hold, bound, value, situation))
    return with_fix(found, f"Read it `at admission`, as `{bound}`", *edits)


def _assignment(found: Diagnostic, situation: Situation) -> tree.Set | None:
    """The `set` that the diagnostic names, as written in the same text."""
    for place in found.related:
        if place.span.source is found.span.source:
            for node in situation.around(place.span):
                if isinstance(node, tree.Set) and node.span.start == place.span.start:
                    return node
    return None


def _binds(hold: tree.Hold, name: str) -> bool:
    clause = hold.at_admission
    return clause is not None and any(each.name.name == name for each in clause.bindings)


def _header(hold: tree.Hold) -> list[tree.Node]:
    """The parts of a hold in which a binding takes the place of its name (ADM-5)."""
    parts: list[tree.Node | None] = [hold.reuse, hold.cache]
    for take in hold.takes:
        parts += [take.units, take.reserve]
    if hold.lease is not None:
        parts.append(hold.lease.time)
    return [part for part in parts if part is not None]


def _new_name(name: str, situation: Situation) -> str:
    """A name that nothing in the program has."""
    taken = {
        token.text
        for source in situation.checked.kernel.sources
        for token in situation.tokens(source)
    }
    new = f"{name}_admitted"
    while new in taken:
        new += "_"
    return new


def _bind(hold: tree.Hold, name: str, value: str, situation: Situation) -> Edit:
    """A binding in front of those the hold has, or a clause before its body."""
    if hold.at_admission is not None:
        return insertion(hold.at_admission.bindings[0].span, f"{name} = {value}, ")
    before = situation.before(hold.body.first.span)
    assert before is not None  # a hold starts with its word
    return addition(before.span, f" at admission ({name} = {value})")
