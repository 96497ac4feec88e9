"""Where the runs of a sweep happen: here, in processes of this machine, or on a Dask cluster.

Processes and machines are joblib's. In each place the outcomes come as they are finished, in any
order.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from typing import Any, Final

from sqlang import __version__
from sqlang.sweeps.dispatch import Finished, PlaceError, Workers, dispatched
from sqlang.sweeps.plan import Plan, Run
from sqlang.sweeps.task import perform

__all__ = ["MissingLibraryError", "Place", "PlaceError", "here", "in_processes", "on_dask"]

Place = Callable[[Plan, Sequence[Run]], Generator[Finished]]
"""Performs runs of a plan. Closing the generator ends what has been begun."""

SECONDS_TO_CONNECT: Final = 10.0
"""How long a scheduler may take to answer."""
_AT_ONCE: Final = 256
"""So many tasks wait at a cluster, also for workers that are still to come."""


class MissingLibraryError(Exception):
    """What a place needs is not installed; `extra` brings it."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(f"{library} is not installed")
        self.library: Final = library
        self.extra: Final = extra


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
        workers = Workers(options, BrokenProcessPool, os.getpid())
        try:
            yield from dispatched(plan, runs, workers)
        finally:
            get_reusable_executor(reuse=True).shutdown(wait=True, kill_workers=True)

    return place


def on_dask(address: str) -> Place:
    """On the cluster of the Dask scheduler at an address such as `tcp://10.0.0.1:8786`."""

    def place(plan: Plan, runs: Sequence[Run]) -> Generator[Finished]:
        _require_joblib()
        with _silenced("distributed.client", "tornado.application"), _client(address) as client:
            from distributed import KilledWorker
            from joblib import parallel_config

            from sqlang.sweeps.dask_backend import DaskBackend

            options = {"pre_dispatch": _AT_ONCE}
            workers = Workers(options, KilledWorker, are_there=lambda: client.status == "running")
            try:
                with parallel_config(backend=DaskBackend(client=client)):
                    yield from dispatched(plan, runs, workers)
            except (CancelledError, ImportError, OSError, RuntimeError) as error:
                raise PlaceError(_what_failed(error)) from error

    return place


def _what_failed(error: Exception) -> str:
    said = str(error).partition("\n")[0]
    if isinstance(error, ImportError) or "deserialization" in said:
        return f"the workers cannot load sqlang {__version__}: is it installed on all machines?"
    if isinstance(error, CancelledError):
        return "the connection to the cluster is lost"
    return f"the cluster has failed: {said or type(error).__name__}"


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
    try:
        yield client
    finally:
        with suppress(TimeoutError):
            client.close(SECONDS_TO_CONNECT)


@contextmanager
def _silenced(*names: str) -> Iterator[None]:
    """Keep libraries from telling at length what is told by us, or is as it should be."""
    loggers = [logging.getLogger(name) for name in names]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, was_disabled in zip(loggers, before, strict=True):
            logger.disabled = was_disabled
