"""Where the life of a session first differs between two runs.

What happens to all sessions may differ in its order alone, and a happening of one session says
nothing about that of another: each session's own life is compared with its own.
"""

from __future__ import annotations

import math
from itertools import zip_longest
from typing import NamedTuple

from sqlang.engine.observer import Admission, JobEnd, JobStart, Queueing
from sqlang.views.comparison.following import Around, Lived
from sqlang.views.comparison.schedule import SessionEvent, session_key


class _Difference(NamedTuple):
    first: Lived | None
    second: Lived | None

    @property
    def rank(self) -> tuple[float, int]:
        """The earlier is the cause of the later."""
        found = [each for each in self if each is not None]
        return min(each.event.time for each in found), min(each.place for each in found)


def at_first_difference(first: Around, second: Around) -> tuple[Around, Around]:
    """Both runs with the `happening` that tells how the life of a session first differs.

    If sessions only come to the same place in another order, these are the first two of them.
    """
    found = [
        difference
        for serial in dict.fromkeys(each.event.serial for each in (*first.lives, *second.lives))
        if (difference := _difference(serial, first, second)) is not None
    ]
    if not found:
        return first, second
    one, other = min(found, key=lambda difference: difference.rank)
    if _follows_from_order(first.happening, second.happening, one or other):
        return first, second
    return first._replace(happening=one), second._replace(happening=other)


def at_difference_of(serial: int, first: Around, second: Around) -> tuple[Around, Around]:
    """Both runs with the `happening` of one session, if its life differs no later than others."""
    own = _difference(serial, first, second)
    known = [each.happening for each in (first, second) if each.happening is not None]
    if own is None or own.rank[0] > min(each.event.time for each in known):
        return first, second
    return first._replace(happening=own.first), second._replace(happening=own.second)


def goes_on(around: Around, other: Around) -> bool:
    """Whether anything happens to sessions at or after the time of the other run's happening."""
    happening = other.happening
    return happening is not None and any(
        each.event.time >= happening.event.time for each in around.lives
    )


def _difference(serial: int | None, first: Around, second: Around) -> _Difference | None:
    """The first difference in the life of one session, as far as both runs were followed."""
    lives = [
        [each for each in around.lives if each.event.serial == serial] for around in (first, second)
    ]
    for one, other in zip_longest(*lives):
        if one is not None and other is not None:
            if session_key(one.event, first.side) != session_key(other.event, second.side):
                return _Difference(one, other)
        elif (one or other).event.time < _seen_until(second if other is None else first):
            return _Difference(one, other)
    return None


def _seen_until(around: Around) -> float:
    """Before this time all that happens to sessions was seen."""
    if around.is_over:
        return math.inf
    return around.lives[-1].event.time if around.lives else -math.inf


def _follows_from_order(one: Lived | None, other: Lived | None, later: Lived | None) -> bool:
    """Whether two sessions come to a queue in another order, before one of them fares differently.

    That makes the same work end, or the same wish be granted, at another time.
    """
    if one is None or other is None or later is None:
        return False
    if not isinstance(later.event, JobEnd | Admission):
        return False
    same_time = one.event.time == other.event.time
    is_other_session = one.event.serial != other.event.serial
    return same_time and is_other_session and _is_same_queue(one.event, other.event)


def _is_same_queue(one: SessionEvent, other: SessionEvent) -> bool:
    if isinstance(one, JobStart) and isinstance(other, JobStart):
        return one.stage == other.stage
    if isinstance(one, Queueing) and isinstance(other, Queueing):
        return one.pool == other.pool
    return isinstance(one, Admission) and isinstance(other, Admission)
