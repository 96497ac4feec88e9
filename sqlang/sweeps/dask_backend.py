"""joblib's backend for Dask, which also tells of tasks that Dask itself gives up.

An error in a task comes back as its result. But if workers die of it again and again, cannot load
it, or the scheduler goes away, joblib (1.6) calls nobody, and whoever asked would wait for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from joblib._dask import DaskDistributedBackend

_FEWEST: Final = 2


class DaskBackend(DaskDistributedBackend):  # type: ignore[misc] # joblib has no types
    """Runs tasks on the cluster of a `client`."""

    def effective_n_jobs(self, n_jobs: int) -> int:
        """How many tasks the cluster can run, two at least: with one, joblib would not ask it."""
        known: int = super().effective_n_jobs(n_jobs)
        return max(_FEWEST, known)

    def submit(self, func: object, callback: Callable[[object], object]) -> Future[Any]:
        """Begin a task; the callback gets its result, or the exception that there is instead."""
        future: Future[Any] = super().submit(func, callback)

        def tell(done: Future[Any]) -> None:
            error = done.exception()
            if error is not None:
                callback(error)

        future.add_done_callback(tell)
        return future
