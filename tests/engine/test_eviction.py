"""In which order entries are evicted (POOL-10 to POOL-13), also while spills come back (POOL-26).

What happens then is not in the specification: the values are those of the reference.
"""

from __future__ import annotations

import json

import pytest

import sqlang
from sqlang.engine import Limits, RunError, run
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import lines_of, lowered

ONCE = "spill ram via bus (1) when (age > 0);"
"""What is evicted comes back to the pool, but only once."""


def evicted(pools: str, units: str = "1", sessions: int = 2) -> str:
    """`ENTRY:UNITS` of every eviction.

    Session i leaves `units` in `ram` at time i; the last one then takes 8, which is all.
    """
    lines = lines_of(
        f"""{pools} stage bus : delay; stage gate : delay;
        workload {{ arrive batch({sessions + 1}); }}
        session {{
          run gate (serial);
          branch (serial == {sessions}) {{ hold ram (8) {{ }} end; }}
          hold ram ({units}) {{ }} cache (inf)
          run gate (50);
        }}"""
    )
    return " ".join(f"{entry}:{units}" for _, _, entry, units in map(str.split, lines))


def test_whole_entries_that_come_back_are_evicted_again() -> None:
    assert evicted(f"pool ram {{ cap 8; {ONCE} }}") == "0:1 1:1 0:1 1:1"
    order = "evict by (size);"
    assert evicted(f"pool ram {{ cap 8; {order} {ONCE} }}", "1 + serial") == "0:1 0:1 1:2 1:2"


@pytest.mark.parametrize("order", ["", "evict by (last);", "evict by (price(bus, 0, size));"])
def test_where_several_blocks_must_go_entries_that_come_back_are_left_alone(order: str) -> None:
    pools = f"pool ram {{ cap 8; block 1; {order} {ONCE} }}"
    assert evicted(pools) == "0:1 1:1"
    # Entries that still have a block stay candidates, as their last block comes back.
    assert evicted(pools, "2") == "0:1 1:1 0:1 0:1 1:1 1:1"
    # Only one block must go: 0 comes back and goes again.
    assert evicted(pools, sessions=1) == "0:1 0:1"


@pytest.mark.parametrize("key", ["serial + 0 * queue(bus)", "~det(serial)", "serial, used(ram)"])
def test_keys_that_may_change_meanwhile_are_evaluated_for_all_entries_each_time(key: str) -> None:
    assert evicted(f"pool ram {{ cap 8; block 1; evict by ({key}); {ONCE} }}") == "0:1 0:1 1:1 1:1"


def test_an_entry_that_is_extended_meanwhile_keeps_its_rank() -> None:
    text = """pool ram { cap 10; block 1; spill ssd via bus (1) when (1); }
    pool ssd { cap 0; block 1; spill ram via bus (1) when (age > 0); }
    stage bus : delay; stage gate : delay;
    workload { arrive batch(5); }
    session {
      branch (serial == 0) { run gate (1); hold ram (9) { } end; }
      branch (serial == 4) { run gate (5); hold ram (7) { } end; }
      run gate (serial == 1 ? 0 : serial == 2 ? 2 : 4.5);
      hold ram (2) { } cache (inf)
      branch (serial == 1) { run gate (4); hold ram (2) { } cache (inf) }
      run gate (50);
    }"""
    # At 5 the block that 1 has in `ssd` comes back for the first one of 2: 1 would be the newest.
    lines = [line.removeprefix("EVICT 5.0000 ") for line in lines_of(text)]
    assert lines == ["EVICT 1.0000 1 1", "2 1", "1 1", "2 1", "2 1", "1 1", "2 1", "3 1", "1 1"]


def test_keys_are_in_total_order_and_compared_one_after_the_other() -> None:
    def first_victims(keys: str) -> str:
        return evicted(f"pool ram {{ cap 8; evict by ({keys}); }}", "2", sessions=4)

    assert first_victims("serial == 2 ? 0/0 : -1/0") == "2:2 0:2 1:2 3:2"
    assert first_victims("serial == 2 ? -0 : 0") == "2:2 0:2 1:2 3:2"
    assert first_victims("serial == 2 ? ln(0 - 1) : 1/0") == "0:2 1:2 3:2 2:2"
    assert first_victims("serial > 1, -serial") == "1:2 0:2 3:2 2:2"
    assert first_victims("size, last < 2, -age") == "2:2 3:2 0:2 1:2"


@pytest.mark.parametrize("block", [0.0, -1.0, 1e-300])
def test_blocks_that_no_text_can_give(block: float) -> None:
    text = """pool m { cap 4; block 2; } stage gate : delay; workload { arrive batch(2); }
    session { run gate (serial); hold m (3) { observe o = now; } cache (3) run gate (9); }"""
    written = json.loads(to_json(lowered(text)))
    written["pools"][0]["block"] = block
    program = from_json(json.dumps(written))
    if block == 0.0:
        # Units in blocks of 0 are not a number: they fit nowhere, and are more than no capacity.
        pool = run(program).pools[0]
        assert (pool.admissions, pool.rejected) == (0, 0)
        return
    with pytest.raises(RunError, match="no progress: evicting a block of pool `m` makes no room"):
        run(program, limits=Limits(instant=1000))


@pytest.mark.parametrize(
    "clause",
    ["evict by (used(f[k]))", "spill f via gate (queued(f[k])) when (1)"],
)
def test_an_index_past_the_family_names_the_reference_and_the_session(clause: str) -> None:
    text = f"""pool ram {{ cap 4; {clause}; }} pool f[2] {{ }}
    stage gate : delay; workload {{ arrive batch(2); }}
    session {{ set k = 2 + serial; run gate (serial); hold ram (3) {{ }} cache (3) run gate (9); }}
    run {{ horizon 9; }}"""
    program = sqlang.compile(source=text)
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(program)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "SQ902"
    assert diagnostic.message == "index 2 out of range (count 2)"
    assert diagnostic.span.text == "f[k]"
    assert [related.message for related in diagnostic.related] == [
        "in session 0 at time 1, where k = 2"
    ]
