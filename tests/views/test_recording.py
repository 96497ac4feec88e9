"""What a recorder keeps: aggregates of everything, the first rows, bounded memory."""

from __future__ import annotations

import json
import math

from sqlang.engine.observer import (
    Ending,
    Eviction,
    Iteration,
    Member,
    PoolLevel,
    SampleTaken,
)
from sqlang.views.recording import Recorder, Recording, from_json_value, to_json_value
from sqlang.views.recording.occupancy import STRETCHES, OccupancySeries
from sqlang.views.recording.records import HoldRow, JobRow, Tally
from tests.views import separate_phases as phases


def record_example(rows: int = 20) -> Recording:
    recorder = Recorder(phases.program(), rows)
    for event in phases.events():
        recorder.event(event)
    return recorder.recording()


def text_of(recording: Recording) -> str:
    return json.dumps(to_json_value(recording))


def test_a_recording_survives_json() -> None:
    recording = record_example()
    assert from_json_value(json.loads(text_of(recording))) == recording


def test_numbers_that_are_not_finite_survive_json() -> None:
    recorder = Recorder(phases.program())
    for value in (math.inf, -math.inf):
        recorder.event(SampleTaken(0.0, 0, 0.0, phases.OBSERVE_TTFT, 0, value, counted=True))
    recording = recorder.recording()
    again = from_json_value(json.loads(text_of(recording)))
    assert again.samples[3, 1].rows == recording.samples[3, 1].rows
    assert again.samples[3, 1].values.least == -math.inf


def test_totals_tell_the_last_event_and_who_came_and_went() -> None:
    recorder = Recorder(phases.program())
    for event in [*phases.events(), Ending(4.0, 2, rejected=True)]:
        recorder.event(event)
    recorder.progress(20.0)
    assert recorder.recording().totals[:5] == (4.0, 20.0, 2, 3, 1)


def test_jobs_and_passages_through_holds_are_followed_to_their_end() -> None:
    recording = record_example()
    assert recording.runs[3, 0].jobs == (
        JobRow(0, (phases.ENGINE,), 2.0, 0.0, 0.0, 1.0),
        JobRow(1, (phases.ENGINE,), 4.0, 1.0, 1.0, 2.0),
    )
    assert recording.holds[2, 2].rows == (
        HoldRow(0, 0.0, 0.0, (1.0, 2.0), 0.0, None),
        HoldRow(1, 1.0, 1.0, (1.0, 4.0), 0.0, None),
    )


def test_a_job_that_has_not_ended_is_kept_open() -> None:
    recorder = Recorder(phases.program())
    for event in phases.events():
        if event.time == 0.0:
            recorder.event(event)
    assert recorder.recording().runs[2, 0].jobs == (JobRow(1, (0,), 1.0, 0.0, None, None),)


def test_aggregates_count_what_the_rows_leave_out() -> None:
    recording = record_example(rows=1)
    assert len(recording.samples[2, 3].rows) == 1
    assert recording.samples[2, 3].values == Tally(2, 5.0, 1.0, 4.0)
    assert recording.stages[phases.ENGINE].iterations == 4
    assert recording.stages[phases.ENGINE].prefilled == 6.0
    assert recording.stages[phases.ENGINE].decoded == 2.0
    assert len(recording.stages[phases.ENGINE].rows) == 1
    assert recording.runs[3, 0][3:5] == (2, 6.0)
    assert recording.branches[3, 2][:2] == (1, 1)


def test_evictions_are_summed() -> None:
    recorder = Recorder(phases.program())
    recorder.event(Eviction(1.0, phases.KV, 0, 1.5))
    recorder.event(Eviction(2.0, phases.KV, 1, 2.0))
    pool = recorder.recording().pools[phases.KV]
    assert (pool.evictions, pool.evicted) == (2, 3.5)


def test_a_recording_does_not_grow_with_the_run() -> None:
    def size_after(iterations: int) -> int:
        recorder = Recorder(phases.program(), rows=5)
        batch = tuple(Member(serial, 0.0, False, 1.0, phases.DECODE) for serial in range(100))
        for number in range(iterations):
            time = number / 4
            recorder.event(Iteration(time, phases.ENGINE, batch, 7.0, 0.0, 0.25))
            recorder.event(PoolLevel(time, phases.KV, float(number % 20), 0.0, 0, 1))
            recorder.event(SampleTaken(time, 1, 0.0, phases.OBSERVE_TTFT, 0, 1.0, counted=True))
        return len(text_of(recorder.recording()))

    assert size_after(9_000) < size_after(300) + 200


def test_cancelling_is_seen_by_the_run() -> None:
    recorder = Recorder(phases.program())
    assert not recorder.cancelled()
    recorder.cancel()
    assert recorder.cancelled()


def test_occupancy_keeps_the_greatest_level_of_each_stretch() -> None:
    series = OccupancySeries(horizon=20.0)
    for time, used in ((0.0, 2.0), (1.0, 7.0), (2.0, 3.0), (3.0, 4.0), (4.0, 0.0)):
        series.add(time, used, 0.0)
    occupancy = series.occupancy(4.0)
    assert STRETCHES / 2 < len(occupancy.used) <= STRETCHES
    seconds = [occupancy.used[int((at + 0.5) / occupancy.width)] for at in range(4)]
    assert seconds == [2.0, 7.0, 3.0, 4.0]


def test_occupancy_of_a_quiet_pool_lasts() -> None:
    series = OccupancySeries(horizon=20.0)
    series.add(0.0, 5.0, 1.0)
    occupancy = series.occupancy(1000.0)
    assert set(occupancy.used) == {5.0}
    assert set(occupancy.cached) == {1.0}
    assert occupancy.width * len(occupancy.used) >= 1000.0
