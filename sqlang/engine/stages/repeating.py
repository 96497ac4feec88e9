"""A step stage whose iterations repeat themselves: every member of the batch decodes, 1 token each.

What is here is the part of `stretch` that concerns one stage: whether the next selection is sure to
come out as the last one did, and what a further iteration does to the members and their holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import INFINITY, SLACK, is_whole
from sqlang.engine.pools.growth import allocate, units_to_add

if TYPE_CHECKING:
    from sqlang.engine.observer import Member
    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job
    from sqlang.engine.stages.step import StepStage

_EXACT_BELOW: Final = 9007199254740992.0
"""2^53: taking 1 from a number of at least 1 is exact below."""


def repeats(simulation: Simulation, stage: StepStage, somebody_waits: bool) -> bool:
    """Whether the next selection of a running stage is sure to come out as the last one did."""
    return (
        stage.is_regular
        and stage.only_decodes
        and stage.changes == stage.changes_selected
        and _nobody_moves_up(simulation, stage, somebody_waits)
    )


def _nobody_moves_up(simulation: Simulation, stage: StepStage, somebody_waits: bool) -> bool:
    """Whether all residents are served and nobody waits, or those who wait are sure to go on.

    Whoever was refused when the iteration began, by a pool or for want of budget, is refused again
    if nothing has happened since and what is asked for is the same: what is used only grows
    (POOL-4, POOL-17), and as many tokens are left (STEP-5, STEP-8).
    """
    changes = simulation.changes
    if changes.requests_are_steady and changes.disturbances == stage.refused_after:
        return True
    return len(stage.batch) == len(stage.residents) and not somebody_waits


class Repeating:
    """The batch of a stage in a stretch."""

    def __init__(self, stage: StepStage) -> None:
        self.stage: Final = stage
        self.done = 0
        """How many iterations have begun in the stretch."""
        self._startable = -1
        self._members: tuple[Member, ...] | None = None
        self._pools: list[Pool] | None = None

    def startable(self) -> int:
        """How many more iterations can begin of which each member wants exactly 1 token (STEP-5).

        After each of them it has to have at least 1 token left.
        """
        if self._startable < 0:
            self._startable = _whole_tokens(self.stage.batch) - 1
        return self._startable - self.done

    def members(self, simulation: Simulation) -> tuple[Member, ...]:
        """The batch as those see it who watch the run."""
        if self._members is None:
            self._members = self.stage.members(simulation)
        return self._members

    def pools(self) -> list[Pool]:
        """The pools that the members grow."""
        if self._pools is None:
            self._pools = []
            for job in self.stage.batch:
                if job.growing is not None and job.growing not in self._pools:
                    self._pools.append(job.growing)
        return self._pools

    def tokens_without_growth(self) -> float:
        """How many tokens each member can surely get before one of them has to grow."""
        tokens = INFINITY
        for job in self.stage.batch:
            part = job.part
            if part is not None:
                left = part.allocation - part.position
                if not is_whole(part.position):
                    left -= 1.0  # sums with fractions may round upwards
                tokens = min(tokens, left)
        return tokens

    def can_grow(self, may_evict: bool) -> bool:
        """Whether there is room for all that grow for their next token, together (POOL-16).

        Nobody is put out and nobody waits for it. If something cached has to go, it may unless
        something else depends on that.
        """
        for pool in self.pools():
            pool.planned = pool.used
        for job in self.stage.batch:
            part = job.part
            if part is not None:
                units = _units_for_next_token(part)
                if units > 0.0 and not _plan(part.pool, units, may_evict):
                    return False
        return True

    def grow(self, simulation: Simulation) -> None:
        """Let all grow that need it for their next token, in the order of the batch (STEP-6)."""
        for job in self.stage.batch:
            part = job.part
            if part is not None:
                units = _units_for_next_token(part)
                if units > 0.0:
                    allocate(simulation, part, units)

    def advance(self, count: int) -> None:
        """Each member has got so many tokens; positions may be fractions, whose sums round."""
        self.done += count
        for job in self.stage.batch:
            job.work -= count
            part = job.part
            if part is not None:
                position = part.position
                for _token in range(count):  # a plain `_` would be an object to mypyc
                    position += 1.0
                part.position = position


def _whole_tokens(batch: list[Job]) -> int:
    """How many whole tokens each member has left, if they can be counted down exactly; or 0."""
    least = _EXACT_BELOW
    for job in batch:
        if job.work < least:
            least = job.work
        elif job.work >= _EXACT_BELOW:
            return 0
    return int(least)


def _units_for_next_token(part: HoldPart) -> float:
    """What has to be allocated for a token more; 0 or less if nothing has to."""
    missing = part.position + 1.0 - part.allocation
    return units_to_add(part, missing) if missing > SLACK else 0.0


def _plan(pool: Pool, units: float, may_evict: bool) -> bool:
    """Add `units` to what is planned of a pool, if they fit there without any consequence."""
    most = pool.capacity + SLACK
    if not pool.planned + units <= most:
        return False
    is_crowded = pool.planned + pool.cache.total + units > most and not pool.cache.is_empty()
    if is_crowded and not (may_evict and pool.evicts_quietly):
        return False
    pool.planned += units
    return True
