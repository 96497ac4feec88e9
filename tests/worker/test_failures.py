"""Places of failures in terms that travel."""

from __future__ import annotations

from sqlang.ir import program as ir
from sqlang.worker.failures import place_of
from tests.views import separate_phases as phases


def test_a_node_leads_to_the_statement_stage_or_pool_around_it() -> None:
    program = phases.program()
    hold = program.blocks[2][2]
    engine = program.stages[phases.ENGINE].kind
    assert isinstance(hold, ir.Hold)
    assert isinstance(engine, ir.Step)
    assert place_of(program, hold.pools[1].units) == {"statement": [2, 2]}
    assert place_of(program, hold) == {"statement": [2, 2]}
    assert place_of(program, engine.budget) == {"stage": phases.ENGINE}
    assert place_of(program, program.pools[phases.KV].evict) == {"pool": phases.KV}


def test_a_node_of_the_workload_or_no_node_has_no_place() -> None:
    program = phases.program()
    assert place_of(program, program.arrival) == {}
    assert place_of(program, ir.Number(1.0)) == {}
