"""What a run did, as far as expectations ask for it: filled by an observer, carried as JSON."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from sqlang.engine import Observer, Report
from sqlang.engine.observer import Event, Iteration
from sqlang.engine.trace_lines import iteration_line
from sqlang.ir.program import Program
from sqlang.views.expectations.model import Address, Expectations, OtherIterations

MOST_LINES: Final = 100_000
MOST_CHARACTERS: Final = 64_000_000
"""How much of a run is kept at most: its first lines."""

MOST_WRITTEN: Final = 1000
"""So many lines an update writes at most into a text."""

MOST_BEHIND: Final = 20
"""So many lines behind the expected ones are kept to show where a run goes on."""


class Lines(NamedTuple):
    """The ITER lines of a run: the first ones, how many there were, and whether it is over."""

    kept: tuple[str, ...]
    total: int
    ended: bool

    @property
    def complete(self) -> bool:
        return self.ended and len(self.kept) == self.total

    @property
    def are_none(self) -> bool:
        """Whether the run is over without an iteration."""
        return self.ended and not self.total


class RunFacts(NamedTuple):
    """What came of a program: the codes that refuse it, or what its run did.

    `report` is the object of REP-1, and `extremes` the least and greatest sample of each
    observation that has one; both are there only of a run that came to its own end. `failure` is
    the code of a failed run, `stopped` the bound that ended one.
    """

    refused: tuple[str, ...]
    lines: Lines
    report: Mapping[str, Any] | None
    extremes: Mapping[str, Sequence[float]]
    failure: str | None
    stopped: str | None

    def figure(self, address: Address) -> float | None:
        """The figure at an address of this program; `None` if it is no finite number (REP-2)."""
        if self.report is None:
            raise ValueError("a run that did not come to its end has no figures")
        value = self._figure(self.report, address)
        return value if value is not None and math.isfinite(value) else None

    def _figure(self, report: Mapping[str, Any], address: Address) -> float | None:
        value: float | None
        if not address.part:
            value = report[address.figure]
        elif address.part == "observes":
            if address.figure in ("min", "max"):
                extremes = self.extremes.get(address.name)
                return None if extremes is None else extremes[address.figure == "max"]
            value = report["observes"][address.name][address.figure]
        else:
            members = [each for each in report[address.part] if each["name"] == address.name]
            value = members[address.member or 0][address.figure]
        return value


NO_LINES: Final = Lines((), 0, True)


def refused_by(codes: Sequence[str]) -> RunFacts:
    """What came of a program with errors, which has no run."""
    return RunFacts(tuple(codes), NO_LINES, None, {}, None, None)


def lines_wanted(expectations: Expectations) -> int:
    """How many of the first lines of a run have to be kept to judge and to update."""
    pattern = expectations.iterations
    if not pattern:
        return 0
    others = [at for at, each in enumerate(pattern) if isinstance(each, OtherIterations)]
    if not others:
        return max(len(pattern), MOST_WRITTEN) + MOST_BEHIND
    is_only_a_beginning = others[0] == len(pattern) - len(others)
    return others[0] + MOST_BEHIND if is_only_a_beginning else MOST_LINES


class LineKeeper(Observer):
    """Keeps the first `wanted` lines of a run, and counts all."""

    def __init__(self, program: Program, wanted: int) -> None:
        super().__init__()
        self._program: Final = program
        self._wanted: Final = wanted
        self._kept: Final[list[str]] = []
        self._room = MOST_CHARACTERS
        self._total = 0

    def event(self, event: Event) -> None:
        if isinstance(event, Iteration):
            if self._total < self._wanted and self._room > 0:
                line = iteration_line(event, self._program)
                self._room -= len(line)
                self._kept.append(line)
            self._total += 1

    def lines(self, *, ended: bool) -> Lines:
        """What was kept; whether the run is over is for others to say."""
        return Lines(tuple(self._kept), self._total, ended)


def reported(lines: Lines, report: Report) -> RunFacts:
    """What a run did that a report tells of."""
    stopped = None if report.stopped is None else report.stopped.reason
    if stopped is not None:
        return RunFacts((), lines, None, {}, None, stopped)
    return RunFacts((), lines, json.loads(report.json()), extremes(report), None, None)


def extremes(report: Report) -> dict[str, Sequence[float]]:
    """The least and the greatest sample of each observation that has samples; NaN counts not."""
    found: dict[str, Sequence[float]] = {}
    for name, observation in report.observes.items():
        samples = [value for value in observation.samples if value == value]
        if samples:
            found[name] = (min(samples), max(samples))
    return found


def failed_with(lines: Lines, code: str) -> RunFacts:
    """What a run did before it failed."""
    return RunFacts((), lines, None, {}, code, None)
