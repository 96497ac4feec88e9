"""The programs that `make bench` measures are whole, and so is what it writes."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from sqlang.analysis import analyze
from sqlang.source import Source
from tests.bench.engine import page, turns
from tests.bench.engine.growth import CURVES, Curve, Growth
from tests.bench.engine.picture import picture
from tests.bench.engine.programs import BENCHMARKS, FOLDER, Benchmark
from tests.bench.engine.speed import Result, Times
from tests.bench.engine.tables import compile_table, growth_table, speed_table


def result(run: float) -> Result:
    reference, ours = Times([0.001], [0.1], 10.0), Times([0.002], [run], 80.0)
    return Result(BENCHMARKS[-1], 12_345, 10, {"reference": reference, "compiled": ours}, [])


GROWTH = Growth("pools", (4, 16, 64, 256), {"compiled": [0.01, 0.02, 0.08, 0.32]})


def test_each_file_is_in_the_set() -> None:
    assert {path.stem for path in FOLDER.glob("*.sq")} == {each.name for each in BENCHMARKS}


@pytest.mark.parametrize("benchmark", BENCHMARKS, ids=lambda each: each.name)
def test_programs_are_right(benchmark: Benchmark) -> None:
    text = benchmark.path.read_text(encoding="utf-8")
    analysis = analyze(Source(text, str(benchmark.path), str(FOLDER)))
    assert analysis.diagnostics == ()
    assert analysis.hints == ()


@pytest.mark.parametrize("curve", CURVES, ids=lambda each: each.what)
def test_growing_programs_are_right(curve: Curve) -> None:
    for size in curve.sizes:
        assert analyze(curve.program(size)).diagnostics == ()


def test_the_trace_is_the_one_that_is_made() -> None:
    assert (FOLDER / "turns.csv").read_text(encoding="utf-8") == "\n".join(turns.rows()) + "\n"


def test_the_page_has_a_place_for_the_results() -> None:
    text = page.PAGE.read_text(encoding="utf-8")
    assert text.index(page.BEGIN) < text.index(page.END)


def test_a_bound_that_is_missed_is_bold() -> None:
    # The reference took 0.1 s; twice as fast is wanted, and at most 60 MiB more.
    assert " 2.50 " in speed_table([result(0.04)], ["compiled"])
    assert " **1.25** " in speed_table([result(0.08)], ["compiled"])
    assert "**+70 MiB**" in compile_table([result(0.04)], ["compiled"])


def test_the_power_of_growth_is_that_of_the_upper_half() -> None:
    # Sixteen times as long for sixteen times as many.
    assert GROWTH.power("compiled") == pytest.approx(1.0)
    assert "320 ms, 1.00" in growth_table([GROWTH], ["compiled"])


def test_the_picture_is_a_picture() -> None:
    drawn = picture([result(0.04)], [GROWTH], ["compiled"])
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert "decode heavy" in drawn
