"""What is shown of jobs that hold several stages at once."""

from __future__ import annotations

from sqlang.engine import run
from sqlang.ir.program import Program
from sqlang.views.annotations import Annotation, annotate
from sqlang.views.outcome import Outcome
from sqlang.views.recording import Recorder
from tests.engine.programs import lowered

TEXT = """share maxmin; stage up : ps(1); stage down[2] : ps(2);
workload { arrive batch(2); }
session { run up, down[1 - serial] (2); run up (serial); }
run { horizon 8; }"""


def annotations_of(program: Program) -> list[Annotation]:
    recorder = Recorder(program)
    outcome = Outcome.of_report(run(program, observer=recorder))
    return annotate(program, recorder.recording(), outcome)


def test_a_flow_is_one_job_of_its_statement_and_one_of_each_stage() -> None:
    shown = [
        (each.kind, each.subject, each.label)
        for each in annotations_of(lowered(TEXT))
        if each.kind != "program"
    ]
    assert shown == [
        ("stage", "up", "3 jobs · mean 3"),
        ("stage", "down", "2 jobs · mean 4"),
        ("run", "up", "2 jobs · mean 4"),
        ("run", "up", "1 job · mean 1"),
    ]


def test_the_table_names_the_members_that_each_flow_held() -> None:
    first, second = [each.table for each in annotations_of(lowered(TEXT)) if each.kind == "run"]
    assert first.title == "run `up`, `down`: 2 jobs"
    assert first.rows == (
        ("0", "2", "0", "0", "4", "0", "down[1]"),
        ("1", "2", "0", "0", "4", "0", "down[0]"),
    )
    assert (second.title, second.header[-1]) == ("run `up`: 1 job", "wait")
