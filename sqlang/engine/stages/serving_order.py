"""In which order a step stage looks at its residents (STEP-4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.keys import sort_key

if TYPE_CHECKING:
    from sqlang.engine.expressions.expression import Expression
    from sqlang.engine.stages.job import Job

BY_ADMISSION: Final = 0
FIXED: Final = 1
STEADY: Final = 2
CHANGING: Final = 3
"""When the order of a stage may change.

With `serve admission` and `serve exclusive prefill` when somebody joins or leaves. So it is with
keys that are fixed, which read of a resident what it keeps all the time; others, if they are
steady, may change from one selection to the next, or else within a selection.
"""


class ServingOrder:
    """Hands out the residents of a stage one by one in each selection, each at most once.

    The order is formed again for each of them, as part 4 has it, where that can make a difference.
    `keys` are those of `serve by`; `residents` is the stage's list, in the order of admission.
    """

    def __init__(self, residents: list[Job], context: Context) -> None:
        self._residents: Final = residents
        self._context: Final = context
        self.keys: list[Expression] = []
        self.stability = BY_ADMISSION
        self._order = residents
        """The residents themselves, if they are served by admission."""
        self._is_formed = True
        self._position = 0
        self._selection = 0

    def serve_by(self, keys: list[Expression], stability: int) -> None:
        """Order by these keys from now on, as the run is built."""
        self.keys = keys
        self.stability = stability
        self._is_formed = stability == BY_ADMISSION

    def begin(self) -> None:
        """A selection begins."""
        self._selection += 1
        self._position = 0
        if self.stability > FIXED:
            self._is_formed = False

    def joined(self, job: Job, place: int) -> None:
        """Somebody has joined, and stands at `place` among the residents.

        Whoever stands before `_position` has been handed out in the present selection.
        """
        if self.stability == FIXED and self._is_formed and place == len(self._residents) - 1:
            place = self._place_of(job)
            self._order.insert(place, job)
        elif self.stability != BY_ADMISSION:
            self._is_formed = False
            return
        self._position = min(self._position, place)

    def left(self, job: Job, place: int) -> None:
        """Somebody has left, who stood at `place` among the residents."""
        if self.stability == FIXED and self._is_formed:
            order = self._order
            place = 0
            while order[place] is not job:
                place += 1
            del order[place]
        elif self.stability != BY_ADMISSION:
            self._is_formed = False
            return
        if place < self._position:
            self._position -= 1

    def _place_of(self, job: Job) -> int:
        """Where one that was admitted last stands in the order: after all with the same keys."""
        order = self._order
        keys = self._keys_of(job)
        first, last = 0, len(order)
        while first < last:
            middle = (first + last) // 2
            if keys < self._keys_of(order[middle]):
                last = middle
            else:
                first = middle + 1
        return first

    def next(self) -> Job | None:
        """The first resident not handed out yet in this selection, None if there is none."""
        if not self._is_formed or self.stability == CHANGING:
            self._form()
        selection = self._selection
        order = self._order
        while self._position < len(order):
            job = order[self._position]
            self._position += 1
            if job.considered != selection:
                job.considered = selection
                return job
        return None

    def _form(self) -> None:
        self._is_formed = True
        self._position = 0
        self._context.watch.tick(len(self._residents))
        self._order = sorted(self._residents, key=self._keys_of)

    def _keys_of(self, job: Job) -> list[int]:
        session = job.session
        assert session is not None
        if job.keys is not None and self.stability == FIXED:
            return job.keys
        context = self._context.of(session)
        context.decoding = 0.0 if job.prefill else 1.0
        context.admission = float(session.admission)
        context.remaining = job.work
        job.keys = sort_key(self.keys, context)
        return job.keys
