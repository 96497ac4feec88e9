"""Figures by their paths, and the names that stand for these."""

from __future__ import annotations

import json

import pytest

import sqlang
from sqlang.sweeps.measures import (
    MeasureError,
    figure_at,
    figures_of,
    labels,
    paths_of,
    resolved,
    useful,
)

FAMILY = """pool kv { cap 4; }
stage gpu[2] : fifo;
stage kv_port : fifo;
workload { arrive batch(2); }
session { hold kv (1) { run gpu[serial] (2); } run kv_port (1); observe ttft = now; }
run { horizon 10; seed 1; }
"""
PROGRAM = sqlang.compile(source=FAMILY)
PATHS = tuple(paths_of(PROGRAM.ir))


def test_the_paths_of_a_program_are_those_of_its_report() -> None:
    figures = figures_of(sqlang.run(PROGRAM).json())
    assert tuple(figures) == PATHS


def test_figures_are_those_of_the_report() -> None:
    report = json.loads(sqlang.run(PROGRAM).json())
    figures = figures_of(json.dumps(report))
    assert figures["observes.ttft.mean"] == report["observes"]["ttft"]["mean"]
    assert figures["stages.gpu[1].utilization"] == report["stages"][1]["utilization"]
    assert figures["stages.kv_port.completed"] == report["stages"][2]["completed"]
    assert figures["pools.kv.mean_used"] == report["pools"][0]["mean_used"]
    assert figures["mean_live"] == report["mean_live"]
    assert "seed" not in figures


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("observes.ttft.p99", "observes.ttft.p99"),
        ("ttft.p99", "observes.ttft.p99"),
        ("ttft", "observes.ttft.mean"),
        ("gpu[0].utilization", "stages.gpu[0].utilization"),
        ("mean_live", "mean_live"),
    ],
)
def test_short_names_stand_for_paths(name: str, path: str) -> None:
    assert resolved([name], PATHS) == (path,)


def test_all_is_everything_and_nothing_comes_twice() -> None:
    assert resolved(["ttft", "all", "ttft.mean"], PATHS)[0] == "observes.ttft.mean"
    assert sorted(resolved(["ttft", "all"], PATHS)) == sorted(PATHS)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ttf.mean", "did you mean `ttft.mean`"),
        ("gpu.utilization", "reports"),
        ("nonsense", "there are observes.ttft.mean"),
    ],
)
def test_a_name_that_nothing_has_is_refused_with_advice(name: str, said: str) -> None:
    with pytest.raises(MeasureError, match=said.replace("[", r"\[")):
        resolved([name], PATHS)


def test_a_name_of_two_is_refused() -> None:
    paths = ("stages.x.mean_wait", "pools.x.mean_wait")
    with pytest.raises(MeasureError, match=r"more than one: stages\.x.*pools\.x"):
        resolved(["x.mean_wait"], paths)
    assert labels(paths) == list(paths)


def test_the_first_member_is_also_what_is_no_family() -> None:
    assert figure_at({"stages.gpu.utilization": 0.5}, "stages.gpu[0].utilization") == 0.5
    assert figure_at({"stages.gpu.utilization": 0.5}, "stages.gpu[1].utilization") is None


def test_what_is_useful_is_what_is_observed_or_else_the_stages() -> None:
    assert useful(PATHS) == ("observes.ttft.mean", "observes.ttft.p99")
    without = [path for path in PATHS if not path.startswith("observes.")]
    assert useful(without)[:2] == ("stages.gpu[0].mean_number", "stages.gpu[0].utilization")
    assert useful(["ended", "mean_live"]) == ("ended", "mean_live")


def test_labels_are_short() -> None:
    assert labels(["observes.ttft.mean", "pools.kv.mean_used", "mean_live"]) == [
        "ttft mean",
        "kv mean used",
        "mean live",
    ]
