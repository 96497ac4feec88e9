"""The timeline in text: what each line says, where it comes from, and that there are not many."""

from __future__ import annotations

from sqlang.engine import Limits, run
from sqlang.views.timeline import Timeline, TimelineRecorder
from sqlang.views.timeline.text import (
    ITERATIONS_SHOWN,
    SESSIONS_SHOWN,
    STATES_SHOWN,
    timeline_lines,
)
from tests.engine.programs import lowered

PROGRAM = """pool kv { cap 4; }
stage engine : step { cost 1; memory kv; }
stage cpu : fifo;
workload { arrive batch(2); }
session {
  hold kv (3) {
    run engine decode (2);
  }
  run cpu (1);
}
run { horizon 20; }
"""
"""By hand: the second session waits for the first one's units, from 0 to 2."""


def timeline_of(text: str, limits: Limits | None = None) -> Timeline:
    program = lowered(text)
    recorder = TimelineRecorder(program)
    run(program, observer=recorder, limits=limits or Limits())
    return recorder.timeline()


def test_the_lines_of_a_small_run() -> None:
    lines = timeline_lines(timeline_of(PROGRAM), "a.sq")
    assert [line.text for line in lines if "|" not in line.text and line.text] == [
        "a.sq · 0 to 5 · 2 sessions",
        "stage engine: 4 iterations",
        "stage cpu: fifo, 2 jobs",
        "pool kv: capacity 4, peak 3",
        "session 0: arrived 0, ended 3",
        "           0 … 2           decode",
        "           0 … 2           holds 3",
        "           2 … 3           stage",
        "session 1: arrived 0, ended 5",
        "           0 … 2           queued",
        "           2 … 4           decode",
        "           2 … 4           holds 3",
        "           4 … 5           stage",
    ]
    assert [line.text for line in lines if line.kind == "iteration"] == [
        "           0 … 1           0:d1  | used 3",
        "           1 … 2           0:d1  | used 3",
        "           2 … 3           1:d1  | used 3",
        "           3 … 4           1:d1  | used 3",
    ]


def test_lines_tell_their_times_and_their_places_in_the_program() -> None:
    lines = timeline_lines(timeline_of(PROGRAM))
    first = next(line for line in lines if line.kind == "iteration")
    assert (first.start, first.end) == (0.0, 1.0)
    (statement,) = first.places
    assert statement in {place for line in lines if line.kind == "decode" for place in line.places}
    assert [line.places for line in lines if line.kind == "pool"] == [("pool0",)]
    assert [line.places for line in lines if line.kind == "stage" and line.text[0] == "s"] == [
        ("stage0",),
        ("stage1",),
    ]


def test_bars_show_when_it_was_how_full() -> None:
    """3 of 4 units, for 4 of 5 units of time: 48 of 60 columns."""
    bars = [line.text for line in timeline_lines(timeline_of(PROGRAM)) if "used     |" in line.text]
    assert bars == ["  used     |" + "▆" * 48 + " " * 12 + "|"]


def test_what_went_wrong_is_told_in_one_line() -> None:
    lines = timeline_lines(timeline_of(PROGRAM), "a\nb.sq", "stopped\nat 3")
    assert lines[0].text.startswith("a\N{REPLACEMENT CHARACTER}b.sq · ")
    assert lines[1].text == "stopped at 3"


def test_a_long_run_has_few_lines() -> None:
    text = """stage engine : step { cost 0.01; budget 2; }
workload { arrive batch(2); }
session { loop { run engine decode (3); } }
run { horizon 1000; }
"""
    lines = timeline_lines(timeline_of(text, Limits(iterations=10_000)))
    assert len(lines) < ITERATIONS_SHOWN + SESSIONS_SHOWN * (STATES_SHOWN + 3) + 20
    texts = [line.text for line in lines]
    assert f"  … {10_000 - ITERATIONS_SHOWN} iterations more" in texts
    assert any(text.startswith("  decode   |█") for text in texts)
