"""Formulas with constants folded, derived by hand."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from sqlang.semantics.expressions import walk
from sqlang.syntax import tree
from sqlang.views.explanations.formulas import LONGEST_FORMULA, Formulas

PROGRAM = """let a = 2; let b = a * 3 + 0.1;
pool kv {{ cap 64; block 16; }}
stage cpu : fifo;
stage e : step {{ cost {}; }}
workload {{ arrive batch(1); init {{ set x = 1; set y = 2; }} }}
session {{ end; }}
run {{ horizon 1; }}
"""


def cost_of(formula: str) -> tuple[str, float | None]:
    analysis = analyze(PROGRAM.format(formula))
    formulas = Formulas(analysis.checked)
    for node in walk(analysis.surface.program):
        if isinstance(node, tree.ExpressionOption) and node.word.name == "cost":
            return formulas.text(node.value), formulas.value(node.value)
    raise AssertionError("no cost")


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("a * 3 + tokens", "6 + tokens"),
        ("b * tokens", "6.1 * tokens"),
        ("tokens * (a + 1)", "tokens * 3"),
        ("((tokens))", "tokens"),
        ("(tokens + 1) * a", "(tokens + 1) * 2"),
        ("tokens - (prefilled - 1)", "tokens - (prefilled - 1)"),
        ("(tokens - prefilled) - 1", "tokens - prefilled - 1"),
        ("(tokens ^ a) ^ prefilled", "(tokens ^ 2) ^ prefilled"),
        ("tokens ^ (a ^ prefilled)", "tokens ^ 2 ^ prefilled"),
        ("(-tokens) ^ 2", "(-tokens) ^ 2"),
        ("tokens ^ (0 - a)", "tokens ^ -2"),
        ("tokens / 0 > 1 ? a : b", "tokens / 0 > 1 ? 2 : 6.1"),
        ("a > 1 ? tokens + a : b", "tokens + 2"),
        ("min(a, b) + max(tokens, a)", "2 + max(tokens, 2)"),
        ("blocksize(kv) * tokens", "16 * tokens"),
        ("used(kv) + queue(cpu)", "used(kv) + queue(cpu)"),
        ("!tokens || a", "!tokens || 2"),
        ("0 / 0 * tokens", "0 / 0 * tokens"),
    ],
)
def test_constants_become_numbers_and_parentheses_only_stay_where_needed(
    formula: str, expected: str
) -> None:
    assert cost_of(formula) == (expected, None)


@pytest.mark.parametrize(
    ("formula", "value"), [("a * b", 12.2), ("2 ^ 10", 1024.0), ("inf", float("inf"))]
)
def test_a_constant_formula_has_a_value(formula: str, value: float) -> None:
    assert cost_of(formula)[1] == pytest.approx(value)


def test_a_name_that_the_session_assigns_is_no_constant() -> None:
    """NAM-4: an attribute goes before a `let` of the same name."""
    text = "let a = 2; session { set a = 1; observe o = a + 1; } run { horizon 1; }"
    analysis = analyze(text)
    (node,) = [n for n in walk(analysis.surface.program) if isinstance(n, tree.Observe)]
    assert Formulas(analysis.checked).text(node.value) == "a + 1"


def test_a_very_long_formula_is_cut() -> None:
    text, _ = cost_of(" + ".join(["tokens"] * 300))
    assert len(text) == LONGEST_FORMULA
    assert text.endswith(" …")


def test_a_deep_formula_is_no_problem() -> None:
    text, _ = cost_of("-(" * 150 + "tokens" + ")" * 150)
    assert text.startswith("----")
