"""Guards as messages quote them (ERR-15): the right column is the reference's."""

from __future__ import annotations

import pytest

from sqlang.engine.source_form import _BINARY, folded_number, source_form
from sqlang.ir import program as ir
from sqlang.vocabulary import CONTEXT_VARIABLES, DISTRIBUTIONS, FUNCTIONS
from tests.engine.programs import lowered

DECLARATIONS = """let c = -3; let z = -0; let v = -1e-20; let small = 0.001;
pool m[2] { cap 50; block 4; } stage d : delay;"""


def printed(guard: str) -> str:
    program = lowered(f"{DECLARATIONS} session {{ branch (({guard}) < 9) {{ }} end; }}")
    branch = program.blocks[program.session][0]
    assert isinstance(branch, ir.Branch)
    assert isinstance(branch.guard, ir.Binary)
    return source_form(branch.guard.left, program)


@pytest.mark.parametrize(
    ("guard", "text"),
    [
        ("(now - 1) - 2", "now - 1 - 2"),
        ("1 - (2 - (3 - now))", "1 - (2 - (3 - now))"),
        ("0.5 * (2 / (3 * now))", "0.5 * (2 / (3 * now))"),
        ("(2 ^ 3) ^ now", "(2 ^ 3) ^ now"),
        ("2 ^ (3 ^ now) ^ 2", "2 ^ (3 ^ now) ^ 2"),
        ("-(2 ^ now)", "-2 ^ now"),
        ("(-2) ^ now", "(-2) ^ now"),
        ("2 ^ -now", "2 ^ -now"),
        ("-(now * 2)", "-(now * 2)"),
        ("(-now) * 2", "-now * 2"),
        ("2 * -now", "2 * -now"),
        ("-(-now)", "--now"),
        ("!(now + 1)", "!(now + 1)"),
        ("!now ^ 2", "!now ^ 2"),
        ("(1 < 2) == 1", "1 < 2 == 1"),
        ("1 <= (2 > 3)", "1 <= (2 > 3)"),
        ("(now && 1) == 1", "(now && 1) == 1"),
        ("now || (1 || 2)", "now || (1 || 2)"),
        ("(now || 1) && 3", "(now || 1) && 3"),
        ("now && 1 || 2", "now && 1 || 2"),
        ("(now ? 1 : 2) ? 0.5 : 1", "(now ? 1 : 2) ? 0.5 : 1"),
        ("now ? 1 : (now ? 2 : 0.5)", "now ? 1 : now ? 2 : 0.5"),
        ("(1 ? now : 2) ^ 2", "(1 ? now : 2) ^ 2"),
        ("now || 1 ? 0.5 : 2", "now || 1 ? 0.5 : 2"),
        ("(~exp(1)) ^ now", "~exp(1) ^ now"),
        ("-~exp(1)", "-~exp(1)"),
        ("~uniform(1,2) * ~bernoulli(.3)", "~uniform(1, 2) * ~bernoulli(0.3)"),
        ("used(m[now + 1]) + work(d)", "used(m[now + 1]) + work(d)"),
        ("cachedin(m[1]) + budget_left(d)", "cachedin(m[1]) + budget_left(d)"),
        ("turn_no + blocksize(m[1])", "turn_no + 4"),
        ("max(now ? 1 : 2, c)", "max(now ? 1 : 2, -3)"),
        ("c * now", "-3 * now"),
        ("now * c", "now * (-3)"),
        ("0.5 / c + now", "0.5 / (-3) + now"),
        ("0.1 - c", "0.1 - -3"),
        ("0.1 - -c", "0.1 - -(-3)"),
        ("!(c)", "!(-3)"),
        ("c ^ 2", "(-3) ^ 2"),
        ("2 ^ c", "2 ^ (-3)"),
        ("z + now", "0 + now"),
        ("-z", "-0"),
        ("-v", "-(-1e-20)"),
        ("small + now", "1e-3 + now"),
        ("min(-1e400, inf)", "min(-inf, inf)"),
    ],
)
def test_source_form(guard: str, text: str) -> None:
    assert printed(guard) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (999999999999999.0, "999999999999999"),
        (1e15, "1e15"),
        (1234567890123456.0, "1234567890123456"),
        (1.5e22, "1.5e22"),
        (1.2345678901234568e29, "1.2345678901234568e29"),
        (0.01, "0.01"),
        (0.0012, "0.0012"),
        (0.00012, "1.2e-4"),
        (1.23456789e-15, "1.23456789e-15"),
        (-1e300, "-1e300"),
        (-0.0, "0"),
        (0.25, "0.25"),
    ],
)
def test_constants_take_the_shorter_form(value: float, text: str) -> None:
    assert folded_number(value) == text


def test_names_are_those_of_the_vocabulary() -> None:
    """The engine knows the IR alone; its spellings must still be the language's."""
    program = lowered(f"{DECLARATIONS} session {{ end; }}")
    for word in DISTRIBUTIONS.values():
        assert source_form(ir.Sample(word.distribution, ()), program) == f"~{word.name}()"
    for name in CONTEXT_VARIABLES.values():
        assert source_form(ir.Context(name.variable), program) == name.name
    for function in FUNCTIONS.values():
        if function.function is not None:
            assert source_form(ir.Call(function.function, ()), program) == f"{function.name}()"


def test_every_operator_can_be_printed() -> None:
    assert set(_BINARY) == set(ir.BinaryOperator)
