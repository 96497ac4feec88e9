"""Programs, reports and diagnostics travel between processes, in both forms of the package."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable

import pytest

import sqlang

TEXT = """pool m { cap 4; } stage e : step { cost 1; memory m; }
workload { arrive batch(2); }
session { hold m (2) { prefill on e (1); } observe o = now; }
run { horizon 9; }"""

Way = Callable[[object], object]


def pickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


WAYS = [pickled, copy.copy, copy.deepcopy]


@pytest.mark.parametrize("way", WAYS)
def test_a_program_runs_as_its_original(way: Way) -> None:
    program = sqlang.compile(source=TEXT)
    other = way(program)
    assert isinstance(other, sqlang.Program)
    assert other.to_json() == program.to_json()
    assert sqlang.run(other).json() == sqlang.run(program).json()


@pytest.mark.parametrize("way", WAYS)
def test_a_report_says_the_same(way: Way) -> None:
    report = sqlang.run(sqlang.compile(source=TEXT))
    other = way(report)
    assert isinstance(other, sqlang.Report)
    assert other.json() == report.json()
    assert other.observes["o"].samples == report.observes["o"].samples == [1.0, 1.0]


@pytest.mark.parametrize("way", WAYS)
def test_a_trace_has_the_same_rows(way: Way) -> None:
    trace = sqlang.trace(sqlang.compile(source=TEXT))
    other = way(trace)
    assert isinstance(other, sqlang.Trace)
    assert other.to_rows() == trace.to_rows()


@pytest.mark.parametrize("way", WAYS)
def test_a_diagnostic_has_the_same_place(way: Way) -> None:
    diagnostic = sqlang.analyze("session { ends; }").diagnostics[0]
    other = way(diagnostic)
    assert isinstance(other, sqlang.Diagnostic)
    assert (other.code, other.message) == (diagnostic.code, diagnostic.message)
    assert (other.span.text, other.span.start) == ("ends", 10)
