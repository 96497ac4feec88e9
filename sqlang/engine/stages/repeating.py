"""A step stage whose iterations repeat themselves: every member of the batch decodes, 1 token each.

What is here is the part of `stretch` that concerns one stage: whether the next selection is sure to
come out as the last one did, and what a further iteration does to the members and their holds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import INFINITY, SLACK, is_whole
from sqlang.engine.pools.growth import allocate, units_to_add

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.observer import Member
    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job
    from sqlang.engine.stages.step import StepStage

_EXACT_BELOW: Final = 9007199254740992.0
"""2^53: taking 1 from a number of at least 1 is exact below."""


def repeats(simulation: Simulation, stage: StepStage, are_refused: bool) -> bool:
    """Whether the next selection of a running stage is sure to come out as the last one did.

    `are_refused` says that pools would admit nobody in the next settling, and let nobody grow.
    """
    return (
        stage.is_regular
        and stage.only_decodes
        and stage.changes == stage.changes_selected
        and _nobody_moves_up(simulation, stage, are_refused)
    )


def _nobody_moves_up(simulation: Simulation, stage: StepStage, are_refused: bool) -> bool:
    """Whether all residents are served and nobody waits, or those who wait are sure to go on.

    Whoever was refused when the iteration began, by a pool or for want of budget, is refused again
    if nothing has happened since and what is asked for is the same: what is used only grows
    (POOL-4, POOL-17), and as many tokens are left (STEP-5, STEP-8). An order by what remains is
    sure to stay only where all get the same.
    """
    serves_all = len(stage.batch) == len(stage.residents)
    if stage.serves_by_remaining and not serves_all:
        return False
    changes = simulation.changes
    if changes.requests_are_steady and changes.disturbances == stage.refused_after:
        return True
    return are_refused and serves_all and not stage.has_queue()


class Repeating:
    """A batch of a stage in stretches, from its selection to the next one.

    What members have got is noted for all together and given to them by `catch_up`.
    """

    __slots__ = (
        "stage",
        "done",
        "startable",
        "unhindered",
        "_untold",
        "_due",
        "_least_of_others",
        "_members",
    )

    def __init__(self, stage: StepStage) -> None:
        self.stage: Final = stage
        self.done: i64 = 0
        """How many iterations have begun in the present stretch."""
        self.startable: i64 = _whole_tokens(stage.batch) - 1
        """How many more iterations can begin of which each member wants exactly 1 token (STEP-5).

        After each of them it has to have at least 1 token left.
        """
        self.unhindered: i64 = 0
        """For how many more of them surely nobody has to grow."""
        self._untold: i64 = 0
        """How many tokens each member has got that it does not know of."""
        self._due: Final[list[HoldPart]] = []
        """What may have to grow for the next token, in the order of the batch."""
        self._least_of_others = 0.0
        """How many tokens fit into each of the others."""
        self._members: tuple[Member, ...] | None = None
        self._tell()

    def members(self, simulation: Simulation) -> tuple[Member, ...]:
        """The batch as those see it who watch the run."""
        if self._members is None:
            self._members = self.stage.members(simulation)
        return self._members

    def begin(self, count: i64) -> None:
        """So many iterations begin, for which nobody has to grow any more."""
        self.done += count
        self.startable -= count
        self.unhindered -= count
        self._untold += count

    def catch_up(self) -> None:
        """Let the members know what they have got, and see who has to grow next."""
        if self._untold:
            self._tell()

    def can_grow(self, may_evict: bool) -> bool:
        """Whether there is room for all that grow for their next token, together (POOL-16).

        Nobody is put out and nobody waits for it. If something cached has to go, it may unless
        something else depends on that.
        """
        self.catch_up()
        for part in self._due:
            part.pool.planned = part.pool.used
        for part in self._due:
            units = _units_for_next_token(part)
            if units > 0.0 and not _plan(part.pool, units, may_evict):
                return False
        return True

    def grow(self, simulation: Simulation) -> None:
        """Let all grow that need it for their next token, in the order of the batch (STEP-6)."""
        least = self._least_of_others
        for part in self._due:
            units = _units_for_next_token(part)
            if units > 0.0:
                allocate(simulation, part, units)
            least = min(least, _tokens_that_fit(part))
        # One who does not need it as yet may for the token after.
        self.unhindered = max(_count(least), 1)

    def _tell(self) -> None:
        untold = float(self._untold)
        self._untold = 0
        least = INFINITY
        self._due.clear()
        for job in self.stage.batch:
            job.work -= untold
            part = job.part
            if part is not None:
                position = part.position
                if is_whole(position) and position + untold < _EXACT_BELOW:
                    position += untold
                    part.position = position
                    fits = part.allocation - position
                else:
                    _move(part, untold)
                    fits = _tokens_that_fit(part)
                if fits < 1.0:
                    self._due.append(part)
                elif fits < least:
                    least = fits
        self._least_of_others = least
        self.unhindered = 0 if self._due else _count(least)


def _move(part: HoldPart, tokens: float) -> None:
    """So many more tokens are computed, one by one: the position may be a fraction."""
    position = part.position
    while tokens >= 1.0:
        position += 1.0
        tokens -= 1.0
    part.position = position


def _tokens_that_fit(part: HoldPart) -> float:
    """How many more tokens surely fit into what is allocated."""
    fits = part.allocation - part.position
    # Sums with fractions may round upwards.
    return fits if is_whole(part.position) else fits - 1.0


def _count(tokens: float) -> i64:
    return int(tokens) if tokens < _EXACT_BELOW else int(_EXACT_BELOW)


def _whole_tokens(batch: list[Job]) -> i64:
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
