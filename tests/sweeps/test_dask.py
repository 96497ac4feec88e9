"""The runs of a sweep on a Dask cluster, one of whose workers is killed in the middle."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from typing import Protocol

import pytest

from sqlang.sweeps import running
from sqlang.sweeps.plan import Run
from sqlang.sweeps.running import PlaceError, here, on_dask
from sqlang.sweeps.sweep import perform_all
from sqlang.sweeps.task import Outcome, WorkerError
from tests.sweeps.programs import SLOW, WORK, plan

pytest.importorskip("joblib")
distributed = pytest.importorskip("distributed")


class Nanny(Protocol):
    """What keeps a worker of a cluster on this machine."""

    pid: int


class Cluster(Protocol):
    """As much of a `LocalCluster` as is used here."""

    scheduler_address: str
    workers: dict[object, Nanny]

    def close(self) -> None: ...


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as made:
        yield made


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(cluster: Cluster) -> None:
    made = plan(SLOW, seeds=range(12))
    told: list[Run] = []
    killed: list[int] = []

    def kill_one(run: Run, _outcome: Outcome) -> None:
        told.append(run)
        if len(told) == 3:
            nanny = next(iter(cluster.workers.values()))
            killed.append(nanny.pid)
            os.kill(nanny.pid, signal.SIGKILL)

    outcomes = perform_all(made, {}, on_dask(cluster.scheduler_address), None, kill_one)
    assert killed
    assert sorted(told) == sorted(made.runs())
    assert outcomes == perform_all(made, {}, here)


def test_what_a_worker_refuses_is_told(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqlang.sweeps.plan.__version__", "9.9")
    with pytest.raises(WorkerError, match=r"a worker has sqlang .* and this is 9\.9"):
        perform_all(plan(WORK), {}, on_dask(cluster.scheduler_address))


def test_a_scheduler_that_there_is_not_is_said_to_be_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(running, "SECONDS_TO_CONNECT", 0.5)
    made = plan(WORK)
    with pytest.raises(PlaceError, match="there is no Dask scheduler at tcp://127"):
        perform_all(made, {}, on_dask("tcp://127.0.0.1:9"))


def test_a_cluster_that_goes_away_ends_the_sweep_and_keeps_what_is_finished(
    cluster: Cluster,
) -> None:
    told: list[Run] = []

    def close(run: Run, _outcome: Outcome) -> None:
        told.append(run)
        if len(told) == 1:
            cluster.close()

    made = plan(SLOW, seeds=range(200))
    with pytest.raises(PlaceError, match=r"connection .* lost|cannot be reached|has failed"):
        perform_all(made, {}, on_dask(cluster.scheduler_address), None, close)
    assert 1 <= len(told) < 200
