"""Two programs run beside each other: `sqlang.compare`."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sqlang.api.execution import execute
from sqlang.api.program import Program
from sqlang.api.replicating import replicate
from sqlang.diagnostics import Diagnostic, DiagnosticError
from sqlang.engine import Limits, Observer
from sqlang.views.comparison.comparison import (
    Compared,
    Comparison,
    Parting,
    figure_rows,
    how_far,
    parting_of,
)
from sqlang.views.comparison.explanation import explain
from sqlang.views.comparison.figures import Figures, Meter
from sqlang.views.comparison.following import Around, Follower
from sqlang.views.comparison.intervals import DEFAULT_LEVEL, Replication, differences
from sqlang.views.comparison.lives import at_first_difference
from sqlang.views.comparison.schedule import Schedule
from sqlang.views.comparison.side import Side
from sqlang.views.comparison.source_difference import source_lines
from sqlang.views.outcome import Stop

_NO_LIMITS = Limits()
_BEFORE = 40
_AFTER = 200

Progress = Callable[[str], None]
"""Told from time to time what is being done."""


class Titled(NamedTuple):
    """A program to compare, what to call it, and what was changed in it."""

    program: Program
    title: str
    notes: tuple[str, ...] = ()


def compare(
    first: Program,
    second: Program,
    *,
    seeds: int = 1,
    level: float = DEFAULT_LEVEL,
    limits: Limits = _NO_LIMITS,
) -> Comparison:
    """Run two programs and compare their schedules and figures.

    With `seeds` above 1 both are run with the seeds of the first program from its own one on, and
    the differences get confidence intervals of `level`. `limits` bound each run. A run that fails
    or meets a bound is compared up to there: see `Compared.failure` and `stopped`.

    Raises:
        ValueError: `seeds` is below 1, or `level` not between 0 and 1.
    """
    if seeds < 1:
        raise ValueError(f"seeds must be at least 1, not {seeds}")
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    pair = Titled(first, first.path), Titled(second, second.path)
    return compare_titled(*pair, seeds=seeds, level=level, limits=limits)


def compare_titled(
    first: Titled,
    second: Titled,
    *,
    seeds: int = 1,
    level: float = DEFAULT_LEVEL,
    limits: Limits = _NO_LIMITS,
    processes: int = 1,
    progress: Progress = lambda _: None,
) -> Comparison:
    """Compare as `compare` does, in so many processes where there are several seeds."""
    pair = _Pair(first, second, limits)
    progress("running both programs")
    one, other = pair.run()
    progress("looking at where they part")
    parting = pair.parting()
    replications: list[Replication] = []
    if seeds > 1:
        seed = first.program.ir.seed
        done = []
        if second.program.ir.seed == seed and one.is_whole and other.is_whole:
            done.append(Replication(seed, one.figures, other.figures))
        wanted = range(seed + len(done), seed + seeds)
        programs = first.program, second.program
        more = replicate(*programs, wanted, limits, processes, progress)
        replications = [*done, *more]
    found = differences(replications, level)
    return Comparison(
        one,
        other,
        parting,
        pair.is_cut,
        source_lines(first.program.text, second.program.text),
        figure_rows(one.figures, other.figures, found),
        tuple(each.seed for each in replications),
        level,
        tuple((each.seed, each.failure) for each in replications if each.failure),
    )


class _Pair:
    """Two programs whose schedules are compared while the second one runs."""

    def __init__(self, first: Titled, second: Titled, limits: Limits) -> None:
        self._titled = first, second
        self._limits = limits
        self._sides = side_of(first.program, "A"), side_of(second.program, "B")
        self._ends = "", ""
        self._schedules = [Schedule(self._sides[0])]
        self._schedules.append(Schedule(self._sides[1], self._schedules[0]))

    @property
    def is_cut(self) -> bool:
        """Whether there were more iterations than are compared."""
        return all(schedule.iterations.is_cut for schedule in self._schedules)

    def run(self) -> tuple[Compared, Compared]:
        """Both runs, each with its figures."""
        first, second = self._run(0), self._run(1)
        self._schedules[1].end()
        self._ends = how_far(first), how_far(second)
        return first, second

    def _run(self, place: int) -> Compared:
        titled, side, schedule = self._titled[place], self._sides[place], self._schedules[place]
        meter = Meter(side, schedule)
        figures: Figures = {}
        failure: Diagnostic | None = None
        stopped: Stop | None = None
        try:
            report = execute(titled.program, meter, self._limits, sample_places=False)
        except DiagnosticError as error:
            failure = error.diagnostics[0]
        else:
            figures = meter.figures(report)
            if report.stopped is not None:
                stopped = Stop(report.stopped.reason, report.stopped.time)
        iterations = schedule.iterations.count
        return Compared(side, titled.title, titled.notes, iterations, figures, failure, stopped)

    def parting(self) -> Parting | None:
        """Where the schedules part, if they do; programs without iterations, in their sessions."""
        schedule = self._schedules[1]
        alike = schedule.iterations.parted
        happening = schedule.sessions.parted
        if alike is None and (happening is None or self._have_iterations):
            return None
        both = [self._around(place, alike, happening) for place in (0, 1)]
        first, second = at_first_difference(*both)
        if alike is None:
            alike = schedule.iterations.count
        return parting_of(first, second, alike, explain(first, second))

    @property
    def _have_iterations(self) -> bool:
        return any(schedule.iterations.count for schedule in self._schedules)

    def _around(self, place: int, iteration: int | None, happening: int | None) -> Around:
        follower = Follower(self._sides[place], iteration, happening, _BEFORE, _AFTER)
        _run_again(self._titled[place].program, follower, self._limits)
        return follower.around()._replace(end=self._ends[place])


def side_of(program: Program, name: str) -> Side:
    """A program as the views of a comparison know it."""
    return Side(name, program.ir, program.text, program.origins)


def _run_again(program: Program, observer: Observer, limits: Limits) -> None:
    """As the first time, up to where the observer ends it; a failure is known already."""
    try:
        execute(program, observer, limits, sample_places=False)
    except DiagnosticError:
        return
