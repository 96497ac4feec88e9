"""Timelines of runs that were followed by hand, by the rules of part 4."""

from __future__ import annotations

import math

import pytest

from sqlang.views.timeline.records import (
    BatchMember,
    Bin,
    Block,
    Holding,
    Level,
    Portion,
    PreemptionMark,
    Segment,
    Window,
)
from tests.views.timeline.runs import SEPARATE_PHASES, recorded, vector

DESK_OF_FORTY = """
stage desk : fifo(1);
workload { arrive batch(40); }
session { run desk (1); }
run { horizon 100; }
"""
HELD_FOREVER = """
pool slots { cap 1; }
stage desk : delay;
workload { arrive batch(2); }
session { hold slots (1) { run desk (3); run desk (4); run desk (50); } }
run { horizon 9; }
"""
PREFILL, DECODE, HOLD, GATE = (3, 0), (4, 0), (2, 2), (2, 0)


def test_each_iteration_is_a_block() -> None:
    timeline = recorded(SEPARATE_PHASES)
    assert [
        (block.start, block.end, block.prefilled, block.decoded) for block in timeline.blocks
    ] == [
        (0, 1, 2, 0),
        (1, 2, 4, 0),
        (2, 3, 0, 1),
        (3, 4, 0, 1),
    ]
    members = (BatchMember(1, 0.0, True, 4.0, PREFILL),)
    assert timeline.blocks[1] == Block(1, 1, 2, 1, members, (PREFILL,), 4, 0, 7, 0, 1)
    assert (timeline.end, timeline.complete, timeline.width) == (4.0, True, 0.0)


def test_a_row_tells_the_life_of_a_session() -> None:
    first, second = recorded(SEPARATE_PHASES).sessions
    assert first.segments == (
        Segment("prefill", 0, 1, PREFILL, (1,)),
        Segment("decode", 1, 4, DECODE, (1,)),
    )
    assert first.portions == (
        Portion(True, 0, 1, 1, 2, PREFILL, 1),
        Portion(False, 2, 4, 2, 2, DECODE, 1),
    )
    assert first.holdings == (Holding(0, 4, HOLD, (0, 1), (1, 2), 0),)
    assert second.segments == (
        Segment("stage", 0, 1, GATE, (0,)),
        Segment("prefill", 1, 2, PREFILL, (1,)),
    )
    assert second.holdings == (Holding(1, 2, HOLD, (0, 1), (1, 4), 0),)
    assert [(row.serial, row.arrived, row.ended) for row in (first, second)] == [
        (0, 0, 4),
        (1, 0, 2),
    ]


def test_pools_and_stages_have_levels() -> None:
    timeline = recorded(SEPARATE_PHASES)
    gate = timeline.jobs[0]
    assert (gate.name, gate.kind, gate.jobs) == ("gate", "delay", 1)
    assert gate.levels.changes == (Level(0, 1, 0), Level(1, 0, 0))
    kv = timeline.pools[1]
    assert (kv.name, kv.capacity, kv.levels.peak) == ("kv", 20, 7)
    assert kv.levels.changes == (
        Level(0, 2, 0),
        Level(1, 7, 0),
        Level(2, 3, 0),
        Level(3, 4, 0),
        Level(4, 0, 0),
    )
    assert timeline.population.changes == (Level(0, 2, 0), Level(2, 1, 0), Level(4, 0, 0))


def test_a_preempted_session_waits_again() -> None:
    # After the prefills of 8 tokens the pool of 16 is full; at 1 session 0 grows by a block of 2.
    timeline = recorded(vector("126-step-preempt-lifo"))
    assert timeline.preemptions == (PreemptionMark(1, 1, 1, (2, 0)),)
    row = timeline.sessions[1]
    assert [(each.kind, each.start, each.end) for each in row.segments] == [
        ("prefill", 0, 1),
        ("requeued", 1, 6),
        ("prefill", 6, 7),
        ("decode", 7, 9),
    ]
    assert [(each.start, each.end) for each in row.holdings] == [(0, 1), (6, 9)]
    assert list(row.preemptions) == [1]
    assert timeline.population.changes == (
        Level(0, 2, 0),
        Level(1, 1, 1),
        Level(6, 1, 0),
        Level(9, 0, 0),
    )


def test_a_member_that_is_put_out_of_a_running_iteration_is_lost() -> None:
    # Two engines share a pool of 10. The quick one's session has 3 and needs a fourth at 3 and a
    # fifth at 4, which only the session of the slow one can give up, whose iteration ends at 5.
    timeline = recorded(
        """
        pool m { cap 10; preempt lifo; }
        stage slow : step { budget 9; cost 5; memory m; }
        stage quick : step { budget 9; cost 1; memory m; }
        workload { arrive batch(2); }
        session {
          branch (serial == 0) { hold m (3) { decode on quick (6) growing m; } }
          else { hold m (6) { decode on slow (4) growing m; } }
          end;
        }
        run { horizon 20; }
        """
    )
    slow = next(lane for lane in timeline.steps if lane.name == "slow")
    [member] = slow.blocks[0].members
    assert timeline.preemptions[0].time == 4
    assert (slow.blocks[0].start, slow.blocks[0].end, member.lost) == (0, 5, True)
    assert timeline.sessions[1].portions[0][1:3] == (0, 4)


def test_a_flow_is_at_all_its_stages() -> None:
    # Three jobs of 1 share `tx` of 1.5; each alone has a receiver of 0.75.
    timeline = recorded(vector("158-flow-two-ends"))
    lanes = {lane.name: lane for lane in timeline.jobs}
    assert list(lanes) == ["tx", "rx[0]", "rx[1]", "rx[2]", "z"]
    assert [lane.family for lane in timeline.jobs] == [0, 1, 1, 1, 4]
    assert timeline.sessions[1].segments[:2][1].stages == (0, 2)
    assert lanes["tx"].levels.peak == 3
    assert lanes["rx[2]"].levels.peak == 1


def test_each_step_stage_has_its_lane() -> None:
    # The iterations of the vector's ITER lines, at `a` with cost 1, at `b` with 0.75.
    timeline = recorded(vector("138-step-two-engines"))
    a, b = timeline.steps
    assert [block.start for block in a.blocks] == [0, 1, 2]
    assert [block.start for block in b.blocks] == [1, 1.75, 2.5, 3.25, 4, 4.75]
    assert (timeline.blocks[1].stage, timeline.blocks[2].stage) == (0, 1)


def test_jobs_at_a_queue_wait_and_are_served() -> None:
    # Three jobs of 2 at one server: served from 0, 2 and 4.
    timeline = recorded(
        """
        stage one : fifo(1);
        workload { arrive batch(3); }
        session { run one (2); end; }
        run { horizon 20; }
        """
    )
    assert timeline.jobs[0].levels.changes == (
        Level(0, 1, 2),
        Level(2, 1, 1),
        Level(4, 1, 0),
        Level(6, 0, 0),
    )
    assert [(each.kind, each.start, each.end) for each in timeline.sessions[2].segments] == [
        ("waiting", 0, 4),
        ("stage", 4, 6),
    ]


def test_a_session_that_waits_for_room_to_grow_is_shown_so() -> None:
    # Session 1 wants a second unit at 1, which session 0 gives back at 3.
    timeline = recorded(
        """
        pool m { cap 3; }
        stage z : delay;
        workload { arrive batch(2); }
        session {
          branch (serial == 0) { hold m (2) { run z (3); } }
          else { hold m (1) { run z (1); grow m (1); run z (1); } }
          end;
        }
        run { horizon 20; }
        """
    )
    assert [(each.kind, each.start, each.end) for each in timeline.sessions[1].segments] == [
        ("stage", 0, 1),
        ("growing", 1, 3),
        ("stage", 3, 4),
    ]


ENDLESS = """
stage e : step { budget 4; cost 1; }
workload { arrive closed(1); }
session { run e prefill (4); run e decode (3); end; }
run { horizon 1e9; }
"""


def test_many_iterations_are_blocks_first_and_bins_throughout() -> None:
    # One iteration in 4 prefills. At 4097 bins of 8 reach no further than 4096, so they are of 16.
    timeline = recorded(ENDLESS, iterations=4097)
    [lane] = timeline.steps
    assert (lane.iterations, len(lane.blocks), lane.exact_until) == (4097, 2000, 2000)
    assert (timeline.end, timeline.width) == (4097, 16)
    assert timeline.complete is False
    assert len(lane.bins) == 257
    assert {lane.bins[0], lane.bins[200]} == {Bin(0.25, 0.75, 0, 16, 16, 12)}
    assert sum(each.iterations for each in lane.bins) == 4097


def test_a_window_is_kept_exactly() -> None:
    timeline = recorded(ENDLESS, Window(3000.5, 3005), iterations=4097)
    [lane] = timeline.steps
    assert [block.start for block in lane.blocks] == [3000, 3001, 3002, 3003, 3004, 3005]
    assert lane.exact_until == 3006
    # Sessions take 4 each, so 750 lives when the window opens and 751 comes at 3004.
    assert [row.serial for row in timeline.sessions] == [750, 751]
    assert timeline.arrived == 1025
    assert timeline.population.changes[0] == Level(3000.5, 1, 0)


def test_rows_are_those_of_the_first_sessions() -> None:
    timeline = recorded(ENDLESS, iterations=4097)
    assert [row.serial for row in timeline.sessions] == list(range(24))


def test_rows_begin_with_the_session_asked_for() -> None:
    rows = recorded(DESK_OF_FORTY, first_session=5).sessions
    assert [row.serial for row in rows] == list(range(5, 29))


def test_sessions_stand_out_in_the_whole_run() -> None:
    """Session N waits N seconds at the desk: the last twelve waited and lived longest."""
    timeline = recorded(DESK_OF_FORTY, Window(0, 3))
    assert [(each.serial, each.waited, each.lived) for each in timeline.notable] == [
        (serial, serial, serial + 1) for serial in range(39, 27, -1)
    ]
    assert not any(each.live for each in timeline.notable)


def test_of_equal_sessions_the_first_stand_out() -> None:
    text = DESK_OF_FORTY.replace("fifo(1)", "delay")
    assert [each.serial for each in recorded(text).notable] == list(range(12))


def test_who_still_waits_stands_out_too() -> None:
    """Session 1 waits for the only slot until the run is over; session 0 has it from the start."""
    first, second = recorded(HELD_FOREVER).notable
    assert (first.serial, first.waited, first.lived, first.live) == (1, 7, 7, True)
    assert (second.serial, second.waited, second.lived, second.live) == (0, 0, 7, True)


@pytest.mark.parametrize("name", ["126-step-preempt-lifo", "098-pool-preempt-nested"])
def test_a_row_shows_each_wait_by_which_its_session_stands_out(name: str) -> None:
    timeline = recorded(vector(name))
    notable = {each.serial: each for each in timeline.notable}
    assert any(each.preemptions for each in notable.values())
    waits = ("queued", "requeued", "waiting", "growing")
    for row in timeline.sessions:
        if row.serial in notable:
            ends = [(each, timeline.end if each.end is None else each.end) for each in row.segments]
            waited = sum(end - each.start for each, end in ends if each.kind in waits)
            assert math.isclose(notable[row.serial].waited, waited, abs_tol=1e-9)
            assert notable[row.serial].preemptions == len(row.preemptions)


def test_only_as_many_lanes_are_kept_as_can_be_shown() -> None:
    timeline = recorded(
        """
        pool m[30] { cap 3; }
        stage z[40] : delay;
        workload { arrive batch(40); }
        session { run z[serial] (1); end; }
        run { horizon 20; }
        """
    )
    assert (len(timeline.jobs), timeline.more_stages) == (24, 16)
    assert (len(timeline.pools), timeline.more_pools) == (24, 6)


def test_an_empty_run_has_an_empty_timeline() -> None:
    timeline = recorded(
        "stage z : delay; workload { arrive none; } session { end; } run { horizon 5; }"
    )
    assert (timeline.end, timeline.blocks, timeline.sessions) == (0, (), ())


def test_iterations_without_cost_are_blocks_without_length() -> None:
    timeline = recorded(ENDLESS.replace("closed(1)", "batch(1)").replace("cost 1", "cost 0"))
    assert [(block.start, block.end) for block in timeline.blocks] == [(0, 0)] * 4
    assert (timeline.end, timeline.sessions[0].segments) == (0, ())


def test_a_timeline_may_be_asked_for_while_the_run_goes_on() -> None:
    timeline = recorded(ENDLESS.replace("cost 1", "cost 1e300"), iterations=1)
    assert timeline.blocks[0].end == 1e300
    assert timeline.sessions[0].segments == (Segment("prefill", 0, None, (2, 0), (0,)),)
    assert timeline.steps[0].exact_until == math.inf
