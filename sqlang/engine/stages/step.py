"""`step`: an engine that serves its residents in iterations (part 4, section 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS
from sqlang.engine.events import RecurringEvent
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Constant, Expression
from sqlang.engine.numbers import SLACK, at_least_zero, minimum
from sqlang.engine.observer import Member
from sqlang.engine.pools.hold import parts_of
from sqlang.engine.stages.job import Job
from sqlang.engine.stages.serving_order import ServingOrder
from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState

if TYPE_CHECKING:
    from sqlang.engine.changes import Changes
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.repeating import Repeating
    from sqlang.ir.program import Reference


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
        self.surveys_residents = True
        """Whether `budget`, `chunk` or a key reads how many decode or what they hold."""
        self.cost_surveys_memory = True
        """Whether `cost` reads what members of the batch hold of it."""
        self.cost_changes = True
        """Whether `cost` may change while the batch, and what members hold, stay as they are."""
        self.is_regular = False
        """Whether the same residents are sure to be given the same tokens again, see `stretch`."""
        self.serves_by_remaining = False
        """Whether that is so only if all of them are given the same."""
        self.memory: Pool | None = None
        self.served_pools: Final[list[Pool]] = []
        """The pools that are admitted `via` this stage, in order of declaration."""
        self.residents: Final[list[Job]] = []
        self.order: Final = ServingOrder(self.residents, context)
        self.changes = 0
        """How often a job has joined or left."""
        self.batch: list[Job] = []
        """The jobs that get tokens in the running iteration, in the order selected."""
        self.only_decodes = False
        """Whether these are decodes that get exactly 1 token each."""
        self.changes_selected = -1
        """`changes` when they were selected, in the order in which they would be again."""
        self.refused_after = -1
        """`Changes.refused_after` when they were selected."""
        self.repeating: Repeating | None = None
        """The batch as stretches have it, once one has."""
        self.running = False
        self.end = RecurringEvent()
        """The event that ends its iterations; set when the run is built."""
        self.began = 0.0
        self.ends = 0.0
        """When the running iteration began, and when it ends."""
        self.cost_now = 0.0
        """What it costs."""
        self.offered_budget: float | None = None
        """What `budget_left` shows while this stage tries to admit (STEP-8)."""
        self._looking_out = False

    def join(self, simulation: Simulation, job: Job) -> None:
        assert job.session is not None
        job.admission = job.session.admission
        place = len(self.residents)
        while place and self.residents[place - 1].admission > job.admission:
            place -= 1
        self.residents.insert(place, job)
        simulation.signals.increase(self.figures.number)
        self.changes += 1
        self.order.joined(job, place)
        if self.memory is not None and (self.surveys_residents or self.cost_surveys_memory):
            job.held = parts_of(job.session, self.memory)

    def remove(self, simulation: Simulation, job: Job) -> None:
        self._leave(simulation, job)
        if self.running:
            self.batch = [member for member in self.batch if member is not job]

    def _leave(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        residents = self.residents
        place = 0
        while residents[place] is not job:
            place += 1
        del residents[place]
        simulation.signals.decrease(self.figures.number)
        self.changes += 1
        self.order.left(job, place)

    def is_due(self) -> bool:
        """Whether the stage is idle and has residents or somebody to admit (EXE-9)."""
        if self.running:
            return False
        if self.residents:
            return True
        return self.has_queue()

    def has_queue(self) -> bool:
        """Whether somebody waits whom the stage may admit."""
        return any(pool.queued for pool in self.served_pools)

    def tries_in_vain(self, changes: Changes) -> bool:
        """Whether, idle and due, it is sure to start nothing as long as nothing happens.

        It has no residents, and whom it asks first was refused since anything has happened.
        """
        if self.residents or not self.is_regular:
            return False
        for pool in self.served_pools:
            if pool.queued:
                return pool.refused_after == changes.disturbances
        return False

    def end_iteration(self, simulation: Simulation) -> None:
        """Tokens count now; who has all of them is done, in batch order (STEP-17)."""
        if simulation.changes.requests_read_budgets:
            simulation.changes.disturbances += 1
        batch = self.batch
        self.batch = []
        self.running = False
        any_done = False
        for job in batch:
            job.work -= job.tokens
            if job.work <= SLACK:
                any_done = True
        if any_done:
            for job in batch:
                if job.work <= SLACK:
                    self._leave(simulation, job)
                    self.finish(simulation, job)

    def present(self) -> int:
        return len(self.residents)

    def busy(self) -> int:
        return len(self.batch)

    def state(self, simulation: Simulation, _now: float) -> StageState:
        jobs = tuple([job.state(job.work) for job in self.residents])
        if not self.running:
            return StageState(jobs)
        return StageState(jobs, True, self.members(simulation), self.began, self.ends)

    def members(self, simulation: Simulation) -> tuple[Member, ...]:
        """The batch as those see it who watch the run."""
        return tuple([_member(simulation, job) for job in self.batch])

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
        context.residents = float(len(self.residents))
        if not self.surveys_residents:
            return
        decoders = 0
        kv_decode = kv_prefill = 0.0
        for job in self.residents:
            if job.prefill:
                kv_prefill += self.memory_of(job)
            else:
                decoders += 1
                kv_decode += self.memory_of(job)
        context.decoders = float(decoders)
        context.kv_decode = kv_decode
        context.kv_prefill = kv_prefill

    def memory_of(self, job: Job) -> float:
        """What the job's session holds of the stage's memory, outer holds first (STEP-3)."""
        total = 0.0
        for part in job.held:
            total += part.allocation
        return total


def wanted_tokens(job: Job, chunk: float) -> float:
    """The tokens a job would take in one iteration (STEP-5); a `chunk` of 0 bounds nothing."""
    if not job.prefill:
        return minimum(1.0, job.work)
    return minimum(job.work, chunk) if chunk > 0.0 else job.work


def _member(simulation: Simulation, job: Job) -> Member:
    session = job.session
    assert session is not None
    assert job.place is not None
    turn = session.attributes[simulation.slots.turn]
    return Member(session.serial, turn, job.prefill, job.tokens, job.place)


def _job_number(job: Job) -> int:
    return job.number
