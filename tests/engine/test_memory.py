"""What a run keeps: nothing of sessions that ended, and a few bytes of each sample.

Nothing here waits for the collector of circular references: it is off.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from sqlang.engine import run
from sqlang.ir.program import Program
from tests.engine.programs import lowered

FLAT = 16_384
"""Bytes by which the greatest use of memory of two runs may differ."""

SERVING = """
let sessions = 12;
pool kv { cap 400; block 16; preempt lifo; }
pool slots { cap 6; admit via engine; }
stage engine : step { budget 64; chunk 32; cost 1 + 0.01 * tokens; memory kv; }
stage pause : delay;
workload { arrive closed(sessions); init { set prompt = floor(~uniform(20, 90)); } }
session {
  run pause (~exp(5));
  hold slots (1) {
    hold kv (prompt) reuse (cached) {
      prefill on engine (prompt) growing kv;
      decode on engine (20) growing kv;
    } cache (prompt)
  }
  end;
}
"""
REMOVED = """
pool room { cap 3; preempt lifo; }
stage gate : delay;
stage tick : delay;
workload { arrive closed(2); }
session {
  branch (serial == 0) { loop { hold room (1) { run gate (1e5); } } }
  loop { hold room (1) { run tick (1); grow room (2); } run tick (1); }
}
"""
OBSERVING = """
stage tick : delay; workload { arrive batch(1); }
session { loop { run tick (1); observe o = now; } }
"""


@pytest.fixture(autouse=True)
def _without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def program_of(text: str, horizon: float) -> Program:
    return lowered(f"{text} run {{ horizon {horizon:g}; }}")


def greatest_use(program: Program, *, sample_places: bool = True) -> int:
    """Bytes that are in use at most while the program runs."""
    tracemalloc.start()
    try:
        run(program, sample_places=sample_places)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("text", "horizon"),
    [
        pytest.param(SERVING, 400, id="serving"),
        pytest.param(REMOVED, 400, id="jobs that are taken out"),
    ],
)
def test_a_longer_run_needs_no_more_memory(text: str, horizon: float) -> None:
    greatest_use(program_of(text, 10))  # what is imported or cached once
    short = greatest_use(program_of(text, horizon))
    long = greatest_use(program_of(text, 8 * horizon))
    assert abs(long - short) < FLAT


def test_the_programs_do_what_they_are_for() -> None:
    serving = run(program_of(SERVING, 400))
    assert serving.ended > 50
    assert serving.stages[0].iterations > 200
    assert serving.pools[0].evicted_entries > 20
    removed = run(program_of(REMOVED, 400))
    assert removed.pools[0].preemptions > 100


@pytest.mark.parametrize(("sample_places", "most"), [(True, 40), (False, 8 * 17 / 16)])
def test_what_a_sample_takes(sample_places: bool, most: float) -> None:
    """8 bytes for the value alone, and a sixteenth more in reserve."""
    program = program_of(OBSERVING, 40_000)
    run(program)
    tracemalloc.start()
    try:
        report = run(program, sample_places=sample_places)
        kept, greatest = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert report.observes["o"].count == 40_000
    assert 8 * 40_000 <= kept < most * 40_000 + FLAT
    # The first 16,384 were in lists; and to find a percentile takes a little more for a moment.
    listed = 16_384 * (110 if sample_places else 32)
    assert greatest - kept < listed + 2 * 40_000 + FLAT


def test_the_report_is_the_same_without_the_places_of_samples() -> None:
    program = program_of(OBSERVING, 500)
    complete, short = run(program), run(program, sample_places=False)
    assert complete.json() == short.json()
    assert complete.observes["o"].times == complete.observes["o"].samples
    assert short.observes["o"].samples == complete.observes["o"].samples
    assert short.observes["o"].times == []
