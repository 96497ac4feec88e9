"""The life of every session of every recorded program: it can be told, and it adds up."""

from __future__ import annotations

from collections import Counter
from math import isclose

import pytest

from sqlang.engine.observer import (
    Admission,
    Arrival,
    Ending,
    Iteration,
    JobEnd,
    Preemption,
    SampleTaken,
)
from sqlang.views.session_life import SessionFollower, SessionLife, session_account
from tests.conformance import vectors
from tests.views.watched_vectors import Watched, watched

SESSIONS = 25


def followed(run: Watched, serial: int) -> SessionLife:
    follower = SessionFollower(run.program, serial)
    for event in run.events:
        follower.event(event)
    return follower.life(run.end)


@pytest.mark.parametrize("name", vectors.names("run"))
def test_a_life_is_what_was_told(name: str) -> None:
    run = watched(name)
    arrived = [event for event in run.events if isinstance(event, Arrival)]
    ended = {event.serial: event for event in run.events if isinstance(event, Ending)}
    told: Counter[tuple[str, int]] = Counter()
    for event in run.events:
        if isinstance(event, Admission | SampleTaken | JobEnd) and event.serial is not None:
            told[type(event).__name__, event.serial] += 1
    for arrival in arrived[:SESSIONS]:
        life = followed(run, arrival.serial)
        steps = [*life.first, *life.last]
        assert life.arrived == arrival.time
        assert life.arrivals == len(arrived)
        end = run.end
        if arrival.serial in ended:
            end = ended[arrival.serial].time
            assert (life.ended, life.rejected) == (end, ended[arrival.serial].rejected)
        whole = sum(share.time for share in life.shares)
        assert isclose(whole, end - arrival.time, rel_tol=1e-9, abs_tol=1e-9)
        assert [step.time for step in steps] == sorted(step.time for step in steps)
        if not life.left_out:
            words = Counter(step.text.split(" ", 1)[0] for step in steps)
            assert words["admitted"] == told["Admission", arrival.serial]
            assert words["observes"] == told["SampleTaken", arrival.serial]
            assert words["done"] == told["JobEnd", arrival.serial]
        account = session_account(run.analysis, life, run.outcome, run.end)
        assert f"session {arrival.serial}: arrived at" in account.text()
        assert account.text(50)


@pytest.mark.parametrize("name", vectors.names("run"))
def test_time_in_batches_is_that_of_the_iterations(name: str) -> None:
    """Without preemption, a session is in batches for as long as these take."""
    run = watched(name)
    if any(isinstance(event, Preemption) for event in run.events):
        return
    spent: Counter[int] = Counter()
    for event in run.events:
        if isinstance(event, Iteration) and event.time + event.cost <= run.end:
            for member in event.members:
                spent[member.serial] += event.cost  # type: ignore[assignment]
    for serial in sorted(spent)[:SESSIONS]:
        life = followed(run, serial)
        if life.ended is not None:
            shares = {share.name: share.time for share in life.shares}
            busy = shares.get("prefill", 0.0) + shares.get("decode", 0.0)
            assert isclose(busy, spent[serial], rel_tol=1e-9)
