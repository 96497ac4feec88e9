"""The worker process: its messages, cancellation, bounds and its end."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sqlang.engine import run
from sqlang.ir.pieces import PieceWriter
from sqlang.ir.reading import from_json
from sqlang.ir.replace import replace
from sqlang.views.recording import Recording, from_json_value
from sqlang_server.runs.sending import SentPieces
from tests.worker import programs
from tests.worker.client import REPOSITORY, Worker

VECTOR = REPOSITORY / "tests" / "conformance" / "run" / "000-separate-phases.json"


def recorded(told: dict[str, Any]) -> Recording:
    """The recording in a message that has one."""
    return from_json_value(json.loads(told["recording"]))


def run_of(program: str, identity: object = 1, **options: object) -> dict[str, object]:
    return {"id": identity, "run": {"ir": program, **options}}


def test_a_run_is_announced_and_answered_with_its_report_and_recording() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.example(), identity="a"))
        assert worker.receive() == {"id": None, "ready": True}
        assert worker.receive() == {"id": "a", "ready": True}
        done = worker.answer("a")["done"]
    assert done["report"] == json.loads(VECTOR.read_text("utf-8"))["report"]
    assert done["stopped"] is None
    recording = recorded(done)
    assert [row.members[0].tokens for row in recording.stages[1].rows] == [2.0, 4.0, 1.0, 1.0]
    assert [row.used for row in recording.stages[1].rows] == [2.0, 7.0, 3.0, 4.0]


def test_the_first_lines_and_the_extremes_of_samples_are_told_if_wanted() -> None:
    recorded = json.loads(VECTOR.read_text("utf-8"))
    with Worker() as worker:
        worker.send(run_of(programs.example(), identity=1, lines=3))
        worker.send(run_of(programs.example(), identity=2))
        wanted, unwanted = (worker.answer(identity)["done"] for identity in (1, 2))
    assert wanted["lines"] == [4, recorded["iter"][:3]]
    assert unwanted["lines"] == [4, []]
    # Session 0 waits nothing and ends at 4, session 1 comes at 1 and ends at 2.
    assert wanted["extremes"] == {"ttft": [1.0, 1.0], "response": [1.0, 4.0]}


def test_runs_are_done_one_after_the_other() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.example(), identity=1, rows=1))
        worker.send(run_of(programs.example(), identity=2, rows=3))
        rows = [recorded(worker.answer(identity)["done"]).stages[1].rows for identity in (1, 2)]
    assert [len(each) for each in rows] == [1, 3]


def test_a_program_comes_in_pieces_of_which_the_most_are_there() -> None:
    """Some were sent ahead of the first run; the second one needs another horizon."""
    program = from_json(programs.example())
    sent, writer = SentPieces(), PieceWriter()
    longer = writer.pieces(replace(program, horizon=50.0))
    shorter = writer.pieces(replace(program, horizon=2.0))
    with Worker() as worker:
        worker.send({"pieces": sent.request(writer.pieces(program))["pieces"]})
        whole, cut = (sent.request(each) for each in (longer, shorter))
        worker.send({"id": 1, "run": whole})
        worker.send({"id": 2, "run": cut})
        reports = [worker.answer(identity)["done"]["report"] for identity in (1, 2)]
    assert [len(each["pieces"]["new"]) for each in (whole, cut)] == [1, 1]
    for report, horizon in zip(reports, (50.0, 2.0), strict=True):
        expected = run(replace(program, horizon=horizon), sample_places=False)
        assert report == json.loads(expected.json())


def test_a_piece_that_is_missing_is_told_and_the_worker_goes_on() -> None:
    numbers = {"frame": 7, "pools": [], "stages": [], "blocks": []}
    with Worker() as worker:
        worker.send({"id": 1, "run": {"pieces": {"new": [], "gone": []}, "program": numbers}})
        assert "KeyError" in worker.answer(1)["crashed"]
        worker.send(run_of(programs.example(), identity=2))
        assert "done" in worker.answer(2)


def test_a_bound_on_iterations_stops_the_run_and_says_so() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.example(), iterations=2))
        done = worker.answer(1)["done"]
    assert done["stopped"] == {"reason": "iterations", "time": 2.0}
    assert recorded(done).stages[1].iterations == 2


def test_a_deadline_stops_a_run_that_never_ends() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.endless(), deadline=0.1))
        done = worker.answer(1)["done"]
    assert done["stopped"]["reason"] == "deadline"
    assert 0 < done["stopped"]["time"] < 1e12


def test_partial_results_come_while_a_run_goes_on() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.endless(), deadline=5))
        assert worker.receive()["ready"]
        assert worker.receive()["ready"]
        partials = [worker.receive()["partial"] for _ in range(2)]
        worker.send({"cancel": 1})
        done = worker.answer(1)["done"]
    assert done["stopped"]["reason"] == "cancelled"
    assert done["stopped"]["time"] > 0
    assert (done["recording"], done["labels"], done["lines"]) == (None, "[]", [0, []])
    ended = [recorded(partial).totals.ended for partial in partials]
    assert 0 < ended[0] < ended[1]
    assert 0 < partials[0]["time"] < partials[1]["time"]


def test_a_run_that_waits_may_be_cancelled_too() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.endless(), identity=1))
        worker.send(run_of(programs.endless(), identity=2))
        worker.send({"cancel": 2})
        worker.send({"cancel": 1})
        reasons = [worker.answer(each)["done"]["stopped"]["reason"] for each in (1, 2)]
    assert reasons == ["cancelled", "cancelled"]


def test_cancelling_what_is_done_or_unknown_changes_nothing() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.example(), identity=1))
        worker.answer(1)
        worker.send({"cancel": 1})
        worker.send({"cancel": "never"})
        worker.send(run_of(programs.example(), identity=1))
        assert worker.answer(1)["done"]["stopped"] is None


def test_a_failed_run_names_statement_session_and_time() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.failing()))
        failed = worker.answer(1)["failed"]
    assert failed["code"] == "SQ901"
    assert failed["message"].endswith(
        "the guard is 2, not 0 or 1; a draw is written `branch with (p)`"
    )
    assert (failed["statement"], failed["serial"], failed["time"]) == ([2, 0], 1, 0)
    assert failed["values"] == [["serial", 1]]
    assert recorded(failed).totals.arrived == 2


@pytest.mark.parametrize(
    "line",
    [
        *("{", "[]", '{"id": 1, "run": {}}', "[" * 100_000, '{"id": 1, "run": {"ir": "{}"}}'),
        *('{"id": 1, "run": 1}', '{"pieces": {"new": [1]}}', '{"id": 1, "run": {"program": {}}}'),
        '{"pieces": {"new": [], "gone": [9]}}',
    ],
)
def test_a_message_that_makes_no_sense_is_answered_and_the_worker_goes_on(line: str) -> None:
    with Worker() as worker:
        worker.send_line(line)
        while "crashed" not in worker.receive():
            pass
        worker.send(run_of(programs.example(), identity=2))
        assert "done" in worker.answer(2)


def test_the_end_of_the_input_ends_an_idle_worker() -> None:
    with Worker() as worker:
        assert worker.receive()["ready"]
        assert worker.end_of_input() == 0


def test_the_end_of_the_input_ends_a_worker_in_the_middle_of_a_run() -> None:
    with Worker() as worker:
        worker.send(run_of(programs.endless()))
        while "partial" not in worker.receive():
            pass
        assert worker.end_of_input() == 0


def test_memory_is_bounded() -> None:
    with Worker("--memory", "64") as worker:
        worker.send(run_of(programs.crowded()))
        assert worker.answer(1)["done"]["stopped"]["reason"] == "memory"
        worker.send(run_of(programs.example(), identity=2))
        assert worker.answer(2)["done"]["stopped"] is None


def test_the_memory_of_a_timeline_is_bounded_too() -> None:
    with Worker("--memory", "64") as worker:
        worker.send(run_of(programs.crowded(), timeline=True))
        lines = worker.answer(1)["done"]["timeline"]["lines"]
    assert any("memory" in line[0] for line in lines)


def test_the_memory_of_a_comparison_is_bounded_too() -> None:
    path = "/work/crowded.sq"
    text = """stage s : delay;
workload { arrive poisson(1e9); }
session { run s (1e9); }
run { horizon 1e9; seed 1; }
"""
    asked = {"path": path, "directory": "/work", "texts": {path: text}}
    with Worker("--memory", "64") as worker:
        worker.send({"id": 1, "compare": {**asked, "changes": [["replace", "seed 2;", 4]]}})
        text = worker.answer(1)["done"]["text"]
    assert "memory" in text


def test_a_worker_loads_neither_parser_nor_server_nor_terminal() -> None:
    with Worker(interpreter_options=("-X", "importtime")) as worker:
        worker.send(run_of(programs.example()))
        worker.answer(1)
        assert worker.process.stdin is not None
        worker.process.stdin.close()
        assert worker.process.stderr is not None
        imported = {
            line.rpartition("|")[2].strip().partition(".")[0]
            for line in worker.process.stderr.read().decode().splitlines()
            if line.startswith("import time:")
        }
    assert "sqlang" in imported
    assert not imported & {"lark", "pygls", "lsprotocol", "rich", "regex", "asyncio"}


def test_what_is_printed_goes_to_standard_error(tmp_path: Path) -> None:
    script = tmp_path / "noise.py"
    script.write_text(
        "import os\n"
        "from sqlang.worker.channel import Channel\n"
        "channel = Channel.of_standard_streams()\n"
        "print('noise', flush=True)\n"
        "os.write(1, b'more noise\\n')\n"
        "channel.send({'id': 'é'})\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)],
        capture_output=True,
        check=True,
        env={"PYTHONPATH": str(REPOSITORY)},
    )
    assert json.loads(done.stdout) == {"id": "é"}
    assert done.stderr == b"noise\nmore noise\n"
