"""An ordered trace inside a program (IR-67)."""

from __future__ import annotations

import json
import math

import pytest

from sqlang.ir import program as ir
from sqlang.ir.inlining import InliningError, inline_trace
from sqlang.ir.node import fields_of
from sqlang.ir.reading import from_json
from sqlang.ir.replace import replace
from sqlang.ir.validation import validate
from sqlang.ir.writing import to_json
from tests.ir.documents import changed

TRACE = [[(1.0, 2.0, 3.0, 0.0), (4.0, 5.0, 6.0, 1.0)], [(7.0, 8.0, 9.0, 0.0)]]


def program(arrival: object, *, ordered: bool = True) -> ir.Program:
    changes = {"arrival": arrival, "arrivals": None, "trace_ordered": ordered, "trace": "t.csv"}
    return from_json(json.dumps(changed(changes)))


def test_session_i_has_the_turns_of_trace_session_i_modulo_their_number() -> None:
    inlined = inline_trace(program({"Batch": 3}), TRACE)
    first = {"attrs": [], "turns": [[[3, 1.0], [4, 2.0], [5, 3.0], [7, 0.0]],
                                    [[3, 4.0], [4, 5.0], [5, 6.0], [7, 1.0]]]}  # fmt: skip
    second = {"attrs": [], "turns": [[[3, 7.0], [4, 8.0], [5, 9.0], [7, 0.0]]]}
    written = json.loads(to_json(inlined))
    assert written["arrival"] == {"Sessions": [first, second, first]}
    assert (written["trace"], written["trace_ordered"]) == (None, False)
    assert validate(inlined) == []


def test_all_else_stays() -> None:
    before = program({"Batch": 1})
    inlined = inline_trace(before, TRACE)
    fields = [name for name in fields_of(ir.Program) if name not in ("arrival", "trace")]
    changed_fields = [f for f in fields if getattr(inlined, f) != getattr(before, f)]
    assert changed_fields == ["trace_ordered"]
    assert inlined.blocks is before.blocks


@pytest.mark.parametrize(
    ("given", "trace"),
    [
        (program({"Closed": 3}), TRACE),
        (program({"Poisson": 3.0}), TRACE),
        (program({"Batch": 3}, ordered=False), TRACE),
        (program({"Batch": 2**40}), TRACE),
        (program({"Batch": 3}), [[(1.0, math.inf, 3.0, 0.0)]]),
        (program({"Batch": 3}), [[(1.0, 1.0, 3.0, math.nan)]]),
    ],
)
def test_what_cannot_be_inlined(
    given: ir.Program, trace: list[list[tuple[float, float, float, float]]]
) -> None:
    with pytest.raises(InliningError):
        inline_trace(given, trace)


def test_a_replaced_trace_is_inlined_too() -> None:
    given = replace(program({"Batch": 1}), trace="other.csv")
    assert isinstance(inline_trace(given, TRACE).arrival, ir.Sessions)
