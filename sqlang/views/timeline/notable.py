"""The sessions of a whole run that stand out: few are kept, however many there were."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Final

from sqlang.views.timeline.records import NotableSession

NOTABLE_KEPT: Final = 12
"""Sessions for each way to stand out."""
_Ranked = tuple[float, int, NotableSession]


class NotableSessions:
    """Keeps those that waited longest, lived longest, and were preempted most often.

    Of equals the first to arrive count.
    """

    __slots__ = ("_ranks",)

    def __init__(self) -> None:
        self._ranks: tuple[list[_Ranked], ...] = ([], [], [])

    def consider(self, session: NotableSession) -> None:
        """Keep a session that has ended if it stands out among those before."""
        _rank(self._ranks, session)

    def records(self, living: Iterable[NotableSession]) -> tuple[NotableSession, ...]:
        """Those kept and those that still live, the longest wait first, then the longest life."""
        ranks = tuple(list(kept) for kept in self._ranks)
        for session in living:
            _rank(ranks, session)
        found = {session.serial: session for kept in ranks for _, _, session in kept}
        return tuple(
            sorted(found.values(), key=lambda each: (-each.waited, -each.lived, each.serial))
        )


def _rank(ranks: tuple[list[_Ranked], ...], session: NotableSession) -> None:
    measures = session.waited, session.lived, session.preemptions
    for kept, measure in zip(ranks, measures, strict=True):
        if not measure > 0:
            continue
        entry = measure, -session.serial, session
        if len(kept) < NOTABLE_KEPT:
            heapq.heappush(kept, entry)
        elif entry > kept[0]:
            heapq.heapreplace(kept, entry)
