"""Where the runs of a sweep happen: here, in processes of this machine, or on a Dask cluster.

Processes and machines are joblib's; this module says how they are asked, and what is done when they
fail. In each place the outcomes come as they are finished, in any order.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import Any, Final, NamedTuple

from sqlang.sweeps.plan import Plan, Run
from sqlang.sweeps.task import Outcome, Task, perform

Finished = tuple[Run, Outcome]
Place = Callable[[Plan, Sequence[Run]], Generator[Finished]]
"""Performs runs of a plan. Closing the iterator ends what has been begun."""

SECONDS_TO_CONNECT: Final = 10.0
"""How long a scheduler may take to answer."""
_AT_ONCE: Final = 1
"""Runs sent together: with more, some would be finished before anybody hears of it."""


class MissingLibraryError(Exception):
    """What a place needs is not installed; `extra` brings it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed")
        self.library: Final = library
        self.extra: Final = extra


class PlaceError(Exception):
    """Runs cannot go on where they are, for a reason that is none of the program's."""


class Attempt(NamedTuple):
    """What comes back from a process: which run it was, and its outcome."""

    run: Run
    outcome: Outcome


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def here(plan: Plan, runs: Sequence[Run]) -> Generator[Finished]:
    """One after the other in this process."""
    for run in runs:
        yield run, perform(plan.task(run, starter=0))


def in_processes(count: int) -> Place:
    """In so many processes of this machine."""

    def place(plan: Plan, runs: Sequence[Run]) -> Generator[Finished]:
        _require_joblib()
        from joblib.externals.loky import get_reusable_executor
        from joblib.externals.loky.process_executor import BrokenProcessPool

        processes = min(count, len(runs))
        options = {"backend": "loky", "n_jobs": processes, "max_nbytes": None}
        try:
            yield from _retried(plan, runs, options, BrokenProcessPool)
        finally:
            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)

    return place


def on_dask(address: str) -> Place:
    """On the cluster of the Dask scheduler at an address such as `tcp://10.0.0.1:8786`."""

    def place(plan: Plan, runs: Sequence[Run]) -> Generator[Finished]:
        _require_joblib()
        with _client(address) as client:
            from distributed import KilledWorker
            from joblib import parallel_config

            with parallel_config(backend="dask", client=client):
                try:
                    yield from _attempts(plan, runs, {}, starter=0)
                except KilledWorker as error:
                    reason = f"run {error.task} has ended several workers of the cluster"
                    raise PlaceError(reason) from error

    return place


def _retried(
    plan: Plan,
    runs: Sequence[Run],
    options: Mapping[str, Any],
    broken: type[Exception],
) -> Iterator[Finished]:
    """Begin again with what is left when a process is killed, unless nothing was done meanwhile."""
    left = dict.fromkeys(runs)
    while left:
        before = len(left)
        try:
            for run, outcome in _attempts(plan, tuple(left), options, os.getpid()):
                del left[run]
                yield run, outcome
        except broken as error:
            if len(left) == before:
                raise PlaceError("a process was killed, and so were those after it") from error


def _attempts(
    plan: Plan, runs: Sequence[Run], options: Mapping[str, Any], starter: int
) -> Iterator[Finished]:
    from joblib import Parallel, delayed

    parallel = Parallel(return_as="generator_unordered", batch_size=_AT_ONCE, **options)
    begin = delayed(_attempt)
    attempts = parallel(begin(run, plan.task(run, starter)) for run in runs)
    try:
        # No `yield from`: that would close them outside of what follows.
        for attempt in attempts:
            yield attempt.run, attempt.outcome
    finally:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # that what was begun is in vain
            attempts.close()


def _attempt(run: Run, task: Task) -> Attempt:
    return Attempt(run, perform(task))


def _require_joblib() -> None:
    if find_spec("joblib") is None:
        raise MissingLibraryError("joblib", "sweep")


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A client of a Dask scheduler; raises `PlaceError` if there is none."""
    try:
        from distributed import Client
    except ImportError as error:
        raise MissingLibraryError("Dask", "sweep-dask") from error
    try:
        client = Client(address, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise PlaceError(f"there is no Dask scheduler at {address}: {error}") from error
    with client:
        yield client
