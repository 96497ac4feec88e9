"""Sweeps for users of the library: `sqlang.sweep`."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import closing
from typing import Final

from sqlang.analysis import Settings, analyze
from sqlang.api.compiling import from_analysis, read_source
from sqlang.engine import Limits
from sqlang.engine.memory import memory_to_use
from sqlang.source import Source
from sqlang.sweeps.journal import Journal
from sqlang.sweeps.measures import resolved, useful
from sqlang.sweeps.plan import Plan, Run, Subject, make_plan
from sqlang.sweeps.plot import plot_svg
from sqlang.sweeps.running import Place, here, in_processes, on_dask, processors
from sqlang.sweeps.statistics import Results, summed_up
from sqlang.sweeps.sweep import known_to, perform_all
from sqlang.sweeps.tables import Cell, points_table, runs_table
from sqlang.sweeps.task import Outcome
from sqlang.sweeps.text import results_text
from sqlang.sweeps.variation import Variation, listed, read_variation
from sqlang.views.comparison.intervals import DEFAULT_LEVEL

_NO_VALUES: Final[Mapping[str, str | Iterable[object]]] = {}
_NO_SETS: Final[Mapping[str, object]] = {}
_SETTINGS: Final = Settings()
_NO_LIMITS: Final = Limits()


class Sweep:
    """What has come of a sweep: each run, and means over the seeds of each point."""

    def __init__(self, results: Results, title: str) -> None:
        self.results: Final = results
        self._title: Final = title

    def __repr__(self) -> str:
        return f"<Sweep of {len(self.results.points)} points>"

    def runs(self) -> list[dict[str, Cell]]:
        """A row for each run, for `pandas.DataFrame`: values, seed, code of a failure, measures."""
        return runs_table(self.results).dictionaries()

    def means(self) -> list[dict[str, Cell]]:
        """A row for each point and measure: values, mean, interval, and of how many runs."""
        return points_table(self.results).dictionaries()

    def text(self) -> str:
        """The means as `sq sweep` prints them."""
        return results_text(self.results, self._title)

    def svg(self) -> str:
        """The means along the first parameter; raises `ValueError` if nothing is varied."""
        return plot_svg(self.results, self._title)


def sweep(
    path: str | os.PathLike[str] | None = None,
    *,
    source: str | None = None,
    vary: Mapping[str, str | Iterable[object]] = _NO_VALUES,
    seeds: int | range = 1,
    measures: Sequence[str] = (),
    level: float = DEFAULT_LEVEL,
    sets: Mapping[str, object] = _NO_SETS,
    settings: Settings = _SETTINGS,
    limits: Limits = _NO_LIMITS,
    processes: int | None = None,
    address: str | None = None,
    journal: str | os.PathLike[str] | None = None,
) -> Sweep:
    """Run a program with all combinations of values and each of the seeds.

    `vary` gives each parameter, a constant or the only option of its name, its values: a list, or
    text such as `"0.1..2.0:20"`. `seeds` is how many, from the program's own on, or which.
    `measures` are paths into reports, or short for such (`"ttft.p99"`, `"all"`); intervals have the
    confidence `level`. `sets`, `settings` and `limits` are those of each run.

    Runs are divided among `processes` (all cores), or the workers of the Dask scheduler at
    `address`. What is finished stands in the file `journal`, if there is one, and is not run again.

    Raises:
        DiagnosticError: the program has errors.
        JournalError: the journal is no journal, or another sweep is writing to it.
        MissingLibraryError: joblib or Dask is not installed, and there is more than one process.
        PlaceError, WorkerError: the cluster, or a process, does not do what it is asked for.
        ValueError: the file cannot be read, or the arguments make no sense.
    """
    if (path is None) == (source is None):
        raise ValueError("sweep takes exactly one of a path and a source")
    if not 0.0 < level < 1.0:
        raise ValueError(f"level must be between 0 and 1, not {level}")
    count = processors() if processes is None else processes
    text = Source(source) if source is not None else read_source(os.fspath(path or ""))
    analysis = analyze(text, settings=settings)
    program = from_analysis(analysis, settings)
    changes = [(name, str(value)) for name, value in sets.items()]
    subject = Subject(program, analysis, changes, settings)
    if isinstance(seeds, int):
        seeds = range(program.ir.seed, program.ir.seed + seeds)
    variations = [_variation(name, values) for name, values in vary.items()]
    plan = make_plan(subject, variations, seeds, bounded(limits, count, address))
    paths = resolved(measures, plan.paths) if measures else useful(plan.paths)
    outcomes = _outcomes(plan, place_for(count, address), journal)
    return Sweep(summed_up(plan, paths, outcomes, level), text.path)


def place_for(processes: int, address: str | None) -> Place:
    """Where runs happen that are divided among so many processes, or workers of a cluster."""
    if address is not None:
        return on_dask(address)
    return here if processes == 1 else in_processes(processes)


def bounded(limits: Limits, processes: int, address: str | None) -> Limits:
    """Limits with a share of this machine's memory, unless they say or its workers know better."""
    memory = memory_to_use() if limits.memory is None and address is None else None
    return limits if memory is None else limits._replace(memory=memory // processes)


def _variation(name: str, values: str | Iterable[object]) -> Variation:
    return read_variation(f"{name}={values}") if isinstance(values, str) else listed(name, values)


def _outcomes(
    plan: Plan, place: Place, path: str | os.PathLike[str] | None
) -> Mapping[Run, Outcome]:
    if path is None:
        return perform_all(plan, {}, place)
    with closing(Journal(os.fspath(path))) as journal:
        return perform_all(plan, known_to(journal, plan).outcomes, place, journal)
