"""What becomes of evicted units: spills into other pools (POOL-13, POOL-26)."""

from __future__ import annotations

import math

import pytest

from sqlang.engine import Limits
from sqlang.engine.observer import Eviction, JobEnd, JobStart, Spill
from tests.engine.programs import error_of, events_of, lines_of, report_of, samples_of


def filled(pools: str, after: str = "", sessions: int = 3, run: str = "horizon 100;") -> str:
    """Session i leaves 2 units in `ram` at time i; the last one then takes 8, which is all."""
    return f"""{pools} stage bus : fifo; stage gate : delay;
    workload {{ arrive batch({sessions}); init {{ set final = {sessions - 1}; }} }}
    session {{
      run gate (serial);
      branch (serial == final) {{ hold ram (8) {{ run gate (1); }} end; }}
      hold ram (2) {{ }} cache (inf)
      run gate (50);
      {after}
      end;
    }}
    run {{ {run} }}"""


WATCHED = "observe ram = cachedin(ram); observe ssd = cachedin(ssd);"


def samples(text: str, *names: str) -> list[list[float]]:
    report = report_of(text)
    return [observation.samples for name in names if (observation := report.observe(name))]


def test_evicted_units_come_to_the_same_session_in_another_pool() -> None:
    text = filled("pool ram { cap 8; spill ssd via bus (size) when (1); } pool ssd { }", WATCHED)
    assert samples(text, "ram", "ssd") == [[0.0, 0.0], [2.0, 2.0]]
    assert lines_of(text) == ["EVICT 2.0000 0 2", "EVICT 2.0000 1 2"]
    ram, ssd = report_of(text).pools
    assert (ram.spills, ram.evicted_entries, ram.evicted_units) == (2, 2, 4.0)
    assert (ssd.spills, ssd.evicted_entries, ssd.admissions) == (0, 0, 0)
    assert ssd.mean_cached == 4 * 98 / 100


def test_each_spill_is_a_job_without_a_session() -> None:
    text = filled("pool ram { cap 8; spill ssd via bus (size) when (1); } pool ssd { }")
    # Both start at 2: one is served for 2, the other waits for 2 and is served for 2.
    bus = report_of(text).stages[0]
    assert (bus.completed, bus.mean_wait, bus.mean_service) == (2, 1.0, 2.0)


def test_a_job_of_no_work_is_none() -> None:
    pools = "pool ram { cap 8; spill ssd via bus (0 - serial) when (1); } pool ssd { }"
    report = report_of(filled(pools))
    assert (report.stages[0].completed, report.pools[0].spills) == (0, 2)


def test_what_the_condition_refuses_is_gone() -> None:
    pools = "pool ram { cap 8; spill ssd via bus (1) when (serial); } pool ssd { }"
    text = filled(pools, WATCHED)
    assert samples(text, "ram", "ssd") == [[0.0, 0.0], [0.0, 2.0]]
    assert report_of(text).pools[0].spills == 1


def test_anything_but_zero_is_a_condition_that_holds() -> None:
    pools = "pool ram {{ cap 8; spill ssd via bus (1) when ({}); }} pool ssd {{ }}"
    for condition, spills in (("0/0 + serial", 2), ("-serial", 1), ("-0", 0), ("0.25", 2)):
        assert report_of(filled(pools.format(condition))).pools[0].spills == spills


def test_blocks_are_spilled_one_by_one_into_one_entry() -> None:
    pools = """pool ram { cap 8; block 1; spill ssd via bus (size) when (size + age > 2); }
    pool ssd { }"""
    text = filled(pools, WATCHED)
    # `size` is that of the block, `age` that of the entry: 2 for session 0, 1 for session 1.
    assert samples(text, "ram", "ssd") == [[0.0, 0.0], [2.0, 0.0]]
    assert lines_of(text) == [
        "EVICT 2.0000 0 1",
        "EVICT 2.0000 0 1",
        "EVICT 2.0000 1 1",
        "EVICT 2.0000 1 1",
    ]
    assert report_of(text).pools[0].spills == 2


def test_a_full_pool_takes_more_and_loses_it_only_at_the_next_spill() -> None:
    pools = "pool ram { cap 8; spill ssd via bus (1) when (1); } pool ssd { cap 2; }"
    text = filled(pools, WATCHED, sessions=4)
    # Room is made for nothing before the units come: 2, then 4 > 2 of capacity, then 2 + 2 again.
    assert lines_of(text) == [
        "EVICT 3.0000 0 2",
        "EVICT 3.0000 1 2",
        "EVICT 3.0000 2 2",
        "EVICT 3.0000 0 2",
    ]
    assert samples(text, "ssd") == [[0.0, 2.0, 2.0]]
    assert report_of(text).pools[1].evicted_entries == 1


def test_spills_go_down_a_chain() -> None:
    pools = """pool ram { cap 8; spill ssd via bus (1) when (1); }
    pool ssd { cap 1; spill tape via bus (9) when (serial == 0); } pool tape { }"""
    text = filled(pools, f"{WATCHED} observe tape = cachedin(tape);", sessions=4)
    # 0 comes to `ssd`; for 1, which is to follow, 0 goes on to `tape`; for 2, 1 is lost.
    assert lines_of(text) == [
        "EVICT 3.0000 0 2",
        "EVICT 3.0000 1 2",
        "EVICT 3.0000 0 2",
        "EVICT 3.0000 2 2",
        "EVICT 3.0000 1 2",
    ]
    assert samples(text, "ssd", "tape") == [[0.0, 0.0, 2.0], [2.0, 0.0, 0.0]]
    assert [pool.spills for pool in report_of(text).pools] == [3, 1, 0]


def test_a_clause_sees_the_session_as_it_is_and_its_snapshot_once_it_has_ended() -> None:
    text = """pool ram { cap 4; spill ssd via bus (10 * k) when (1); } pool ssd { }
    stage bus : delay; stage gate : delay;
    workload { arrive batch(3); }
    session {
      run gate (serial);
      set k = 1 + serial;
      hold ram (2) { } cache (inf)
      set k = 5;
      branch (serial == 0) { end; }
      run gate (2);
      branch (serial == 2) { hold ram (4) { } end; }
      run gate (9);
    }
    run { horizon 100; }"""
    # At 2, session 2 finds 0 gone and 1 there; at 4 it uses up its own entry for 4 units.
    report = report_of(text)
    assert lines_of(text) == ["EVICT 2.0000 0 2", "EVICT 4.0000 1 2"]
    assert report.stages[0].mean_service == (10 + 50) / 2


def test_a_clause_sees_who_waits() -> None:
    text = """pool ram { cap 4; spill ssd via bus (1) when (waiting); } pool ssd { }
    pool k { cap 1; } stage bus : delay; stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial == 2) { hold k (1) { run gate (1); hold ram (4) { run gate (1); } } end; }
      hold ram (2) { } cache (inf)
      branch (serial == 0) { hold k (1) { } }
      observe o = cachedin(ssd);
      run gate (9);
      observe o = cachedin(ssd);
    }"""
    # At 1 session 0 waits for `k`, session 1 is at the gate: only units of 0 are kept.
    assert samples_of(text) == [0.0, 2.0, 0.0, 2.0]


@pytest.mark.parametrize("order", ["lru", "by (k)"])
def test_an_entry_that_is_extended_keeps_its_snapshot_and_becomes_the_newest(order: str) -> None:
    text = f"""pool ram {{ cap 2; spill ssd via gate (0) when (1); }}
    pool ssd {{ cap 4; evict {order}; }}
    stage gate : delay;
    workload {{ arrive batch(4); }}
    session {{
      run gate (serial);
      set k = serial == 0 ? 7 : 3;
      branch (serial == 3) {{ run gate (1); hold ssd (1) {{ }} end; }}
      branch (serial == 2) {{ run gate (1); hold ram (2) {{ }} end; }}
      hold ram (2 - (serial == 0)) {{ }} cache (inf)
      branch (serial == 0) {{ run gate (2); set k = 1; hold ram (1) {{ }} cache (inf) }}
    }}"""
    # `ssd` gets one unit of 0 at 1, two of 1 at 2, the second unit of 0 at 3: at 4 the entry of 0
    # is the newest, and its k is 7, though it was 1 when the second unit was released.
    assert lines_of(text) == [
        "EVICT 1.0000 0 1",
        "EVICT 2.0000 1 2",
        "EVICT 3.0000 0 1",
        "EVICT 4.0000 1 2",
    ]


def test_a_dead_entry_is_spilled_under_its_own_number() -> None:
    text = """pool ram { cap 2; spill ssd via gate (0) when (1); } pool ssd { cap 0; }
    stage gate : delay;
    workload { arrive batch(3); }
    session {
      branch (serial > 0) { run gate (1 + serial); }
      hold ram (2) { } cache (inf)
      branch (serial == 0) { run gate (1); hold ram (1) reuse (1) { } }
    }"""
    assert lines_of(text) == [
        "EVICT 2.0000 4611686018427387904 1",
        "EVICT 3.0000 1 2",
        "EVICT 3.0000 4611686018427387904 1",
    ]


def test_keys_and_clauses_draw_from_the_eviction_stream_in_turn() -> None:
    # Its first draws are 0.5500466515255933 and 0.5519802424348131 (RNG-2).
    clause = "spill ssd via bus (~exp(1)) when (~bernoulli({}));"
    pools = f"pool ram {{ cap 8; {clause.format(0.56)} }} pool ssd {{ }}"
    bus = report_of(filled(pools, sessions=2)).stages[0]
    assert bus.mean_service == pytest.approx(-math.log(1 - 0.5519802424348131), rel=1e-15)
    order = "evict by (~uniform(0, 1));"
    pools = f"pool ram {{ cap 8; {order} {clause.format(0.551)} }} pool ssd {{ }}"
    assert report_of(filled(pools, sessions=2)).pools[0].spills == 0


def test_spills_before_the_end_of_the_warm_up_count_as_spills_but_not_as_jobs() -> None:
    pools = "pool ram { cap 8; spill ssd via bus (size) when (1); } pool ssd { }"
    report = report_of(filled(pools, run="horizon 100; warmup 5;"))
    assert (report.pools[0].spills, report.stages[0].completed) == (2, 1)


def test_observers_are_told_of_spills_and_their_jobs() -> None:
    pools = "pool ram { cap 8; spill ssd via bus (size) when (serial); } pool ssd { }"
    events = [
        event
        for event in events_of(filled(pools))
        if isinstance(event, Eviction | Spill)
        or (isinstance(event, JobStart | JobEnd) and event.serial is None)
    ]
    assert [type(event).__name__ for event in events] == [
        "Eviction",
        "Eviction",
        "Spill",
        "JobStart",
        "JobEnd",
    ]
    spill, start, end = events[2:]
    assert isinstance(spill, Spill)
    assert (spill.time, spill.pool, spill.target, spill.entry, spill.units) == (2.0, 0, 1, 1, 2.0)
    assert isinstance(start, JobStart)
    assert (start.statement, start.stage, start.work) == (None, 0, 2.0)
    assert isinstance(end, JobEnd)
    assert (end.statement, end.joined, end.started, end.time) == (None, 2.0, 2.0, 4.0)


def test_a_step_stage_takes_no_spills() -> None:
    text = filled(
        """pool ram { cap 8; spill ssd via e (1) when (1); } pool ssd { }
        stage e : step { budget 1; cost 1; }"""
    )
    error = error_of(text)
    assert error.code == "SQ993"
    assert error.message == "the step stage `e` cannot move what is spilled"
    # Without work nothing comes to the stage.
    assert report_of(text.replace("via e (1)", "via e (0)")).pools[0].spills == 2


def test_a_circle_without_end_is_stopped() -> None:
    pools = "pool ram { cap 8; spill ram via bus (1) when (1); }"
    error = error_of(filled(pools), limits=Limits(instant=1000))
    assert error.code == "SQ991"
    assert error.message == "no progress: the clock stands at 2 while pool `ram` goes on to spill"


def test_spills_beside_growth_preemption_reuse_and_an_engine() -> None:
    text = """pool m { cap 12; block 1; preempt lifo; evict by (waiting, last);
      spill t via f (0.2) when (1); }
    pool t { cap 4; evict by (-size); }
    stage f : fifo; stage d : delay;
    stage e : step { budget 4; chunk 2; cost 0.5; memory m; }
    workload { arrive poisson(0.9); }
    session { loop {
      turn;
      hold m (2) reuse (3) {
        run e prefill (max(1, 5 - cached)) growing m;
        run e decode (4) growing m;
        grow m (1.5);
        run d (0.3);
      } cache (computed + 6)
      run d (~exp(2));
      branch (turn_no >= 3) { end; }
    } }
    run { horizon 80; seed 4; warmup 5; }"""
    report = report_of(text)
    m, t = report.pools
    # Figures of the reference.
    assert (m.spills, m.evicted_entries, m.preemptions, m.stuck) == (487, 160, 231, 22)
    assert (t.evicted_entries, t.evicted_units, t.mean_cached) == (207, 484.0, 4.513735200879135)
    assert report.stages[0].completed == 373
    assert report.stages[0].mean_wait == 7.780785556526575
    assert report.events == 632
