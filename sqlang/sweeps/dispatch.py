"""Runs sent to other processes by joblib, quick ones several at once, and again if those die.

A process comes back after a tenth of a second or its first run, whatever it was sent, so that no
more than this is lost with it; what it has not done is sent once more.
"""

from __future__ import annotations

import signal
import sys
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from time import perf_counter
from typing import Any, Final, NamedTuple

from sqlang.sweeps.plan import Plan, Run
from sqlang.sweeps.task import Outcome, Task, perform

Finished = tuple[Run, Outcome]

_SECONDS_AT_ONCE: Final = 0.1
_MOST_AT_ONCE: Final = 128


class PlaceError(Exception):
    """Runs cannot go on where they are, for a reason that is none of the program's."""


class Workers(NamedTuple):
    """What joblib is told of the processes, and what it raises when one of them is killed.

    `starter` is as in `Task`. `are_there` says whether there is still somebody to be asked.
    """

    options: Mapping[str, Any]
    killed: type[Exception]
    starter: int = 0
    are_there: Callable[[], bool] = lambda: True


class _Group(NamedTuple):
    """What comes back from a process: what it has finished, and how long that took."""

    finished: tuple[Finished, ...]
    seconds: float


def dispatched(plan: Plan, runs: Sequence[Run], workers: Workers) -> Iterator[Finished]:
    """The outcomes in any order; raises `PlaceError` if processes die and nothing is finished."""
    left = dict.fromkeys(runs)
    pace = _Pace()
    while left:
        if not workers.are_there():
            raise PlaceError("the workers cannot be reached any more")
        before = len(left)
        try:
            for group in _groups(plan, tuple(left), workers, pace):
                for run, outcome in group.finished:
                    del left[run]
                    yield run, outcome
        except workers.killed as error:
            if len(left) == before:
                reason = "processes are killed before they have finished a single run"
                raise PlaceError(reason) from error


class _Pace:
    """How many runs are sent at once: so many as are done in the time, judging by the last."""

    def __init__(self) -> None:
        self.size = 1

    def note(self, group: _Group) -> None:
        wanted = _SECONDS_AT_ONCE * len(group.finished) / max(group.seconds, 1e-9)
        self.size = max(1, min(int(wanted), 2 * self.size, _MOST_AT_ONCE))


def _groups(plan: Plan, runs: Sequence[Run], workers: Workers, pace: _Pace) -> Iterator[_Group]:
    from joblib import Parallel, delayed

    begin = delayed(_perform_some)
    parallel = Parallel(return_as="generator_unordered", batch_size=1, **workers.options)
    groups: Generator[_Group] | None = None
    try:
        # An interrupt that came meanwhile is heard as this ends, when there is something to close.
        with _deaf_to_interrupts():
            groups = parallel(begin(each) for each in _tasks(plan, runs, workers, pace))
        # No `yield from`: that would close them outside of what follows.
        for group in groups:
            pace.note(group)
            yield group
    finally:
        if groups is not None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UserWarning)  # that what was begun is in vain
                groups.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are begun here never hear Ctrl-C, which this one hears afterwards."""
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    # It lets interrupts in again once it has begun, so it has to be there before the others.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _tasks(
    plan: Plan, runs: Sequence[Run], workers: Workers, pace: _Pace
) -> Iterator[tuple[tuple[Run, Task], ...]]:
    coming = ((run, plan.task(run, workers.starter)) for run in runs)
    while some := tuple(islice(coming, pace.size)):
        yield some


def _perform_some(tasks: Sequence[tuple[Run, Task]]) -> _Group:
    """As many of them as can be done in the time, and one at least."""
    finished = []
    began = perf_counter()
    for run, task in tasks:
        finished.append((run, perform(task)))
        if perf_counter() - began > _SECONDS_AT_ONCE:
            break
    return _Group(tuple(finished), perf_counter() - began)
