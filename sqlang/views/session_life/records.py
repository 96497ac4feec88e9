"""What is kept of a session that was followed: immutable data, small whatever the run's length."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.views.recording.records import Key


class LifeStep(NamedTuple):
    """Something that happened to the session at `time`; `until` is when it was over, if it lasted.

    `waited` is how long it took until it happened, None for what nobody waits for. `statement` is
    None for what no statement does, such as an arrival or an eviction.
    """

    time: float
    text: str
    statement: Key | None
    until: float | None = None
    waited: float | None = None


class TimeShare(NamedTuple):
    """How much of its time a session spent in one way; all shares together are its whole time."""

    name: str
    time: float


class SessionLife(NamedTuple):
    """`first` and `last` steps, between which so many are `left_out`, and how its time divides.

    `arrivals` is how many sessions arrived up to when the session was last followed; the session
    itself has not if `arrived` is None. `ended` is None for one that still lives, or never came.
    """

    serial: int
    arrivals: int
    arrived: float | None
    ended: float | None
    rejected: bool
    first: tuple[LifeStep, ...]
    left_out: int
    last: tuple[LifeStep, ...]
    shares: tuple[TimeShare, ...]
