"""IR-20 to IR-33, on programs lowered by hand."""

from __future__ import annotations

import math

import pytest

from sqlang.ir import program as ir
from tests.semantics.programs import checked


def lowered(text: str) -> ir.Program:
    program = checked(text).program
    assert program is not None, checked(text).diagnostics
    return program


def test_attributes_by_first_assignment_in_init_turn_session() -> None:
    program = lowered(
        "session { set c = 1; loop { choose e in 2 by (1); set b = 1; } set d = 1; }"
        "workload { turn { set b = 1; } init { set a = 1; } }"
    )
    assert program.attributes[9:] == ("a", "b", "c", "e", "d")


def test_observations_by_first_observe() -> None:
    program = lowered(
        "session { observe b = 1; branch (1) { observe c = 1; } else { observe a = 1; } }"
        "workload { init { observe z = 1; } }"
    )
    assert program.observes == ("z", "b", "c", "a")


def test_blocks_are_numbered_when_entered() -> None:
    program = lowered(
        "session { branch (1) { loop { end; } } else { observe a = 1; } branch (1) { } }"
    )
    first, second = program.blocks[2]
    assert isinstance(first, ir.Branch)
    assert isinstance(second, ir.Branch)
    assert (first.then, first.otherwise, second.then, second.otherwise) == (3, 5, 6, 7)
    assert program.blocks[4] == (ir.End(),)


def test_families_differ_in_what_they_are_joined_to() -> None:
    program = lowered(
        "pool one { } pool many[2] { cap 3; admit via e; } stage s : delay;"
        "stage e[2] : step { cost 1; memory many; } pool rest[2] { admit via s; }"
    )
    assert [pool.admit_via for pool in program.pools] == [None, 1, 2, 0, 0]
    assert [pool.cap for pool in program.pools] == [math.inf, 3.0, 3.0, math.inf, math.inf]
    kinds = [stage.kind for stage in program.stages[1:]]
    assert [kind.memory for kind in kinds if isinstance(kind, ir.Step)] == [1, 2]


def test_members_of_a_family_have_nodes_of_their_own() -> None:
    program = lowered("pool p[2] { queue by (serial); }")
    assert program.pools[0].queue is not program.pools[1].queue


def test_defaults() -> None:
    program = lowered("pool p { } stage e : step { cost 2; } stage s : fifo;")
    pool = ir.Pool("p", math.inf, None, ir.EvictLru(), ir.Preempt.NONE, None, None, None)
    step = ir.Step(ir.Number(math.inf), ir.Number(2.0), ir.Number(0.0), ir.ServeBy(()), None)
    assert program.pools == (pool,)
    assert program.stages == (ir.Stage("e", step), ir.Stage("s", ir.Fifo(1)))
    assert (program.arrival, program.trace, program.seed) == (ir.NoArrivals(), None, 1)
    assert (program.warmup, program.arrivals, program.share) == (0.0, None, None)


@pytest.mark.parametrize(
    ("form", "serve"),
    [
        ("admission", ir.ServeBy(())),
        ("exclusive prefill", ir.ServeExclusivePrefill()),
        (
            "decode first",
            ir.ServeBy(
                (
                    ir.Conditional(
                        ir.Context(ir.ContextVariable.DECODING), ir.Number(0.0), ir.Number(1.0)
                    ),
                )
            ),
        ),
        (
            "by (remaining, 2)",
            ir.ServeBy((ir.Context(ir.ContextVariable.REMAINING), ir.Number(2.0))),
        ),
    ],
)
def test_serving_rules(form: str, serve: ir.ServeBy | ir.ServeExclusivePrefill) -> None:
    kind = lowered(f"stage e : step {{ cost 1; serve {form}; }}").stages[0].kind
    assert isinstance(kind, ir.Step)
    assert kind.serve == serve


def test_expressions_are_not_folded() -> None:
    (assignment,) = lowered("let k = 2 * 3; session { set a = -1 + (k ? inf : 2 ^ 3); }").blocks[2]
    condition = ir.Conditional(
        ir.Number(6.0),
        ir.Number(math.inf),
        ir.Binary(ir.BinaryOperator.POW, ir.Number(2.0), ir.Number(3.0)),
    )
    minus = ir.Unary(ir.UnaryOperator.NEG, ir.Number(1.0))
    assert assignment == ir.Set(9, ir.Binary(ir.BinaryOperator.ADD, minus, condition))


def test_references_keep_whether_an_index_was_written() -> None:
    plain, indexed = lowered("pool p { } session { drop p; drop p[0]; }").blocks[2]
    assert plain == ir.Drop(ir.Reference(0, 1, None))
    assert indexed == ir.Drop(ir.Reference(0, 1, ir.Number(0.0)))


def test_an_index_on_a_plain_argument_is_dropped() -> None:
    (assignment,) = lowered("session { set a = min(a[zz], 1); }").blocks[2]
    read = ir.Attribute(9)
    assert assignment == ir.Set(9, ir.Call(ir.Function.MIN, (read, ir.Number(1.0))))


def test_counts_are_cut_and_clamped() -> None:
    program = lowered("workload { arrive closed(3.99); } run { seed -2; }")
    assert (program.arrival, program.seed) == (ir.Closed(3), 0)
    assert lowered("run { seed 1e300; }").seed == 2**64 - 1


def test_a_requested_server_is_copied_into_each_place() -> None:
    program = lowered(
        "workload { session { request; loop { request; end; } } } server { observe a = 1; }"
    )
    observation = ir.Observe(0, ir.Number(1.0))
    assert program.blocks[2] == (observation, ir.Loop(3))
    assert program.blocks[3] == (observation, ir.End())
    assert program.blocks[2][0] is not program.blocks[3][0]


def test_a_chance_becomes_a_draw() -> None:
    (branch,) = lowered("session { branch with (0.3) { } }").blocks[2]
    draw = ir.Sample(ir.Distribution.BERNOULLI, (ir.Number(0.3),))
    assert branch == ir.Branch(draw, 3, 4)
