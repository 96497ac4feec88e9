"""Expressions as a program sees them (part 5, section 4), observed at time 0."""

from __future__ import annotations

import math

import pytest

from sqlang.engine import RunError, run
from sqlang.ir import program as ir
from sqlang.ir.node import fields_of
from tests.engine.programs import lowered, samples_of
from tests.engine.test_numbers import same


def value_of(expression: str, *, declarations: str = "") -> float:
    """What an expression gives in a session; `z` is an attribute of value 0, `m` one of -0."""
    text = f"""{declarations}
    workload {{ arrive batch(1); }}
    session {{ set z = 0; set m = -z; observe o = {expression}; end; }}"""
    return samples_of(text)[0]


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("1 / z", math.inf),
        ("1 / m", -math.inf),
        ("z / z", math.nan),
        ("(z / z) != (z / z)", 1.0),
        ("(z / z) == (z / z)", 0.0),
        ("!(z / z)", 0.0),
        ("!m", 1.0),
        ("max(z, m)", -0.0),
        ("min(m, z)", 0.0),
        ("(z / z) ? 3 : 4", 3.0),
        ("-2 ^ 2 + z", -4.0),
        ("2 ^ 3 ^ 2 + z", 512.0),
        ("z && (1 / z)", 0.0),
        ("5 && (z + 7)", 1.0),
        ("(z + 2) || z", 1.0),
        ("z || m", 0.0),
        ("floor(z - 0.5) + ceil(z + 0.5) + abs(z - 2)", 2.0),
        ("ceil(z - 0.5)", -0.0),
        ("ln(z)", -math.inf),
        ("sqrt(z + 2)", math.sqrt(2.0)),
        ("exp(z + 1)", math.e),
        ("pow(z + 2, 0.5)", math.pow(2.0, 0.5)),
        ("0.1 + 0.2 + z", 0.1 + 0.2),
        ("0.1 + (0.2 + z - 0.3)", 0.1 + (0.2 - 0.3)),
        ("1 < 2 ? now : 5", 0.0),
    ],
)
def test_value(expression: str, expected: float) -> None:
    assert same(value_of(expression), expected)


def test_only_the_side_taken_draws() -> None:
    """What is drawn next tells how many draws were made before (RNG-7)."""
    first = value_of("~uniform(0, 1)")
    assert (
        value_of("(z ? ~exp(1) : 0) + (z && ~exp(1)) + (1 || ~exp(1)) - 1 + ~uniform(0, 1)")
        == first
    )


def test_operands_are_evaluated_left_to_right() -> None:
    first = value_of("~uniform(0, 1)")
    second = value_of("0 * ~uniform(0, 1) + ~uniform(0, 1)")
    assert value_of("~uniform(0, 1) - ~uniform(0, 1)") == first - second
    assert value_of("max(~uniform(0, 1) * 0, ~uniform(0, 1))") == second


def test_observables_of_an_empty_deployment() -> None:
    declarations = "pool kv[2] { cap 8; } stage desk : fifo; stage e : step { budget 4; cost 1; }"
    for expression, expected in (
        ("free(kv[1]) + used(kv[0]) + holders(kv[1]) + queued(kv[1]) + cachedin(kv[0])", 8.0),
        ("queue(desk) + busy(desk)", 0.0),
        ("work(desk)", -0.0),
        ("work(e)", -0.0),
        ("budget_left(e)", 4.0),
    ):
        assert same(value_of(expression, declarations=declarations), expected)


@pytest.mark.parametrize(("index", "free"), [("0 - 3", 1), ("z / z", 1), ("1.9", 2), ("0.9", 1)])
def test_an_index_is_truncated_and_counts_from_zero(index: str, free: float) -> None:
    declarations = "pool a[2] { cap 1; }"
    expression = f"free(a[{index}]) + (({index}) >= 1)"
    assert value_of(expression, declarations=declarations) == free


def test_a_deep_expression_needs_no_deep_stack() -> None:
    assert value_of(" + ".join(["z"] * 150 + ["1"] * 150)) == 150.0
    assert value_of("(" * 60 + "z" + " + 1)" * 60) == 60.0


def test_attributes_are_nan_where_there_is_no_session() -> None:
    """A cost reads an attribute: NaN, which counts as 0, so the iteration takes no time."""
    text = """stage e : step { budget 4; cost serial; }
    workload { arrive batch(1); }
    session { prefill on e (8); observe o = now; end; }"""
    assert samples_of(text) == [0.0]


def test_work_at_a_stage_counts_what_is_not_served_yet() -> None:
    text = """stage desk : fifo; stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial < 2) { run desk (3); end; }
      run gate (1);
      observe o = work(desk); observe o = queue(desk); observe o = busy(desk);
      run gate (2.5);
      observe o = work(desk);
      end;
    }"""
    # At 1 the first has 2 left and the second 3; at 3.5 the second is half a unit into its service.
    assert samples_of(text) == [5.0, 2.0, 1.0, 2.5]


def test_the_deepest_expression_allowed_can_be_evaluated_and_printed() -> None:
    """EXPRESSION_DEPTH levels (SQ006), of the kinds that do not nest to the left."""
    deep: ir.Expression = ir.Attribute(1)
    for level in range(ir.EXPRESSION_DEPTH - 2):
        if level % 2:
            deep = ir.Unary(ir.UnaryOperator.NEG, deep)
        else:
            deep = ir.Conditional(ir.Number(0.0), ir.Number(9.0), deep)
    guard = ir.Binary(ir.BinaryOperator.ADD, ir.Number(0.5), deep)
    program = lowered("workload { arrive batch(1); } session { branch (now) { } end; }")
    _, *rest = program.blocks[program.session]
    blocks = (*program.blocks[:2], (ir.Branch(guard, 3, 4), *rest), *program.blocks[3:])
    with pytest.raises(RunError, match=r"the guard is 0\.5"):
        run(with_blocks(program, blocks))


def with_blocks(program: ir.Program, blocks: tuple[tuple[ir.Statement, ...], ...]) -> ir.Program:
    fields = {name: getattr(program, name) for name in fields_of(ir.Program)}
    return ir.Program(**fields | {"blocks": blocks})
