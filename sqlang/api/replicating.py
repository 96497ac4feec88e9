"""Two programs with several seeds, in processes side by side where that is worth it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from sqlang import engine
from sqlang.api.program import Program
from sqlang.engine import Limits, RunError
from sqlang.ir import program as ir
from sqlang.ir.replace import replace
from sqlang.views.comparison.figures import Figure, Meter
from sqlang.views.comparison.intervals import Replication
from sqlang.views.comparison.side import Side


class _Task(NamedTuple):
    """What a process needs to know of two runs."""

    first: ir.Program
    second: ir.Program
    directories: tuple[str | None, str | None]
    seed: int
    limits: Limits


def replicate(
    first: Program,
    second: Program,
    seeds: Sequence[int],
    limits: Limits,
    processes: int,
    progress: Callable[[str], None],
) -> Iterator[Replication]:
    """Both programs with each of the seeds, in their order, whatever the number of processes."""
    directories = first.directory, second.directory
    tasks = [_Task(first.ir, second.ir, directories, seed, limits) for seed in seeds]
    done = map(_replication, tasks) if processes < 2 else _side_by_side(tasks, processes)
    for number, replication in enumerate(done, 1):
        progress(f"seed {replication.seed} ({number} of {len(tasks)})")
        yield replication


def _side_by_side(tasks: Sequence[_Task], processes: int) -> Iterator[Replication]:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    workers = min(processes, len(tasks))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as executor:
        yield from executor.map(_replication, tasks)


def _replication(task: _Task) -> Replication:
    first, why = _figures(task, task.first, task.directories[0])
    second, why_not = _figures(task, task.second, task.directories[1])
    reasons = [f"{name}: {text}" for name, text in (("A", why), ("B", why_not)) if text]
    return Replication(task.seed, first, second, "; ".join(reasons))


def _figures(
    task: _Task, program: ir.Program, directory: str | None
) -> tuple[dict[Figure, float | None], str]:
    """The figures of one run, none if it fails or is ended early, and why."""
    seeded = replace(program, seed=task.seed)
    meter = Meter(Side("", seeded))
    try:
        report = engine.run(
            seeded, directory=directory, observer=meter, limits=task.limits, sample_places=False
        )
    except RunError as error:
        return {}, error.message.partition("\n")[0]
    if report.stopped is not None:
        return {}, f"ended by a bound ({report.stopped.reason})"
    return meter.figures(report), ""
