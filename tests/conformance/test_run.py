"""Every program of `run` behaves bit for bit as recorded, from its text and from its serialized IR."""

from __future__ import annotations

import os
from typing import NamedTuple

import pytest

from sqlang.engine import Report, RunError, run
from sqlang.engine.observer import Event, Eviction, Iteration, Observer
from sqlang.engine.trace_lines import eviction_line, iteration_line
from sqlang.ir.program import Program
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.conformance import vectors

SAMPLES = 50  # of each observe are recorded
COVERED = vectors.names("run")


class LineObserver(Observer):
    """Writes down the lines that the reference writes to standard error."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.iterations: list[str] = []
        self.evictions: list[str] = []

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            self.iterations.append(iteration_line(event, self.program))
        elif isinstance(event, Eviction):
            self.evictions.append(eviction_line(event))


class Outcome(NamedTuple):
    iterations: list[str]
    evictions: list[str]
    report: Report | None
    error: str | None


def outcome(name: str, program: Program) -> Outcome:
    """What a program does, up to the error that ends it."""
    observer = LineObserver(program)
    directory = str(vectors.program_path("run", name).parent)
    report, error = None, None
    try:
        report = run(program, directory=directory, observer=observer, check_invariants=True)
    except RunError as failure:
        error = failure.message.replace(f"{directory}{os.sep}", "")  # recorded without directory
    return Outcome(observer.iterations, observer.evictions, report, error)


def lowered(name: str) -> Program:
    analysis = vectors.analyzed("run", name)
    assert analysis.program is not None, analysis.diagnostics
    return analysis.program


def check(name: str, program: Program) -> None:
    recorded = vectors.expectation("run", name)
    iterations, evictions, report, error = outcome(name, program)
    assert iterations == recorded["iter"]
    assert evictions == recorded.get("evict", [])
    if "run_error" in recorded:
        wording_is_free = recorded.get("run_error_wording") == "free"
        assert error is not None
        assert wording_is_free or error == recorded["run_error"]
        return
    assert error is None
    assert report is not None
    assert "report_json" not in recorded or report.json() == recorded["report_json"]
    assert samples(report) == recorded_samples(recorded)


def samples(report: Report) -> dict[str, list[str]]:
    """The first samples of each observation, spelled so that the sign of zero and NaN compare."""
    return {
        name: [vectors.spelled(value) for value in observation.samples[:SAMPLES]]
        for name, observation in report.observes.items()
    }


def recorded_samples(recorded: dict[str, vectors.Json]) -> dict[str, list[str]]:
    return {
        name: [vectors.spelled(value) for value in values]
        for name, values in recorded["samples"].items()
    }


@pytest.mark.parametrize("name", COVERED)
def test_the_text_runs_as_recorded(name: str) -> None:
    check(name, lowered(name))


@pytest.mark.parametrize("name", COVERED)
def test_the_serialized_ir_runs_as_recorded(name: str) -> None:
    check(name, from_json(to_json(lowered(name))))
