"""What a run left at each place of a program: immutable data, small whatever the run's length.

Everything is counted; of the single happenings only the first few rows are kept. The types are
tuples, so the JSON value of one is the array of its fields.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

Key = tuple[int, int]
"""Block and position of a statement in `Program.blocks`."""


class Tally(NamedTuple):
    """Aggregates over all values met, kept or not; `least` and `greatest` are 0 without any."""

    size: int = 0
    total: float = 0.0
    least: float = 0.0
    greatest: float = 0.0

    @property
    def mean(self) -> float:
        """NaN without values."""
        return self.total / self.size if self.size else math.nan


def merged(tallies: Sequence[Tally]) -> Tally:
    """The tally of all values of several."""
    filled = [tally for tally in tallies if tally.size]
    if not filled:
        return Tally()
    return Tally(
        sum(tally.size for tally in filled),
        sum(tally.total for tally in filled),
        min(tally.least for tally in filled),
        max(tally.greatest for tally in filled),
    )


class MemberRow(NamedTuple):
    """One job of a batch and its tokens in that iteration."""

    serial: int
    turn: float
    prefill: bool
    tokens: float


class IterationRow(NamedTuple):
    """One iteration; `members` are the first of `size`, `used` and `cached` units of the memory."""

    time: float
    size: int
    members: tuple[MemberRow, ...]
    used: float
    cached: float
    cost: float


class BatchGroup(NamedTuple):
    """Neighbors in a batch that got equal tokens."""

    members: int
    prefill: bool
    tokens: float


class BatchRun(NamedTuple):
    """Consecutive iterations with equal batches, whichever the sessions; `more` groups left out."""

    iterations: int
    groups: tuple[BatchGroup, ...]
    more: int


class StageRecord(NamedTuple):
    """One stage: jobs that joined and were done, and the iterations of a step stage."""

    started: int
    wait: Tally
    service: Tally
    iterations: int
    prefilled: float
    decoded: float
    cost: Tally
    batches: tuple[BatchRun, ...]
    rows: tuple[IterationRow, ...]


class JobRow(NamedTuple):
    """A job of a `run` statement; `started` and `ended` are `None` while they have not come.

    `stages` are all that it held, only one unless it was a flow.
    """

    serial: int
    stages: tuple[int, ...]
    work: float
    joined: float
    started: float | None
    ended: float | None


class PartRow(NamedTuple):
    """The tokens that one iteration gave to a job of a `run` statement."""

    time: float
    serial: int
    turn: float
    prefill: bool
    tokens: float
    stage: int


class RunRecord(NamedTuple):
    """A `run` statement in any mode; a portion is what one iteration gave to one job."""

    started: int
    wait: Tally
    service: Tally
    portions: int
    tokens: float
    jobs: tuple[JobRow, ...]
    parts: tuple[PartRow, ...]


class LeaseRow(NamedTuple):
    """What a hold left to its session; `ended` and `reason` are `None` while it lasts."""

    units: float
    began: float
    ended: float | None
    reason: str | None


class LeaseCounts(NamedTuple):
    """The leases that a hold left; `durations` are those of the leases that are over."""

    begun: int = 0
    expired: int = 0
    durations: Tally = Tally()


class HoldRow(NamedTuple):
    """One passage of a session through a hold, from joining the queue on.

    `admitted` is `None` while it waits; `preempted` is the time at which it was put out, if it was;
    `lease` is what the passage left, if it left something.
    """

    serial: int
    queued: float
    admitted: float | None
    units: tuple[float, ...]
    cached: float
    preempted: float | None
    lease: LeaseRow | None = None


class HoldRecord(NamedTuple):
    """A `hold` statement."""

    queued: int
    preempted: int
    wait: Tally
    cached: Tally
    rows: tuple[HoldRow, ...]
    leases: LeaseCounts = LeaseCounts()


class ReleaseRow(NamedTuple):
    """A `release`; `units` are given back, of which `cached` stay in the pool."""

    time: float
    serial: int
    units: float
    cached: float


class ReleaseRecord(NamedTuple):
    """A `release` statement; `idle` counts how often there was nothing to give back."""

    idle: int
    units: Tally
    cached: Tally
    rows: tuple[ReleaseRow, ...]


class LoadRow(NamedTuple):
    """A `load`; the hold is then computed up to `position`."""

    time: float
    serial: int
    units: float
    position: float


class LoadRecord(NamedTuple):
    """A `load` statement."""

    units: Tally
    rows: tuple[LoadRow, ...]


class SampleRow(NamedTuple):
    """An observation; `counted` is false during the warm-up."""

    time: float
    serial: int
    turn: float
    value: float
    counted: bool


class SampleRecord(NamedTuple):
    """An `observe` statement; `p99` is of all counted values if `exact`, else of a choice."""

    uncounted: int
    values: Tally
    p99: float | None
    exact: bool
    rows: tuple[SampleRow, ...]


class AssignmentRow(NamedTuple):
    """A value stored."""

    time: float
    serial: int
    value: float


class AssignmentRecord(NamedTuple):
    """A `set` or `choose` statement."""

    values: Tally
    rows: tuple[AssignmentRow, ...]


class BranchRow(NamedTuple):
    """A branch decided."""

    time: float
    serial: int
    then: bool


class BranchRecord(NamedTuple):
    """A `branch` statement: how often each block was entered."""

    then: int
    otherwise: int
    rows: tuple[BranchRow, ...]


class Occupancy(NamedTuple):
    """The greatest value in each of equally long stretches of time, from 0 on."""

    width: float
    used: tuple[float, ...]
    cached: tuple[float, ...]


class PoolRecord(NamedTuple):
    """One pool: greatest levels after a settling, and what was taken back."""

    peak_used: float
    peak_cached: float
    peak_queued: int
    peak_holders: int
    evictions: int
    evicted: float
    spills: int
    preemptions: int
    occupancy: Occupancy


class Totals(NamedTuple):
    """The whole run: `last` is the time of the last event told, `reached` that of the clock.

    `first_arrival` and `last_arrival` are when sessions arrived, 0 if none did.
    """

    last: float
    reached: float
    arrived: int
    ended: int
    rejected: int
    first_arrival: float = 0.0
    last_arrival: float = 0.0


class Recording(NamedTuple):
    """All that was kept of a run, by place; a statement that told nothing has no record."""

    totals: Totals
    stages: tuple[StageRecord, ...]
    pools: tuple[PoolRecord, ...]
    runs: dict[Key, RunRecord]
    holds: dict[Key, HoldRecord]
    samples: dict[Key, SampleRecord]
    assignments: dict[Key, AssignmentRecord]
    branches: dict[Key, BranchRecord]
    releases: dict[Key, ReleaseRecord]
    loads: dict[Key, LoadRecord]
