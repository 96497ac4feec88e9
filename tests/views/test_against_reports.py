"""What a recorder counts from events is what the report says, for every program handed to us."""

from __future__ import annotations

import json
from typing import NamedTuple

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.engine import RunError, run
from sqlang.ir.program import Observe
from sqlang.views.annotated_source import annotated_source
from sqlang.views.outcome import Outcome, ReportFigures
from sqlang.views.recording import Recorder, Recording, from_json_value, to_json_value
from tests.conformance import vectors

COVERED = vectors.names("run")


class Traced(NamedTuple):
    """A program after its run."""

    analysis: Analysis
    recording: Recording
    outcome: Outcome


def traced(name: str) -> Traced:
    analysis = analyze(vectors.source("run", name))
    assert analysis.program is not None, analysis.diagnostics
    recorder = Recorder(analysis.program)
    try:
        outcome = Outcome.of_report(run(analysis.program, observer=recorder))
    except RunError as error:
        outcome = Outcome.of_error(error)
    return Traced(analysis, recorder.recording(), outcome)


def samples_by_name(run_of: Traced) -> dict[str, int]:
    program = run_of.analysis.program
    assert program is not None
    counts = dict.fromkeys(program.observes, 0)
    for (block, position), record in run_of.recording.samples.items():
        statement = program.blocks[block][position]
        assert isinstance(statement, Observe)
        counts[program.observes[statement.slot]] += record.values.size
    return counts


def assert_agree(run_of: Traced, report: ReportFigures) -> None:
    recording = run_of.recording
    assert recording.totals.arrived == report.arrivals
    assert recording.totals.rejected == sum(pool.rejected for pool in report.pools)
    assert [stage.iterations for stage in recording.stages] == [
        stage.iterations for stage in report.stages
    ]
    assert [pool.preemptions for pool in recording.pools] == [
        pool.preemptions for pool in report.pools
    ]
    assert [pool.evicted for pool in recording.pools] == pytest.approx(
        [pool.evicted_units for pool in report.pools]
    )
    assert samples_by_name(run_of) == {
        name: figures.samples for name, figures in report.observes.items()
    }
    if report.warmup == 0:
        assert recording.totals.ended == report.ended
        assert [stage.service.size for stage in recording.stages] == [
            stage.completed for stage in report.stages
        ]


@pytest.mark.parametrize("name", COVERED)
def test_the_recording_agrees_with_the_report_and_can_be_carried_and_shown(name: str) -> None:
    run_of = traced(name)
    if run_of.outcome.report is not None:
        assert_agree(run_of, run_of.outcome.report)
    carried = json.dumps(to_json_value(run_of.recording))
    assert json.dumps(to_json_value(from_json_value(json.loads(carried)))) == carried
    shown = annotated_source(run_of.analysis, run_of.recording, run_of.outcome)
    assert len(shown.lines) == run_of.analysis.source.text.count("\n")
    assert [line for line in shown.lines if " arrived · " in line.label]
