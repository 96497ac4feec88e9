"""A run over time as data: blocks, levels, sessions; exact where few, in bins where many.

Times are in the program's clock, pools in their units. An end of `None` had not come when the
run was over. What stands here is of bounded size whatever the run's length.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlang.views.recording.records import Key

SegmentKind = Literal["queued", "requeued", "waiting", "prefill", "decode", "stage", "growing"]
"""What a session does: it waits to be admitted, or again after a preemption; it waits at a stage
for its turn; it is at a stage; it waits for room to grow."""


class Window(NamedTuple):
    """The stretch of a run that is to be kept exactly."""

    start: float = 0.0
    end: float = float("inf")

    def touches(self, start: float, end: float) -> bool:
        """Whether something that lasts from `start` to `end` is seen through it."""
        return end >= self.start and start <= self.end


class BatchMember(NamedTuple):
    """A session's part in an iteration; `lost` if it was preempted before the iteration ended."""

    serial: int
    turn: float
    prefill: bool
    tokens: float
    statement: Key
    lost: bool = False


class Block(NamedTuple):
    """One iteration of the step stage at place `stage` (STEP-16).

    `members` are the first of `size`, and all those with a row; `statements` are those of all.
    `prefilled` and `decoded` are the tokens of all members.
    """

    stage: int
    start: float
    end: float
    size: int
    members: tuple[BatchMember, ...]
    statements: tuple[Key, ...]
    prefilled: float
    decoded: float
    used: float
    cached: float
    cost: float


class Bin(NamedTuple):
    """A stretch of a step stage's time: `prefill`, `decode` and `empty` are shares of it.

    `empty` is the share of iterations without members (STEP-15), the rest of 1 is idle. Iterations
    and tokens count where the iteration starts.
    """

    prefill: float
    decode: float
    empty: float
    iterations: int
    prefilled: float
    decoded: float


class StepLane(NamedTuple):
    """A step stage. Blocks are all there are from the window's start up to `exact_until`.

    `family` is the place of the first member of its family, `memory` that of its pool.
    """

    stage: int
    family: int
    name: str
    memory: int | None
    iterations: int
    blocks: tuple[Block, ...]
    exact_until: float
    bins: tuple[Bin, ...]


class Level(NamedTuple):
    """What two quantities are from `time` on: jobs in service and waiting, or used and cached."""

    time: float
    first: float
    second: float


class Levels(NamedTuple):
    """Two quantities over time: each change from the window's start up to `exact_until`.

    `bins` are their greatest values in equal stretches of the whole run, empty if all changes are
    there.
    """

    changes: tuple[Level, ...]
    exact_until: float
    bins: tuple[tuple[float, float], ...]
    peak: float


class JobLane(NamedTuple):
    """A stage of another kind: jobs in service, and waiting."""

    stage: int
    family: int
    name: str
    kind: str
    jobs: int
    levels: Levels


class PoolLane(NamedTuple):
    """A pool: units used and cached; `capacity` may be infinite.

    `preempted` and `evicted` count preemptions and evictions in the stretches of `Levels.bins`.
    """

    pool: int
    family: int
    name: str
    capacity: float
    preemptions: int
    evictions: int
    levels: Levels
    preempted: tuple[int, ...]
    evicted: tuple[int, ...]


class Segment(NamedTuple):
    """A session in one state; `stages` are those that it is at, `statement` what made it so."""

    kind: SegmentKind
    start: float
    end: float | None
    statement: Key | None
    stages: tuple[int, ...] = ()


class Portion(NamedTuple):
    """Tokens that a session got in iterations that followed one another at once."""

    prefill: bool
    start: float
    end: float
    iterations: int
    tokens: float
    statement: Key
    stage: int


class Holding(NamedTuple):
    """A session in the body of a `hold`; `units` are those of its admission, one for each pool."""

    start: float
    end: float | None
    statement: Key
    pools: tuple[int, ...]
    units: tuple[float, ...]
    cached: float


class SessionRow(NamedTuple):
    """The life of one session; `cut` if more happened to it than is kept."""

    serial: int
    arrived: float
    ended: float | None
    rejected: bool
    segments: tuple[Segment, ...]
    portions: tuple[Portion, ...]
    holdings: tuple[Holding, ...]
    preemptions: tuple[float, ...]
    cut: bool


class NotableSession(NamedTuple):
    """A session that stands out in the whole run; `lived` is its time up to `end`.

    `waited` is what of it went by without service: for admission, also again after a preemption,
    for its turn at a stage, and for room to grow. `live` if it had not ended when the run was over.
    """

    serial: int
    arrived: float
    end: float
    waited: float
    preemptions: int
    rejected: bool
    live: bool

    @property
    def lived(self) -> float:
        """How long it was there."""
        return self.end - self.arrived


class PreemptionMark(NamedTuple):
    """A session put out of a pool (POOL-19)."""

    time: float
    serial: int
    pool: int
    statement: Key


class Timeline(NamedTuple):
    """A run from 0 to `end`, the time of its last event.

    `window` is what was to be kept exactly. `width` is that of a bin, 0 if nothing needs bins.
    `sessions` are the first that lived in the window, of `arrived` in all, and
    `notable` those of the whole run that stand out; `population` are all
    that live, those that wait to be admitted being the second quantity. `preemptions` has the first
    of `preempted`. Of stages and pools beyond the lanes shown only the number is there.
    """

    end: float
    window: Window
    width: float
    steps: tuple[StepLane, ...]
    jobs: tuple[JobLane, ...]
    pools: tuple[PoolLane, ...]
    more_stages: int
    more_pools: int
    sessions: tuple[SessionRow, ...]
    arrived: int
    population: Levels
    preemptions: tuple[PreemptionMark, ...]
    preempted: int
    notable: tuple[NotableSession, ...]

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Of all step stages, in the order they started; equal times in the order of stages."""
        blocks = [block for lane in self.steps for block in lane.blocks]
        return tuple(sorted(blocks, key=lambda block: (block.start, block.stage)))

    @property
    def iterations(self) -> int:
        """Iterations of all step stages shown."""
        return sum(lane.iterations for lane in self.steps)

    @property
    def complete(self) -> bool:
        """Whether every iteration is there as a block."""
        return sum(len(lane.blocks) for lane in self.steps) == self.iterations
