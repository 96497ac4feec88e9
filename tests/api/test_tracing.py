"""`sqlang.trace`: everything that happens in a run, as events and as rows."""

from __future__ import annotations

from pathlib import Path

import pytest

import sqlang
from sqlang.api.rows import COLUMNS
from sqlang.engine.observer import Arrival, Event, Observer

EXAMPLE = Path(__file__).parents[2] / "examples" / "separate_phases.sq"
SHOWN = ("time", "event", "session", "line", "stage", "pool", "name", "value", "tokens", "units")


def shown(row: dict[str, str | int | float | None]) -> str:
    return " ".join(str(row[column]) for column in SHOWN if row[column] is not None)


def test_an_iteration_has_a_row_and_each_of_its_members() -> None:
    rows = sqlang.trace(sqlang.compile(EXAMPLE)).to_rows()
    iterations = [shown(row) for row in rows if row["tokens"] is not None]
    # The lines of docs/spec/07, section 1, with their costs and the units in use.
    assert iterations == [
        "0.0 iteration engine 1.0 2.0 2.0",
        "0.0 prefill 0 23 engine 2.0",
        "1.0 iteration engine 1.0 4.0 7.0",
        "1.0 prefill 1 23 engine 4.0",
        "2.0 iteration engine 1.0 1.0 3.0",
        "2.0 decode 0 25 engine 1.0",
        "3.0 iteration engine 1.0 1.0 4.0",
        "3.0 decode 0 25 engine 1.0",
    ]


def test_rows_of_a_session_in_order() -> None:
    text = """pool m { cap 1; } stage d : delay;
    workload { arrive batch(2); }
    session {
      set a = 3; hold m (1) { run d (2); observe o = now; }
      branch (serial == 0) { }
    }
    run { horizon 9; warmup 3; }"""
    rows = sqlang.trace(sqlang.compile(source=text)).to_rows()
    assert {tuple(row) for row in rows} == {COLUMNS}
    of_second = [shown(row) for row in rows if row["session"] == 1]
    assert of_second == [
        "0.0 arrive 1",
        "0.0 set 1 4 a 3.0",
        "0.0 queue 1 4 m",
        "2.0 admit 1 4 m 1.0",
        "2.0 join 1 4 d 2.0",
        "4.0 done 1 4 d 2.0",
        "4.0 observe 1 4 o 4.0",
        "4.0 give back 1 4 m 1.0",
        "4.0 branch 1 5 0.0",
        "4.0 end 1",
    ]
    waits = [row["waited"] for row in rows if row["event"] == "admit"]
    assert waits == [0.0, 2.0]
    assert "unmeasured" in {row["event"] for row in rows}  # the first sample is of the warm-up
    assert [shown(row) for row in rows if row["event"] == "level"][-1] == "4.0 level m 0.0"


def test_rows_of_leases_and_of_what_is_loaded_released_and_spilled() -> None:
    """By POOL-22 to POOL-26; session 1 takes the whole of `ram` at 3, where session 0 has 2."""
    text = """pool ram { cap 8; spill ssd via bus (size) when (1); } pool ssd { }
    stage bus : fifo; stage gate : delay;
    workload { arrive batch(2); }
    session {
      run gate (3 * serial);
      branch (serial == 1) { hold ram (8) { release ram; } end; }
      hold ram (2) {
        load ram (2);
      } cache (2) lease ram (1)
      run gate (9);
    }
    run { horizon 20; }"""
    rows = sqlang.trace(sqlang.compile(source=text)).to_rows()
    words = ("load", "lease", "lease end", "release", "spill", "evict")
    assert [shown(row) for row in rows if row["event"] in words] == [
        "0.0 load 0 8 ram 2.0 2.0",
        "0.0 lease 0 7 ram 1.0 2.0",
        "1.0 lease end 0 7 ram expired 2.0",
        "3.0 evict 0 ram 2.0",
        "3.0 spill 0 ram ssd 2.0",
        "3.0 release 1 6 ram 8.0",
    ]
    assert [row["cached"] for row in rows if row["event"] == "lease end"] == [2.0]
    # The job of the spill belongs to no session and to no statement.
    moved = [shown(row) for row in rows if row["stage"] == "bus"]
    assert moved == ["3.0 join bus 2.0", "5.0 done bus 2.0"]


def test_events_lead_to_their_text() -> None:
    trace = sqlang.trace(sqlang.compile(EXAMPLE))
    spans = {span.text for event in trace.events if (span := trace.span(event)) is not None}
    assert "run gate (serial);" in spans
    assert trace.span(trace.events[0]) is None  # an arrival is no statement
    assert [each.cost for each in trace.iterations] == [1.0] * 4
    assert trace.report is not None
    assert trace.report.json() == sqlang.run(trace.program).json()


def test_a_program_from_json_has_no_lines() -> None:
    program = sqlang.Program.from_json(sqlang.compile(EXAMPLE).to_json())
    assert {row["line"] for row in sqlang.trace(program).to_rows()} == {None}


def test_a_failed_run_is_told_up_to_its_failure() -> None:
    text = "workload { arrive batch(1); } session { set a = 2; branch (a) { } } run { horizon 1; }"
    trace = sqlang.trace(sqlang.compile(source=text))
    assert trace.report is None
    assert trace.failure is not None
    assert (trace.failure.code, [type(each).__name__ for each in trace.events]) == (
        "SQ901",
        ["Arrival", "Assignment"],
    )


def test_a_bound_ends_a_trace() -> None:
    trace = sqlang.trace(sqlang.compile(EXAMPLE), iterations=2)
    assert trace.report is not None
    assert trace.report.stopped is not None
    assert len(trace.iterations) == 2


def test_an_observer_is_subclassed_and_told() -> None:
    class Counter(sqlang.Observer):
        def __init__(self) -> None:
            super().__init__()
            self.arrived = 0

        def event(self, event: Event) -> None:
            self.arrived += isinstance(event, Arrival)

    counter = Counter()
    report = sqlang.run(sqlang.compile(EXAMPLE), observer=counter)
    assert counter.arrived == report.arrivals == 2
    assert isinstance(counter, Observer)


@pytest.mark.parametrize("name", ["a.csv", "b/a.csv"])
def test_a_trace_file_at_fault_leads_to_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / name).write_text("0,0,1,2,3\n0,1,1,y,3\n")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.read_trace(name)
    (found,) = caught.value.diagnostics
    assert (found.code, found.span.text) == ("SQ924", "y")
    assert str(caught.value).startswith(f"{name}:2:7: error SQ924: trace {name}: line 2: ")
