"""Runs a program that carries expectations, and says whether it does what it promises."""

from __future__ import annotations

from time import perf_counter
from typing import Final, NamedTuple

from sqlang.analysis import Analysis, Settings, analyze
from sqlang.api.compiling import from_analysis
from sqlang.api.execution import execute
from sqlang.diagnostics import Diagnostic, DiagnosticError, Severity
from sqlang.engine import Limits, RunError
from sqlang.library_files import ONLY_FOR_PROGRAMS, holds_definitions_alone
from sqlang.source import Source
from sqlang.views.expectations.difference import DifferenceLine, difference_lines, start_line
from sqlang.views.expectations.judging import Verdict, judge
from sqlang.views.expectations.measuring import (
    LineKeeper,
    RunFacts,
    failed_with,
    lines_wanted,
    refused_by,
    reported,
)
from sqlang.views.expectations.model import Expectations
from sqlang.views.expectations.names import expectations_of

DEFAULT_DEADLINE: Final = 60.0
"""Seconds of wall time that the run of a test may take unless something else is said."""

_MOST_NAMED: Final = 5

_CERTAIN_STOPS: Final = frozenset({"iterations", "events"})
"""Bounds that end a run at the same place each time."""


class Outcome(NamedTuple):
    """What came of a program: facts, the diagnostics of its refusal or failure, and when it ended.

    `reached` is a time of the program's clock.
    """

    facts: RunFacts
    errors: tuple[Diagnostic, ...]
    reached: float = 0.0


class Examination(NamedTuple):
    """One program, its expectations, and what came of it; `seconds` are of wall time."""

    source: Source
    expectations: Expectations
    outcome: Outcome
    verdict: Verdict
    seconds: float

    @property
    def passed(self) -> bool:
        """Whether everything the program promises is so."""
        return not (self.diagnostics or self.stopped or self.verdict.unjudged)

    @property
    def left_open(self) -> str | None:
        """Why a run that came to its end leaves expectations open, if it does."""
        if not self.verdict.unjudged or self.diagnostics or self.stopped is not None:
            return None
        lines = self.outcome.facts.lines
        compared = f"of so many only the first {len(lines.kept)} are compared"
        return f"the run has {lines.total} iterations, and {compared}{self.not_judged}"

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is wrong: what cannot be read, errors nobody expects, expectations that fail."""
        unexpected = self.outcome.errors if self.verdict.unexpected else ()
        mistakes = [each._replace(severity=Severity.ERROR) for each in self.expectations.mistakes]
        return (*unexpected, *mistakes, *self.verdict.broken)

    @property
    def stopped(self) -> str | None:
        """The bound that ended the run before all was known that the expectations ask for."""
        stopped = self.outcome.facts.stopped
        if stopped in _CERTAIN_STOPS and not self.verdict.unjudged:
            return None
        return stopped

    @property
    def not_judged(self) -> str:
        """`; not judged: lines 7, 9`, the lines of which the run has not shown enough, if any."""
        numbers = [str(start_line(span)) for span in self.verdict.unjudged]
        if not numbers:
            return ""
        more = len(numbers) - _MOST_NAMED
        named = ", ".join(numbers[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
        return f"; not judged: {'line' if len(numbers) == 1 else 'lines'} {named}"

    @property
    def difference(self) -> list[DifferenceLine]:
        """Where the run and the expectations part."""
        return difference_lines(self.verdict)

    @property
    def told(self) -> tuple[Diagnostic, ...]:
        """The diagnostics without the later ones of iterations, which the difference shows."""
        lines = {line.span for line in self.expectations.iterations}
        of_iterations = [each for each in self.verdict.broken if each.span in lines]
        return tuple(each for each in self.diagnostics if each not in of_iterations[1:])


def examine(
    source: Source, limits: Limits, undecodable: Diagnostic | None = None
) -> Examination | None:
    """Run a program and judge its expectations; `None` if it carries none.

    `undecodable` is what is wrong with the bytes that the text was read from.
    """
    started = perf_counter()
    analysis = analyze(source)
    expectations = expectations_of(analysis)
    if not expectations.count:
        return None
    outcome = _outcome(analysis, expectations, limits, undecodable)
    verdict = judge(expectations, outcome.facts)
    return Examination(source, expectations, outcome, verdict, perf_counter() - started)


def _outcome(
    analysis: Analysis, expectations: Expectations, limits: Limits, undecodable: Diagnostic | None
) -> Outcome:
    if undecodable is not None:
        return Outcome(refused_by([undecodable.code]), (undecodable,))
    if analysis.program is None:
        errors = tuple(each for each in analysis.diagnostics if each.severity is Severity.ERROR)
        if _is_library(analysis, expectations):
            errors = tuple(each for each in errors if each.code not in ONLY_FOR_PROGRAMS)
        return Outcome(refused_by([each.code for each in errors]), errors)
    program = from_analysis(analysis, Settings())
    wanted = lines_wanted(expectations)
    keeper = LineKeeper(program.ir, wanted)
    observer = keeper if wanted else None  # a run is faster that nobody watches
    try:
        report = execute(program, observer, limits, sample_places=False)
    except DiagnosticError as error:
        if not isinstance(error.__cause__, RunError):
            raise
        code = error.__cause__.code
        return Outcome(failed_with(keeper.lines(ended=True), code), error.diagnostics)
    facts = reported(keeper.lines(ended=report.stopped is None), report)
    return Outcome(facts, (), report.end)


def _is_library(analysis: Analysis, expectations: Expectations) -> bool:
    """Whether nobody means the text to be a program, nor to be none."""
    promised = expectations.errors or expectations.refusals
    return not promised and holds_definitions_alone(analysis.surface.program)


def rewritten(examination: Examination, text: str) -> Examination:
    """The same program once its comments have changed, and with them its expectations."""
    source = Source(text, examination.source.path, examination.source.directory)
    expectations = expectations_of(analyze(source))
    verdict = judge(expectations, examination.outcome.facts)
    return examination._replace(source=source, expectations=expectations, verdict=verdict)
