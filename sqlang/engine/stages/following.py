"""Follows the selection of a batch step by step, for an observer that asks why it came out so.

What happens in a step is read off from what it changes, so that a selection nobody follows does
nothing for this, and one that is followed comes out the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import SLACK, minimum
from sqlang.engine.pools.hold import innermost_part
from sqlang.engine.selection_events import (
    AFTER_PREEMPTION,
    ALREADY_GROWING,
    BUDGET_USED_UP,
    DISPLACED,
    DOES_NOT_FIT,
    HELD_BACK,
    NOBODY_WAITS,
    NOT_REACHED,
    ONE_PREFILL,
    PREEMPTED,
    SERVED,
    WITHOUT_BUDGET,
    WITHOUT_MEMORY,
    Asked,
    BatchSelection,
    Considered,
)
from sqlang.engine.sessions.session import GROWING
from sqlang.engine.stages.exclusive import ExclusiveSelection
from sqlang.engine.stages.step import wanted_tokens

if TYPE_CHECKING:
    from sqlang.engine.observer import Observer
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job
    from sqlang.engine.stages.selection import Selection

_WAITING_TOLD: Final = 32


class _Resident:
    """A resident as it was when its turn came; `tokens` and `outcome` are what has come of that."""

    def __init__(self, job: Job, selection: Selection, offered: float) -> None:
        session = job.session
        assert session is not None
        self.job: Final = job
        self.serial: Final = session.serial
        self.work: Final = job.work
        self.wanted: Final = wanted_tokens(job, selection.chunk)
        self.offered = offered
        self.was_growing: Final = job.growing is not None and session.status == GROWING
        self.tokens = 0.0
        self.outcome = NOT_REACHED
        self.missing = 0.0
        self.free = 0.0
        pool = job.growing
        if pool is not None:
            self.free = pool.capacity - pool.used
            part = innermost_part(session, pool)
            if part is not None:
                tokens = minimum(self.wanted, offered)
                missing = part.position + tokens - part.allocation
                if missing > SLACK:
                    self.missing = pool.round_up(part.allocation + missing) - part.allocation

    def told(self) -> Considered:
        """What the observer is told of it."""
        job = self.job
        place = job.place
        assert place is not None
        return Considered(
            self.serial,
            place,
            job.prefill,
            job.admission,
            self.work,
            self.wanted,
            self.offered,
            self.tokens,
            self.outcome,
            None if job.growing is None else job.growing.index,
            self.missing,
            self.free,
        )


class _Following:
    """One selection that is followed."""

    def __init__(self, simulation: Simulation, selection: Selection, budget: float) -> None:
        self._simulation: Final = simulation
        self._selection: Final = selection
        self._budget: Final = budget
        self._exclusive: Final = isinstance(selection, ExclusiveSelection)
        self._steps: Final[list[_Resident | Asked]] = []
        left = selection.left
        self._at_first: Final = [
            _Resident(job, selection, left) for job in selection.stage.residents
        ]
        self._refused = False

    def run(self) -> BatchSelection:
        """Select as `Selection.run` does, looking on."""
        selection = self._selection
        selection.order.begin()
        while not selection.over:
            job = selection.order.next()
            if job is not None:
                self._consider(job)
            elif not self._admit_one():
                selection.over = True
        over = self._why_over()
        selection.close()
        self._settle_outcomes()
        stage = selection.stage
        steps = [each.told() if isinstance(each, _Resident) else each for each in self._steps]
        steps += [each.told() for each in self._not_reached()]
        waiting = [session.serial for pool in stage.served_pools for session in pool.queue]
        return BatchSelection(
            self._simulation.clock.now,
            stage.index,
            self._budget,
            selection.chunk,
            tuple(steps),
            self._left(over),
            over,
            tuple(waiting[:_WAITING_TOLD]),
        )

    def _consider(self, job: Job) -> None:
        selection = self._selection
        whole = self._exclusive and job.prefill
        resident = _Resident(job, selection, self._budget if whole else selection.left)
        self._steps.append(resident)
        selection.consider(job)
        resident.tokens = self._tokens_of(job)
        resident.outcome = self._outcome_of(resident)

    def _tokens_of(self, job: Job) -> float:
        return job.tokens if job in self._selection.batch else 0.0

    def _outcome_of(self, resident: _Resident) -> str:
        job = resident.job
        if resident.tokens > 0.0:
            return SERVED
        if self._exclusive and not job.prefill and self._selection.holds_decodes_back():
            return HELD_BACK
        if not minimum(resident.wanted, resident.offered) > 0.0:
            return WITHOUT_BUDGET
        if not job.present:
            return PREEMPTED
        return ALREADY_GROWING if resident.was_growing else WITHOUT_MEMORY

    def _admit_one(self) -> bool:
        selection = self._selection
        before = selection.asked_for
        free = [pool.capacity - pool.used for pool in self._simulation.pools]
        budget = selection.shown_budget()
        admitted = selection.admit_one()
        session, request = selection.asked, selection.asked_for
        if session is not None and request is not None and request is not before:
            self._refused = not admitted
            asked = Asked(
                session.serial,
                request.statement.place,
                budget,
                tuple([each.pool.index for each in request.pools]),
                tuple([each.pool.round_up(each.need) for each in request.pools]),
                tuple([free[each.pool.index] for each in request.pools]),
                admitted,
            )
            self._steps.append(asked)
        return admitted

    def _why_over(self) -> str:
        selection = self._selection
        if self._exclusive and any(job.prefill for job in selection.batch):
            return ONE_PREFILL
        if not selection.left > 0.0:
            return BUDGET_USED_UP
        if selection.preempted:
            return AFTER_PREEMPTION
        return DOES_NOT_FIT if self._refused else NOBODY_WAITS

    def _left(self, over: str) -> float:
        """What is not handed out; one prefill is given tokens of the full budget (STEP-10)."""
        if over != ONE_PREFILL:
            return self._selection.left
        return self._budget - sum([job.tokens for job in self._selection.batch])

    def _settle_outcomes(self) -> None:
        """Who was selected but is not in the batch was displaced, or preempted meanwhile."""
        batch = self._selection.batch
        for resident in self._steps:
            if isinstance(resident, _Resident) and resident.tokens > 0.0:
                if not resident.job.present:
                    resident.outcome = PREEMPTED
                elif resident.job not in batch:
                    resident.outcome = DISPLACED

    def _not_reached(self) -> list[_Resident]:
        """Those that did not get their turn, or were preempted before it came."""
        seen = {id(each.job) for each in self._steps if isinstance(each, _Resident)}
        selection = self._selection
        left = selection.left
        found: list[_Resident] = []
        for resident in self._at_first:
            if id(resident.job) not in seen:
                seen.add(id(resident.job))
                resident.offered = left
                if not resident.job.present:
                    resident.outcome = PREEMPTED
                found.append(resident)
        joined = [job for job in selection.stage.residents if id(job) not in seen]
        return found + [_Resident(job, selection, left) for job in joined]


def follow(simulation: Simulation, selection: Selection, budget: float, observer: Observer) -> None:
    """Run a selection and tell the observer how it came out."""
    observer.selection(_Following(simulation, selection, budget).run())
