"""The text report has the layout of REP-6 and REP-7, to the column."""

from __future__ import annotations

import json
from pathlib import Path

from sqlang.views.outcome import ObserveFigures, PoolFigures, ReportFigures, StageFigures
from sqlang.views.report_text import report_text, stuck_notes

ROOT = Path(__file__).parents[2]
VECTOR = ROOT / "tests" / "conformance" / "run" / "000-separate-phases.json"

REPORT = ReportFigures(
    horizon=20.0,
    end=12.5,
    warmup=0.0,
    seed=7,
    events=5,
    arrivals=2,
    ended=2,
    turns=0,
    mean_live=0.3,
    observes={},
    stages=(),
    pools=(),
)
POOL = PoolFigures(
    name="kv",
    mean_used=0.8,
    mean_cached=0.0,
    mean_queue=0.0,
    mean_holders=0.25,
    mean_wait=None,
    admissions=2,
    evicted_entries=0,
    evicted_units=0.0,
    preemptions=0,
    spills=0,
    rejected=0,
    stuck=0,
)
STAGE = StageFigures(
    name="engine",
    mean_number=0.25,
    utilization=0.2,
    completed=3,
    throughput=0.15,
    mean_wait=0.0,
    mean_service=5 / 3,
    iterations=4,
)


def test_a_report_without_rows_has_one_block() -> None:
    assert report_text(REPORT).splitlines() == [
        "serQ run   seed 7   time 0 .. 12.5   warm-up 0   (horizon 20)",
        "sessions   2 arrived, 2 ended, 0 turns, 0.300 live on average, 5 events",
    ]


def test_the_blocks_are_laid_out_as_the_specification_shows() -> None:
    observes = {"ttft": ObserveFigures(2, 1.0, None, 0.0, 1.0)}
    report = REPORT._replace(observes=observes, stages=(STAGE,), pools=(POOL,))
    specification = (ROOT / "docs" / "spec" / "06-report.md").read_text(encoding="utf-8")
    block = specification.partition("## 3. Text report")[2].split("```")[1].strip("\n")
    shown = block.replace(
        "    evictions 0 (0 units), preemptions 0, spills 0, rejected 0, stuck 0", ""
    )
    assert report_text(report).splitlines()[2:] == shown.rstrip().splitlines()[2:]


def test_members_of_a_family_have_their_index() -> None:
    report = REPORT._replace(stages=(STAGE, STAGE, STAGE._replace(name="other")))
    names = [line.split()[0] for line in report_text(report).splitlines()[4:]]
    assert names == ["engine[0]", "engine[1]", "other"]


def test_a_long_name_pushes_its_row() -> None:
    report = REPORT._replace(stages=(STAGE._replace(name="a_very_long_stage_name"),))
    row = report_text(report).splitlines()[-1]
    assert row.startswith("  a_very_long_stage_name  0.250      0.200 ")


def test_counters_of_a_pool_appear_if_one_is_not_0() -> None:
    pool = POOL._replace(evicted_entries=1, evicted_units=2.5)
    assert report_text(REPORT._replace(pools=(pool,))).splitlines()[-1] == (
        "    evictions 1 (2.5 units), preemptions 0, spills 0, rejected 0, stuck 0"
    )


def test_stuck_sessions_end_the_report() -> None:
    pools = (POOL, POOL._replace(stuck=3), POOL._replace(name="host"))
    report = REPORT._replace(pools=pools)
    note = "note: 3 session(s) at pool kv[1] were preempted again without progress"
    assert report_text(report).splitlines()[-1] == note
    assert stuck_notes(report) == [note]
    assert stuck_notes(REPORT) == []


def test_a_conforming_report_is_shown_in_full() -> None:
    vector = json.loads(VECTOR.read_text(encoding="utf-8"))
    text = report_text(ReportFigures.from_json(vector["report"]))
    rows = [line.split() for line in text.splitlines()]
    assert ["ttft", "2", "1.0000", "-", "0.000", "1.0000"] in rows  # 1 - 0 and 2 - 1
    assert ["response", "2", "2.5000", "-", "0.720", "4.0000"] in rows  # 4 - 0 and 2 - 1
    assert ["engine", "0.250", "0.200", "3", "0.1500", "0.0000", "1.6667", "4"] in rows
    assert ["kv", "0.8", "0.0", "0.000", "0.250", "-", "2"] in rows
    assert all(line == line.rstrip() and line.isascii() for line in text.splitlines())
