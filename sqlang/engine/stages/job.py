"""What a session asks of a stage with one `run`, which ends as an event of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.event import Event
from sqlang.engine.observer import Statement
from sqlang.engine.state import JobState

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.spare_jobs import SpareJobs
    from sqlang.engine.stages.stage import Stage


_NOTHING_HELD: Final[list[HoldPart]] = []


class Job(Event):
    """A job from joining its stage to its end; `work` is what is left, in tokens at a step stage.

    `joined` is when it came, `started` when its service began. The job of a spill has neither a
    session nor a `place`, which is the statement; one that is done or was taken out has no session
    any more. Those of step stages always have both.

    As an event it is the end of its service, for stages that serve each job for a time of its own.
    """

    __slots__ = (
        "number",
        "stage",
        "further",
        "session",
        "place",
        "home",
        "work",
        "prefill",
        "growing",
        "joined",
        "started",
        "present",
        "admission",
        "considered",
        "tokens",
        "part",
        "held",
        "keys",
        "tag",
        "earlier",
        "later",
    )

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.number: i64 = -1
        """Its job number (STG-1), once it has one."""
        self.stage = stage
        self.further: tuple[Stage, ...] = ()
        """Shared stages that it holds together with the first (FLOW-1)."""
        self.session: Session | None = None
        self.place: Statement | None = None
        self.home: SpareJobs | None = None
        """Where it goes when it is done, if it may serve again."""
        self.work = 0.0
        self.prefill = False
        self.growing: Pool | None = None
        self.joined = 0.0
        self.started = 0.0
        self.present = True
        """False once it has left its stage, done or taken out."""
        self.admission = 0
        """At a step stage: the session's admission number when it joined (STEP-1)."""
        self.considered = -1
        """At a step stage: the number of the last selection that has considered it (STEP-4)."""
        self.tokens = 0.0
        """At a step stage: what it got when it was selected last, for an iteration (STEP-7)."""
        self.part: HoldPart | None = None
        """At a step stage: the part of a hold that it grows, once that was looked for (STEP-6)."""
        self.held: list[HoldPart] = _NOTHING_HELD
        """At a step stage: what its session holds of the stage's memory, if somebody reads that.

        No hold begins or ends while a session is in a stage.
        """
        self.keys: list[int] | None = None
        """At a step stage: its keys when they were evaluated last, see `ServingOrder`."""
        self.tag = 0.0
        """At a `ps` stage: the stage's virtual time at which it is done (STG-4)."""
        self.earlier: Job | None = None
        self.later: Job | None = None
        """At a `fifo` or `delay` stage: those that came just before and after, where it waits or is
        served.

        While it is spare, `later` is the next spare one.
        """

    def give_back(self) -> None:
        """It is done, and nobody needs it any more."""
        if self.home is not None:
            self.home.put(self)

    def happen(self, simulation: Simulation) -> None:
        """It is done, unless it was taken out meanwhile (EXE-4)."""
        if self.present:
            self.stage.complete(simulation, self)

    def statement(self) -> Statement | None:
        return self.place

    def subject(self) -> Session | None:
        return self.session

    def state(self, remaining: float, *, waits: bool = False, rate: float = 1.0) -> JobState:
        """The job as it is now, with what is left of its work."""
        serial = None if self.session is None else self.session.serial
        started = None if waits else self.started
        return JobState(serial, self.place, self.joined, started, remaining, rate, self.prefill)

    def advance(self) -> None:
        """What it gets in the iteration counts as computed in its hold (STEP-6, STEP-13)."""
        if self.part is not None:
            self.part.advance(self.tokens)

    def attention(self) -> float:
        """What a prefill attends to: all that is computed before it and half of itself (STEP-6)."""
        if not self.prefill:
            return 0.0
        if self.part is None:
            return self.tokens * self.tokens / 2.0
        return self.tokens * (self.part.position + self.tokens / 2.0)

    def stages(self) -> list[Stage]:
        """All stages that it holds, in the order named."""
        return [self.stage, *self.further]
