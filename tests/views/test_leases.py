"""What views show of leases, `release`, `load` and `transfer`."""

from __future__ import annotations

import json

from sqlang.analysis import analyze
from sqlang.engine import run
from sqlang.ir.program import Program
from sqlang.source import Source
from sqlang.views.annotations import Annotation, annotate
from sqlang.views.annotations.reached import unreached_statements
from sqlang.views.recording import Recorder, Recording, from_json_value, to_json_value
from sqlang.views.recording.records import LeaseCounts, LeaseRow, LoadRow, ReleaseRow, Tally

TEXT = """
pool p { cap 20; } pool q { cap 12; } stage link : fifo(1);
workload { arrive batch(3); }
session {
  hold p (10) { run link (0.5); } cache (8) lease p (4)
  hold q (10) { transfer on link (1.5) from p to q (9); }
  release p;
  end;
}
run { horizon 5.25; }
"""


def recorded(text: str = TEXT) -> tuple[Program, Recording]:
    program = analyze(Source(text)).program
    assert program is not None
    recorder = Recorder(program)
    run(program, observer=recorder)
    return program, recorder.recording()


def shown(kind: str) -> list[Annotation]:
    program, recording = recorded()
    return [each for each in annotate(program, recording) if each.kind == kind]


# By hand: sessions 0 and 1 are admitted to `p` at 0 and leave it at 0.5 and 1, session 0 to `q` at
# 0.5. The link then serves 0 from 1 to 2.5, which releases its lease: session 2 is admitted to `p`.
# Session 1 is admitted to `q` at 2.5 and the link serves 2 up to 3 and 1 up to 4.5, when it
# releases its lease. Session 2 is then admitted to `q` and still on the link at the end.


def test_a_recording_keeps_leases_releases_and_loads_and_survives_json() -> None:
    _, recording = recorded()
    hold = recording.holds[2, 0]
    assert hold.leases == LeaseCounts(3, 0, Tally(2, 5.5, 2.0, 3.5))
    assert [row.lease for row in hold.rows] == [
        LeaseRow(10.0, 0.5, 2.5, "released"),
        LeaseRow(10.0, 1.0, 4.5, "released"),
        LeaseRow(10.0, 3.0, None, None),
    ]
    assert recording.loads[4, 1].rows == (LoadRow(2.5, 0, 9.0, 9.0), LoadRow(4.5, 1, 9.0, 9.0))
    assert recording.releases[4, 2].rows == (
        ReleaseRow(2.5, 0, 10.0, 8.0),
        ReleaseRow(4.5, 1, 10.0, 8.0),
    )
    assert recording.releases[2, 2].idle == 2
    assert from_json_value(json.loads(json.dumps(to_json_value(recording)))) == recording


def test_a_hold_tells_what_it_leased() -> None:
    first, _ = shown("hold")
    assert first.label == "admitted 3 · waited 0.8333 · leased 3 for 2.75"
    assert first.table.header[-2:] == ("leased", "lease over")
    assert [row[-2:] for row in first.table.rows] == [
        ("10 @0.5", "2.5 released"),
        ("10 @1", "4.5 released"),
        ("10 @3", "-"),
    ]


def test_an_expiry_is_told() -> None:
    program, recording = recorded(TEXT.replace("lease p (4)", "lease p (1)"))
    (label, _) = [each.label for each in annotate(program, recording) if each.kind == "hold"]
    assert label == "admitted 3 · waited 0.5 · leased 3 for 1 · expired 3"


def test_a_transfer_tells_what_was_loaded_and_released() -> None:
    (load,) = shown("load")
    assert load.label == "loaded 2 · units 9"
    assert load.table.rows == (("0", "2.5", "9", "9"), ("1", "4.5", "9", "9"))
    labels = [each.label for each in shown("release")]
    assert labels == ["nothing to release 2", "released 2 · units 10 · cached 8"]


def test_a_release_that_nobody_came_to_is_unreached() -> None:
    program, recording = recorded(TEXT.replace("horizon 5.25", "horizon 2"))
    assert {key for key in unreached_statements(program, recording) if key[0] == 4} == {
        (4, 1),
        (4, 2),
    }
