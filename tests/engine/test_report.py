"""The report as JSON and as attributes (part 6)."""

from __future__ import annotations

import json
import math

from tests.engine.programs import report_of

PROGRAM = """pool kv[2] { cap 4; } stage gate : delay; stage eng : step { budget 1; cost 1; }
workload { arrive batch(1); init { observe first = 1; } turn { observe second = 2; } }
session { hold kv[1] (3) { run gate (2); } observe third = -0.0 * serial; observe third = 1; end; }
run { horizon 8; seed 18446744073709551615; }"""


def test_the_text_of_the_report() -> None:
    assert report_of(PROGRAM).json() == (
        '{"horizon":8,"end":8,"warmup":0,"seed":18446744073709551615,"events":1,"arrivals":1,'
        '"ended":1,"turns":0,"mean_live":0.25,"observes":{'
        '"first":{"count":1,"mean":1,"ci":null,"cv2":null,"p99":1},'
        '"second":{"count":0,"mean":null,"ci":null,"cv2":null,"p99":null},'
        # The samples are -0 and 1: their mean is 0.5, their variance too.
        '"third":{"count":2,"mean":0.5,"ci":null,"cv2":2,"p99":1}},"stages":['
        '{"name":"gate","mean_number":0.25,"utilization":0.25,"completed":1,"throughput":0.125,'
        '"mean_wait":0,"mean_service":2,"iterations":0},'
        '{"name":"eng","mean_number":0,"utilization":0,"completed":0,"throughput":0,'
        '"mean_wait":null,"mean_service":null,"iterations":0}],"pools":['
        '{"name":"kv","mean_used":0,"mean_cached":0,"mean_queue":0,"mean_holders":0,'
        '"mean_wait":null,"admissions":0,"evicted_entries":0,"evicted_units":0,'
        '"preemptions":0,"spills":0,"rejected":0,"stuck":0},'
        '{"name":"kv","mean_used":0.75,"mean_cached":0,"mean_queue":0,"mean_holders":0.25,'
        '"mean_wait":0,"admissions":1,"evicted_entries":0,"evicted_units":0,'
        '"preemptions":0,"spills":0,"rejected":0,"stuck":0}]}'
    )


def test_attributes_have_the_names_of_the_report() -> None:
    report = report_of(PROGRAM)
    loaded = json.loads(report.json())
    for stage, row in zip(report.stages, loaded["stages"], strict=True):
        assert {name: getattr(stage, name) for name in row if row[name] is not None} == {
            name: value for name, value in row.items() if value is not None
        }
    for pool, row in zip(report.pools, loaded["pools"], strict=True):
        assert all(getattr(pool, name) == value for name, value in row.items() if value is not None)
    for name, row in loaded["observes"].items():
        observation = report.observes[name]
        assert observation.name == name
        assert observation.count == row["count"]


def test_rows_by_name() -> None:
    report = report_of(PROGRAM)
    kv, eng = report.pool("kv"), report.stage("eng")
    assert kv is report.pools[0]
    assert eng is report.stages[1]
    assert report.stages_named("gate") == [report.stages[0]]
    assert report.observe("none") is None
    assert report.stage("none") is None
    assert report.pool("none") is None


def test_samples_carry_time_session_and_turn() -> None:
    report = report_of(
        """stage gate : delay; workload { arrive batch(2); }
        session {
          turn; run gate (1 + serial); observe o = 5 * serial;
          turn; observe o = 9;
          end;
        }"""
    )
    observation = report.observes["o"]
    assert observation.samples == [0.0, 9.0, 5.0, 9.0]
    assert observation.times == [1.0, 1.0, 2.0, 2.0]
    assert observation.sessions == [0, 0, 1, 1]
    assert observation.turns == [1, 2, 1, 2]


def test_an_observation_without_samples() -> None:
    observation = report_of("session { observe o = 1; }").observes["o"]
    assert observation.count == 0
    assert math.isnan(observation.mean)
    assert math.isnan(observation.cv2)
    assert math.isnan(observation.p99)
    assert observation.ci == math.inf


def test_names_are_written_as_they_are() -> None:
    report = report_of("workload { arrive batch(1); } session { observe größe = 1; end; }")
    assert '"größe":{"count":1' in report.json()
