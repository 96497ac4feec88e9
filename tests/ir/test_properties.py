"""Any program survives its JSON; any text is read or refused."""

from __future__ import annotations

import json
import math
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from sqlang.ir import program as ir
from sqlang.ir.json_text import JsonError, parse_json
from sqlang.ir.problems import IrError
from sqlang.ir.reading import from_json
from sqlang.ir.validation import validate
from sqlang.ir.writing import to_json
from tests.ir.documents import EVERYTHING
from tests.ir.mutations import mutate
from tests.properties import tried

POOLS, STAGES, ATTRIBUTES, OBSERVES, BLOCKS = 3, 2, 11, 2, 4

finite = st.floats(allow_nan=False, allow_infinity=False)
counts = st.integers(0, 2**64 - 1)
slots = st.integers(0, ATTRIBUTES - 1)
blocks = st.integers(0, BLOCKS - 1)
names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


def references(
    total: int, indices: st.SearchStrategy[ir.Expression]
) -> st.SearchStrategy[ir.Reference]:
    def within(base: int) -> st.SearchStrategy[ir.Reference]:
        return st.builds(
            ir.Reference, st.just(base), st.integers(1, total - base), st.none() | indices
        )

    return st.integers(0, total - 1).flatmap(within)


def compound(inner: st.SearchStrategy[ir.Expression]) -> st.SearchStrategy[ir.Expression]:
    """An expression around others."""
    arguments = (
        inner
        | st.builds(ir.PoolArgument, references(POOLS, inner))
        | st.builds(ir.StageArgument, references(STAGES, inner))
    )
    several = st.lists(inner, max_size=3).map(tuple)
    return st.one_of(
        st.builds(ir.Sample, st.sampled_from(ir.Distribution), several),
        st.builds(
            ir.Call, st.sampled_from(ir.Function), st.lists(arguments, max_size=3).map(tuple)
        ),
        st.builds(ir.Unary, st.sampled_from(ir.UnaryOperator), inner),
        st.builds(ir.Binary, st.sampled_from(ir.BinaryOperator), inner, inner),
        st.builds(ir.Conditional, inner, inner, inner),
    )


leaves: st.SearchStrategy[ir.Expression] = st.one_of(
    st.builds(ir.Number, st.floats(allow_nan=False)),
    st.builds(ir.Attribute, slots),
    st.just(ir.Context(ir.ContextVariable.NOW)),
)
expressions = st.recursive(leaves, compound, max_leaves=6)
keys = st.lists(expressions, min_size=1, max_size=2).map(tuple)
pool_references = references(POOLS, expressions)
stage_references = references(STAGES, expressions)

statements: st.SearchStrategy[ir.Statement] = st.one_of(
    st.builds(ir.Turn),
    st.builds(ir.End),
    st.builds(ir.Set, slots, expressions),
    st.builds(ir.Observe, st.integers(0, OBSERVES - 1), expressions),
    st.builds(
        ir.Hold,
        st.lists(
            st.builds(ir.Take, pool_references, expressions, st.none() | expressions), max_size=2
        ).map(tuple),
        st.none() | expressions,
        blocks,
        st.none() | expressions,
        st.none() | st.builds(ir.Lease, pool_references, expressions),
    ),
    st.builds(ir.Grow, pool_references, expressions),
    st.builds(ir.Drop, pool_references),
    st.builds(ir.Release, pool_references),
    st.builds(ir.Load, pool_references, expressions),
    st.builds(
        ir.Run,
        stage_references,
        st.sampled_from(ir.Mode),
        expressions,
        st.none() | pool_references,
    ),
    st.builds(ir.Branch, expressions, blocks, blocks),
    st.builds(ir.Loop, blocks),
    st.builds(ir.Choose, slots, expressions, keys),
)

pools = st.builds(
    ir.Pool,
    names,
    st.floats(allow_nan=False),
    st.none() | finite,
    st.builds(ir.EvictLru) | st.builds(ir.EvictBy, keys),
    st.sampled_from(ir.Preempt),
    st.none() | expressions,
    st.none()
    | st.builds(
        ir.Spill, st.integers(0, POOLS - 1), st.integers(0, STAGES - 1), expressions, expressions
    ),
    st.none() | st.integers(0, STAGES - 1),
)
steps = st.builds(
    ir.Step,
    expressions,
    expressions,
    expressions,
    st.builds(ir.ServeExclusivePrefill) | st.just(ir.ServeBy(())),
    st.none() | st.integers(0, POOLS - 1),
)
stages = st.builds(
    ir.Stage,
    names,
    st.builds(ir.Fifo, counts) | st.builds(ir.Ps, expressions) | st.builds(ir.Delay) | steps,
)
values = st.lists(st.tuples(slots, finite), max_size=3).map(tuple)
sessions = st.builds(ir.SessionValues, values, st.lists(values, max_size=2).map(tuple))
arrivals: st.SearchStrategy[ir.Arrival] = st.one_of(
    st.builds(ir.NoArrivals),
    st.builds(ir.Poisson, finite),
    st.builds(ir.Closed, counts),
    st.builds(ir.Batch, counts),
    st.builds(ir.Sessions, st.lists(sessions, max_size=2).map(tuple)),
)


def listed(
    element: st.SearchStrategy[object], length: int
) -> st.SearchStrategy[tuple[object, ...]]:
    return st.lists(element, min_size=length, max_size=length).map(tuple)


assignments = st.builds(ir.Set, slots, expressions)
in_order = st.lists(statements, max_size=2).map(tuple)
program_blocks = st.tuples(
    st.lists(assignments, max_size=2).map(tuple),  # of `init` and `turn` (WRK-1)
    listed(in_order, BLOCKS - 1),
).map(lambda parts: (parts[0], *parts[1]))

programs = st.builds(
    ir.Program,
    attributes=listed(names, ATTRIBUTES),
    observes=listed(names, OBSERVES),
    pools=listed(pools, POOLS),
    stages=listed(stages, STAGES),
    arrival=arrivals,
    trace=st.none() | names,
    trace_ordered=st.booleans(),
    init=st.just(0),
    turn=st.just(0),
    session=blocks,
    blocks=program_blocks,
    horizon=st.floats(1, 1e300),
    warmup=st.floats(0, 0.5),
    seed=counts,
    arrivals=st.none(),
    slots=st.builds(ir.BuiltinSlots, cached=slots, computed=slots),
    hidden=st.just(()),
    share=st.none(),
)


@given(programs, st.booleans())
@tried(30)
def test_reading_what_was_written_gives_the_program(program: ir.Program, compact: bool) -> None:
    assert validate(program) == []
    written = to_json(program, compact=compact)
    read = from_json(written)
    assert read == program
    assert repr(read) == repr(program)
    assert to_json(read, compact=compact) == written


@given(st.integers(0, 2**32), st.integers(1, 5))
@tried(80)
def test_any_damage_is_read_or_refused(seed: int, times: int) -> None:
    random = Random(seed)
    document = EVERYTHING
    for _ in range(times):
        document = mutate(document, random)
    try:
        program = from_json(json.dumps(document))
    except IrError:
        return
    assert from_json(to_json(program)) == program


@given(st.text(st.sampled_from('[]{},:"\\u0d8e1.-+ \n\tntf')))
@tried(300)
def test_what_is_json_is_what_the_standard_library_says(text: str) -> None:
    try:
        expected = json.loads(text)
    except ValueError:
        expected = JsonError
    try:
        value = parse_json(text)
    except JsonError:
        assert expected is JsonError or has_surrogate(expected)
    else:
        assert expected is not JsonError
        if isinstance(value, int | float | str) and not isinstance(value, bool):
            assert value == expected or math.isinf(float(expected))


def has_surrogate(value: object) -> bool:
    return "\\ud8" in json.dumps(value) or "\\ude" in json.dumps(value)
