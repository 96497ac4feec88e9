"""The words that problems are told in are those of the vocabulary."""

from __future__ import annotations

from sqlang.ir.moments import PURE_FUNCTIONS, Moment
from sqlang.ir.program import ContextVariable, Function
from sqlang.vocabulary import CONTEXT_VARIABLES, FUNCTIONS, MOMENTS


def test_functions_are_spelled_as_in_the_text() -> None:
    spelled = {word.function: word.name for word in FUNCTIONS.values() if word.function is not None}
    assert {function: function.word for function in Function} == spelled


def test_context_variables_are_spelled_as_in_the_text() -> None:
    spelled = {word.variable: word.name for word in CONTEXT_VARIABLES.values()}
    assert {variable: variable.word for variable in ContextVariable} == spelled


def test_moments_are_named_as_in_the_vocabulary() -> None:
    assert {moment: moment.value for moment in Moment} == {
        moment: word.place for moment, word in MOMENTS.items()
    }


def test_the_pure_functions_are_those_of_constants() -> None:
    assert sorted(function.word for function in PURE_FUNCTIONS) == [
        "abs",
        "ceil",
        "exp",
        "floor",
        "ln",
        "max",
        "min",
        "pow",
        "sqrt",
    ]
