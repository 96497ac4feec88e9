"""The state at many times of every recorded program: it can be shown, and it adds up."""

from __future__ import annotations

from math import isclose

import pytest

from sqlang.engine import RunError
from sqlang.engine.observer import PoolLevel
from sqlang.engine.paused_run import PausedRun
from sqlang.engine.state import RunState
from sqlang.views.state_at import state_view
from tests.conformance import vectors
from tests.views.watched_vectors import Watched, watched

TIMES = 12


def times(run: Watched) -> list[float]:
    """Some of the times at which something happens, and one after the end."""
    found = sorted({event.time for event in run.events})
    return [*found[:: len(found) // TIMES + 1], run.end + 1]


def held(state: RunState, pool: int) -> float:
    return sum(
        part.units
        for session in state.sessions
        for part in session.allocations
        if part.pool == pool
    )


def levels(run: Watched, pool: int, time: float) -> tuple[float, float, int]:
    """Used, cached and queued as last told up to a time (STAT-4)."""
    found = (0.0, 0.0, 0)
    for event in run.events:
        if event.time > time:
            break
        if isinstance(event, PoolLevel) and event.pool == pool:
            found = event.used, event.cached, event.queued
    return found


@pytest.mark.parametrize("name", vectors.names("run"))
def test_the_state_adds_up(name: str) -> None:
    run = watched(name)
    paused = PausedRun(run.program, directory=run.directory)
    for time in times(run):
        try:
            paused.advance(time)
        except RunError:
            break
        state = paused.state()
        for place, pool in enumerate(state.pools):
            assert (pool.used, pool.cached, len(pool.queue)) == levels(run, place, time)
            assert isclose(held(state, place), pool.used, abs_tol=1e-6)
            assert isclose(sum(each.units for each in pool.entries), pool.cached, abs_tol=1e-6)
        at_stages = sum(session.stage is not None for session in state.sessions)
        jobs = {job.serial for stage in state.stages for job in stage.jobs} - {None}
        assert len(jobs & {session.serial for session in state.sessions}) == at_stages
        text = state_view(run.analysis, state, time).source.text()
        assert f"{len(state.sessions)} live" in text


@pytest.mark.parametrize("name", vectors.names("run"))
def test_the_state_at_a_failure_can_be_shown(name: str) -> None:
    run = watched(name)
    if run.outcome.failure is None:
        return
    paused = PausedRun(run.program, directory=run.directory)
    with pytest.raises(RunError):
        paused.advance(run.end + 1)
    view = state_view(run.analysis, paused.state(), run.end + 1, run.outcome.failure, rows=3)
    assert view.title.startswith("the run failed at ")
    assert view.source.text(60)
