"""`sq/whatIf` and `sq/constants`: what other values of `let`s would make of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlang.semantics.symbols import SymbolKind
from sqlang.syntax import tree
from sqlang_server.runs.comparing import Change
from sqlang_server.view import View


def changes(view: View, sets: Mapping[str, Any]) -> list[Change] | str:
    """The changes that are asked for, or why they cannot be made, in a sentence for the user."""
    if not sets:
        return "`sets` has no constant in it"
    if view.analysis.program is None:
        return "the program has errors"
    for name, value in sets.items():
        symbol = view.analysis.symbols.find(SymbolKind.CONSTANT, name)
        if symbol is None or not symbol.declarations:
            return f"there is no `let {name}` in this program"
        if isinstance(value, bool) or not isinstance(value, (int, float, str)):
            return f"`{name}` can be a number or an expression, not {value!r}"
    return [
        ["set", name, value if isinstance(value, str) else repr(value)]
        for name, value in sets.items()
    ]


def answer(version: int, comparison: Mapping[str, Any]) -> dict[str, Any]:
    """The figures before and after, and where the schedules first part."""
    before, after = comparison["programs"]
    parting = comparison["parting"]
    return {
        "version": version,
        "iterations": {"before": before["iterations"], "after": after["iterations"]},
        "stopped": {"before": before["stopped"], "after": after["stopped"]},
        "failure": after["failure"] or before["failure"],
        "figures": [
            {
                "kind": each["kind"],
                "subject": each["subject"],
                "figure": each["figure"],
                "before": each["a"],
                "after": each["b"],
                "difference": each["difference"],
            }
            for each in comparison["figures"]
        ],
        "parting": None
        if parting is None
        else {"time": parting["time"], "explanation": parting["explanation"]},
    }


def constants(view: View) -> list[dict[str, Any]]:
    """The `let`s of this document: name, value, text and place, in its order.

    `value` is null while there is none; `literal` tells whether the text is a plain number.
    """
    return [
        {
            "name": item.name.name,
            "value": view.analysis.constants.get(item.name.name),
            "text": item.value.span.text,
            "literal": isinstance(item.value, tree.Number),
            "range": view.positions.of_span(item.value.span),
        }
        for item in view.analysis.surface.program.items
        if isinstance(item, tree.Let)
    ]
