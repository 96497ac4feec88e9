"""Results as CSV, Parquet, text and JSON: by hand from programs whose figures are known."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from sqlang.sweeps.json_value import to_json_value
from sqlang.sweeps.running import here
from sqlang.sweeps.statistics import Results, summed_up
from sqlang.sweeps.sweep import perform_all
from sqlang.sweeps.tables import csv_bytes, parquet_bytes, points_table, runs_table
from sqlang.sweeps.text import results_text
from tests.sweeps.programs import NEGATIVE, WORK, plan

TOOK = "observes.took.mean"


def results(text: str, *vary: str, seeds: range = range(1, 3)) -> Results:
    made = plan(text, *vary, seeds=seeds)
    return summed_up(made, [TOOK], perform_all(made, {}, here))


def test_a_row_for_each_run() -> None:
    assert csv_bytes(runs_table(results(WORK, "work=1.5,2", "extra=0,1e-7"))).decode() == (
        "work,extra,seed,code,observes.took.mean\n"
        "1.5,0,1,,1.5\n1.5,0,2,,1.5\n"
        "1.5,0.0000001,1,,1.5000001\n1.5,0.0000001,2,,1.5000001\n"
        "2,0,1,,2\n2,0,2,,2\n"
        "2,0.0000001,1,,2.0000001\n2,0.0000001,2,,2.0000001\n"
    )


def test_a_row_for_each_mean() -> None:
    assert csv_bytes(points_table(results(WORK, "work=1,3"))).decode() == (
        "work,measure,runs,failed,mean,level,half_width,low,high,least,greatest\n"
        "1,observes.took.mean,2,0,1,0.95,0,1,1,1,1\n"
        "3,observes.took.mean,2,0,3,0.95,0,3,3,3,3\n"
    )


def test_a_run_that_fails_is_a_row_with_its_code() -> None:
    assert csv_bytes(runs_table(results(NEGATIVE, "p=0,0.5,1"))).decode() == (
        "p,seed,code,observes.took.mean\n"
        "0,1,,1\n0,2,,1\n0.5,1,SQ901,\n0.5,2,SQ901,\n1,1,,1\n1,2,,1\n"
    )
    means = csv_bytes(points_table(results(NEGATIVE, "p=0,0.5,1"))).decode()
    assert "\n0.5,observes.took.mean,0,2,,,,,,,\n" in means


def test_expressions_are_text_and_names_do_not_meet() -> None:
    text = WORK.replace("work =", "code =").replace("work +", "code +")
    table = runs_table(results(text, "code=1,1+1"))
    assert [column.name for column in table.columns][:3] == ["let.code", "seed", "code"]
    assert table.dictionaries()[-1] == {"let.code": "1+1", "seed": 2, "code": "", TOOK: 2.0}


def test_parquet_has_the_same_rows_with_types() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for table in (
        runs_table(results(NEGATIVE, "p=0,0.5,1")),
        points_table(results(WORK, "work=2,1+2")),
        runs_table(results(WORK, "work=1..3", seeds=range(2**64 - 1, 2**64))),
    ):
        read: Any = parquet.read_table(io.BytesIO(parquet_bytes(table)))
        assert read.to_pylist() == table.dictionaries()
    assert {str(field.name): str(field.type) for field in read.schema} == {
        "work": "double",
        "seed": "uint64",
        "code": "string",
        TOOK: "double",
    }


def test_the_text_has_a_line_for_each_point_and_says_what_failed() -> None:
    assert results_text(results(NEGATIVE, "p=0,0.5,1"), "x.sq") == (
        "x.sq   3 points, seeds 1 and 2, 6 runs\n"
        "\n"
        "  p  took mean  ± 95%  failed\n"
        "  0          1      0\n"
        "0.5          -      -       2\n"
        "  1          1      0\n"
        "\n"
        "failed\n"
        "  p=0.5, seeds 1 and 2: SQ901: `branch (0.5 + serial)`: the guard is 0.5, not 0 or 1; "
        "a draw is written `branch with (p)`"
    )


FICKLE = """let least = 0.5;
stage server : fifo;
workload { arrive batch(1); }
session { set x = ~uniform(0, 1); branch (x + 1) { observe took = 1; } }
run { horizon 9; seed 1; }
"""
"""Fails with a message that depends on the seed."""


def test_failures_with_one_code_are_told_together() -> None:
    text = results_text(results(FICKLE, seeds=range(4, 8)), "x.sq")
    line = text.splitlines()[-1]
    assert line.startswith("  seeds 4 to 7: SQ901: ")
    assert line.endswith(" (seed 4)")


def test_json_has_all_of_it() -> None:
    value = json.loads(json.dumps(to_json_value(results(NEGATIVE, "p=0.5,1")), allow_nan=False))
    failing, whole = value.pop("points")
    assert value == {
        "version": 1,
        "vary": {"p": ["0.5", "1"]},
        "seeds": [1, 2],
        "level": 0.95,
        "measures": [TOOK],
    }
    assert [each["code"] for each in failing["failed"]] == ["SQ901", "SQ901"]
    assert failing["estimates"][TOOK]["mean"] is None
    assert whole["values"] == {"p": 1.0}
    assert whole["estimates"][TOOK]["mean"] == 1.0
