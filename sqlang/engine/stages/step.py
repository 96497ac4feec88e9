"""`step`: an engine that serves its residents in iterations (part 4, section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS
from sqlang.engine.expressions.context import (
    DECODERS,
    KV_DECODE,
    KV_PREFILL,
    RESIDENTS,
    Context,
)
from sqlang.engine.expressions.expression import Constant, Expression
from sqlang.engine.numbers import SLACK, at_least_zero, minimum
from sqlang.engine.observer import Member
from sqlang.engine.stages.job import Job
from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState

if TYPE_CHECKING:
    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.ir.program import Reference


class BatchMember:
    """A job of an iteration's batch, the tokens it gets, and the part of a hold that it grows."""

    __slots__ = ("job", "tokens", "part")

    def __init__(self, job: Job, tokens: float, part: HoldPart | None) -> None:
        self.job: Final = job
        self.tokens: Final = tokens
        self.part: Final = part

    def advance(self) -> None:
        """The tokens count as computed in the hold."""
        if self.part is not None:
            self.part.advance(self.tokens)

    def told(self, simulation: Simulation) -> Member:
        """The member as those see it who watch the run."""
        job = self.job
        session = job.session
        assert session is not None
        assert job.place is not None
        turn = session.attributes[simulation.slots.turn]
        return Member(session.serial, turn, job.prefill, self.tokens, job.place)

    def attention(self) -> float:
        """What a prefill attends to: all that is computed before it and half of itself (STEP-6)."""
        if not self.job.prefill:
            return 0.0
        if self.part is None:
            return self.tokens * self.tokens / 2.0
        return self.tokens * (self.part.position + self.tokens / 2.0)


class StepStage(Stage):
    """The residents are in the order of their admission numbers (STEP-1).

    `context` is that of an iteration's expressions, `outlook` that of `budget_left`; both point at
    no session. Expressions, `memory` and `served_pools` are set once when the run is built.
    """

    def __init__(
        self, name: str, index: int, exclusive: bool, context: Context, outlook: Context
    ) -> None:
        super().__init__(name, index)
        self.exclusive: Final = exclusive
        """`serve exclusive prefill`"""
        self.context: Final = context
        self.outlook: Final = outlook
        self.budget: Expression = Constant(0.0)
        self.chunk: Expression = Constant(0.0)
        self.cost: Expression = Constant(0.0)
        self.serve_keys: list[Expression] = []
        """The keys of `serve by`; none means the order of admission."""
        self.keys_are_steady = True
        """Whether the keys read nothing that one serving can change for another resident."""
        self.memory: Pool | None = None
        self.served_pools: Final[list[Pool]] = []
        """The pools that are admitted `via` this stage, in order of declaration."""
        self.residents: Final[list[Job]] = []
        self.changes = 0
        """How often a job has joined or left."""
        self.batch: list[BatchMember] = []
        """The members of the running iteration."""
        self.running = False
        self.began = 0.0
        self.ends = 0.0
        """When the running iteration began, and when it ends."""
        self.offered_budget: float | None = None
        """What `budget_left` shows while this stage tries to admit (STEP-8)."""
        self._looking_out = False

    def join(self, _simulation: Simulation, job: Job) -> None:
        assert job.session is not None
        job.admission = job.session.admission
        place = len(self.residents)
        while place and self.residents[place - 1].admission > job.admission:
            place -= 1
        self.residents.insert(place, job)
        self.changes += 1

    def remove(self, _simulation: Simulation, job: Job) -> None:
        self._leave(job)
        if self.running:
            self.batch = [member for member in self.batch if member.job is not job]

    def _leave(self, job: Job) -> None:
        job.present = False
        self.residents.remove(job)
        self.changes += 1

    def is_due(self) -> bool:
        """Whether the stage is idle and has residents or somebody to admit (EXE-9)."""
        if self.running:
            return False
        if self.residents:
            return True
        return any(pool.queue for pool in self.served_pools)

    def end_iteration(self, simulation: Simulation) -> None:
        """Tokens count now; who has all of them is done, in batch order (STEP-17)."""
        batch = self.batch
        self.batch = []
        self.running = False
        for member in batch:
            member.job.work -= member.tokens
        for member in batch:
            if member.job.work <= SLACK:
                self._leave(member.job)
                self.finish(simulation, member.job)

    def present(self) -> int:
        return len(self.residents)

    def busy(self) -> int:
        return len(self.batch)

    def state(self, simulation: Simulation, _now: float) -> StageState:
        jobs = tuple([job.state(job.work) for job in self.residents])
        if not self.running:
            return StageState(jobs)
        members = tuple([member.told(simulation) for member in self.batch])
        return StageState(jobs, True, members, self.began, self.ends)

    def work_left(self, _now: float) -> float:
        total = -0.0
        for job in sorted(self.residents, key=_job_number):
            total += job.work
        return total

    def budget_left(self, context: Context, reference: Reference) -> float:
        if self.offered_budget is not None:
            return self.offered_budget
        if self._looking_out:
            message = f"no progress: `budget_left({self.name})` depends on itself"
            raise context.error(NO_PROGRESS, message, reference)
        context.watch.tick(len(self.residents))
        self._looking_out = True
        self.survey(self.outlook)
        budget = self.budget.evaluate(self.outlook)
        chunk = self.chunk.evaluate(self.outlook)
        self._looking_out = False
        wants = -0.0
        for job in self.residents:
            wants += wanted_tokens(job, chunk)
        return at_least_zero(budget - wants)

    def survey(self, context: Context) -> None:
        """Tell `budget`, `chunk` and serving keys about the present residents (STEP-3)."""
        decoders = 0
        kv_decode = kv_prefill = 0.0
        for job in self.residents:
            if job.prefill:
                kv_prefill += self.memory_of(job)
            else:
                decoders += 1
                kv_decode += self.memory_of(job)
        variables = context.variables
        variables[RESIDENTS] = float(len(self.residents))
        variables[DECODERS] = float(decoders)
        variables[KV_DECODE] = kv_decode
        variables[KV_PREFILL] = kv_prefill

    def memory_of(self, job: Job) -> float:
        """What the job's session holds of the stage's memory, outer holds first (STEP-3)."""
        pool = self.memory
        if pool is None or job.session is None:
            return 0.0
        total = 0.0
        for hold in job.session.holds:
            for part in hold.parts:
                if part.pool is pool:
                    total += part.allocation
        return total


def wanted_tokens(job: Job, chunk: float) -> float:
    """The tokens a job would take in one iteration (STEP-5); a `chunk` of 0 bounds nothing."""
    if not job.prefill:
        return minimum(1.0, job.work)
    return minimum(job.work, chunk) if chunk > 0.0 else job.work


def _job_number(job: Job) -> int:
    return job.number
