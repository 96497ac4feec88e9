"""Which runs a sweep consists of: each point of its values as a program, times its seeds."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from sqlang import __version__
from sqlang.analysis import Analysis, Settings, analyze
from sqlang.api.compiling import from_analysis
from sqlang.api.program import Program
from sqlang.diagnostics import Diagnostic, DiagnosticError
from sqlang.engine import Limits
from sqlang.ir.replace import replace
from sqlang.sweeps.measures import paths_of
from sqlang.sweeps.task import Task, TraceFile, digest_of
from sqlang.sweeps.variation import Value, Variation, VariationError
from sqlang.views.comparison.changes import ChangeError, SetTo, apply_changes

_SEEDS = 2**64
_SEED = "seed"


class Subject(NamedTuple):
    """What is swept: a program, and its text with what was set there, unless it came as an IR."""

    program: Program
    analysis: Analysis | None = None
    sets: Sequence[tuple[str, str]] = ()
    settings: Settings = Settings()


class Point(NamedTuple):
    """One combination of values, and the program that it makes.

    `digest` tells this program from any other, in what it does: two texts that say the same have
    the same. A point whose program is refused has a `refusal` instead of a `program`.
    """

    values: tuple[Value, ...]
    program: str
    digest: str
    trace: TraceFile | None = None
    refusal: Diagnostic | None = None


class Run(NamedTuple):
    """A program, by its digest, and a seed."""

    digest: str
    seed: int


class Plan(NamedTuple):
    """All points and seeds of a sweep.

    `programs` are the points that are to be run, by digest: the first of those whose programs are
    the same. `paths` are those of all that their runs report.
    """

    variations: tuple[Variation, ...]
    points: tuple[Point, ...]
    programs: Mapping[str, Point]
    seeds: range
    limits: Limits
    paths: tuple[str, ...]

    def runs(self) -> Iterator[Run]:
        """Each once, in the order of points and seeds."""
        for digest in self.programs:
            yield from (Run(digest, seed) for seed in self.seeds)

    def task(self, run: Run, starter: int) -> Task:
        """What a process is told of a run; `starter` as in `Task`."""
        point = self.programs[run.digest]
        return Task(__version__, point.program, point.trace, run.seed, self.limits, starter)


def make_plan(
    subject: Subject, variations: Sequence[Variation], seeds: range, limits: Limits
) -> Plan:
    """The plan of a sweep of a program whose text has no errors.

    A point that has errors is refused by itself.

    Raises:
        VariationError: a parameter is not in the program, or in two variations.
        ValueError: there are no seeds, or they are no seeds.
    """
    if not seeds or seeds.start < 0 or seeds.stop > _SEEDS:
        raise ValueError("seeds are whole numbers from 0 to 2^64 - 1, and at least one")
    _check_names(variations)
    makers = _Points(subject, variations, limits)
    points = tuple(makers.points())
    programs = {point.digest: point for point in reversed(points) if point.refusal is None}
    programs = dict(reversed(programs.items()))
    return Plan(tuple(variations), points, programs, seeds, limits, tuple(makers.paths))


def _check_names(variations: Sequence[Variation]) -> None:
    names = [each.name for each in variations]
    for name in names:
        if name == _SEED:
            raise VariationError("the seeds of the runs are those of --seeds, not a parameter")
        if names.count(name) > 1:
            raise VariationError(f"`{name}` is varied twice")


class _Points:
    """Makes the programs of all points, and gathers what their runs report."""

    def __init__(self, subject: Subject, variations: Sequence[Variation], limits: Limits) -> None:
        self._subject = subject
        self._variations = variations
        self._limits = limits
        self._traces: dict[tuple[str, str], TraceFile] = {}
        self.paths: dict[str, None] = {}

    def points(self) -> Iterator[Point]:
        """In the order of the variations, the last one changing fastest."""
        for values in product(*(each.values for each in self._variations)):
            try:
                program = self._program(values)
            except DiagnosticError as error:
                yield Point(values, "", "", refusal=error.diagnostics[0])
            else:
                self.paths.update(dict.fromkeys(paths_of(program.ir)))
                yield self._point(values, program)

    def _program(self, values: Sequence[Value]) -> Program:
        subject = self._subject
        changes = [SetTo(name, value) for name, value in subject.sets]
        changes += [
            SetTo(variation.name, value.text)
            for variation, value in zip(self._variations, values, strict=True)
        ]
        if not changes:
            return subject.program
        if subject.analysis is None:
            raise VariationError("only a program's text can be varied: in an IR there are no names")
        try:
            changed = apply_changes(subject.analysis, changes)
        except ChangeError as error:
            raise VariationError(str(error)) from error
        return from_analysis(analyze(changed.source, settings=subject.settings), subject.settings)

    def _point(self, values: tuple[Value, ...], program: Program) -> Point:
        text = Program(replace(program.ir, seed=0)).to_json(compact=True)
        trace = None
        if program.ir.trace is not None:
            trace = self._trace(os.path.abspath(program.directory or ""), program.ir.trace)
        bounds = self._limits.iterations, self._limits.events, self._limits.instant
        content = [__version__, text, "" if trace is None else trace.digest, *map(str, bounds)]
        return Point(values, text, digest_of("\0".join(content).encode()), trace)

    def _trace(self, directory: str, name: str) -> TraceFile:
        if (directory, name) not in self._traces:
            file = TraceFile(directory, name, "")
            try:
                with open(file.path, "rb") as opened:
                    file = file._replace(digest=digest_of(opened.read()))
            except (OSError, ValueError):
                pass  # which each run says in its turn
            self._traces[directory, name] = file
        return self._traces[directory, name]
