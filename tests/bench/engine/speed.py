"""Times and memory of each program of the set, all implementations in turn."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from statistics import median
from typing import Final, NamedTuple

from tests.bench.engine.implementations import Implementation, Process, Running
from tests.bench.engine.programs import Benchmark

PLAIN_ROUNDS: Final = 2
"""Plain Python takes long, and what is asked of it is less exact."""


class Times(NamedTuple):
    """Seconds of processor time in each round, and the peak of memory in mebibytes."""

    compile: list[float]
    run: list[float]
    peak: float


class Result(NamedTuple):
    """What one program gave, by the form of the implementation; `different` have other reports."""

    benchmark: Benchmark
    events: int
    iterations: int
    times: dict[str, Times]
    different: list[str]

    def ratio(self, form: str, part: str) -> float:
        """How many times as fast as the reference: of `compile` or `run`, medians of all rounds."""
        return self.seconds("reference", part) / self.seconds(form, part)

    def seconds(self, form: str, part: str) -> float:
        """The median of all rounds."""
        times = self.times[form]
        return median(times.compile if part == "compile" else times.run)

    def extra(self, form: str) -> float:
        """Mebibytes needed beyond what the reference needs."""
        return self.times[form].peak - self.times["reference"].peak


def measured(
    benchmark: Benchmark, implementations: Sequence[Implementation], rounds: int
) -> Result:
    """The first round of a process is not counted: it loads what later ones have."""
    with ExitStack() as stack:
        processes = [stack.enter_context(Process(each, benchmark.path)) for each in implementations]
        firsts = {each.implementation.form: each.first() for each in processes}
        times = {form: Times([], [], running.peak) for form, running in firsts.items()}
        for number in range(rounds):
            for process in processes:
                form = process.implementation.form
                if form == "plain" and number >= PLAIN_ROUNDS:
                    continue
                times[form].compile.append(process.compile())
                times[form].run.append(process.run())
    reference = firsts["reference"]
    different = [form for form, running in firsts.items() if not _alike(running, reference)]
    return Result(benchmark, reference.events, reference.iterations, times, different)


def _alike(running: Running, reference: Running) -> bool:
    return running.report == reference.report
