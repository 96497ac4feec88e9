"""How a step stage selects a batch, and whom it admits meanwhile (STEP-4 to STEP-8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import GROWING_OUTSIDE, RunError
from sqlang.engine.numbers import SLACK, minimum
from sqlang.engine.pools.admission import admit, evaluate_header, select
from sqlang.engine.pools.growth import grow
from sqlang.engine.pools.hold import HoldPart, HoldRequest, innermost_part
from sqlang.engine.sessions.execution import execute_ready
from sqlang.engine.sessions.session import GROWING
from sqlang.engine.stages.step import StepStage, wanted_tokens
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


class Selection:
    """The selection of one iteration: who gets how many tokens of a budget.

    `chunk` bounds the tokens of a prefill if it is above 0. Positions advance as soon as a member
    is selected.
    """

    def __init__(
        self, simulation: Simulation, stage: StepStage, budget: float, chunk: float
    ) -> None:
        self.simulation: Final = simulation
        self.stage: Final = stage
        self.chunk: Final = chunk
        self.left = budget
        self.batch: list[Job] = []
        self.attention = 0.0
        self.over = False
        self.asked: Session | None = None
        """Who was asked last for an admission, and with `asked_for` what it asks of the pools."""
        self.asked_for: HoldRequest | None = None
        self.order: Final = stage.order
        self._preemptions: Final = simulation.preemptions

    @property
    def preempted(self) -> bool:
        """Whether any pool has preempted since the iteration began."""
        return self.simulation.preemptions != self._preemptions

    def run(self) -> None:
        """Select until the budget is used up or nobody is left to consider or admit."""
        self.order.begin()
        while not self.over:
            job = self.order.next()
            if job is not None:
                self.consider(job)
            elif not self.admit_one():
                self.over = True
        self.close()

    def consider(self, job: Job) -> None:
        """Give the job what it wants, as far as the budget and its memory go (STEP-5 to STEP-7)."""
        if self.gets_tokens(job, self.left):
            self.attention += job.attention()
            job.advance()
            self.take(job)

    def gets_tokens(self, job: Job, budget: float) -> bool:
        """Whether the job gets tokens out of `budget`, its hold grown for them (STEP-6)."""
        tokens = minimum(wanted_tokens(job, self.chunk), budget)
        if tokens <= 0.0:
            return False
        job.tokens = tokens
        if job.growing is None:
            return True
        session = job.session
        if session is None or session.status == GROWING:
            return False
        # As in the reference, a growing job ends what the rest of a selection would outlive.
        self.simulation.failures.stop_point()
        part = job.part
        if part is None:
            part = self._part_of(job, session, job.growing)
            job.part = part
        missing = part.position + tokens - part.allocation
        return not missing > SLACK or grow(self.simulation, session, part, missing)

    def take(self, job: Job) -> None:
        """Put a job into the batch (STEP-7)."""
        self.batch.append(job)
        self.left -= job.tokens
        if self.left <= 0.0:
            self.over = True

    def close(self) -> None:
        """The selection is over: whoever was preempted after being selected is out (STEP-16)."""
        if self.preempted:
            self.batch = [job for job in self.batch if job.present]

    def shown_budget(self) -> float:
        """What `budget_left` shows to queue keys and headers (STEP-8)."""
        return self.left

    def _part_of(self, job: Job, session: Session, pool: Pool) -> HoldPart:
        part = innermost_part(session, pool)
        if part is None:
            raise self._growing_outside(job, session, pool)
        return part

    def _growing_outside(self, job: Job, session: Session, pool: Pool) -> RunError:
        simulation = self.simulation
        place = job.place
        assert place is not None
        run = simulation.program.blocks[place.block][place.position]
        assert isinstance(run, ir.Run)
        assert run.growing is not None
        context = simulation.session_context.of(session)
        readings = simulation.readings.of([ir.PoolArgument(run.growing)], context)
        message = f"`growing {pool.name}` outside a hold of it"
        now = simulation.clock.now
        return RunError(GROWING_OUTSIDE, message, place, session.serial, now, None, readings)

    def holds_decodes_back(self) -> bool:
        """Whether decodes get nothing, whatever there is (STEP-9)."""
        return False

    def admit_one(self) -> bool:
        """Admit one session and execute it, so that it may join; false if none can be (STEP-8)."""
        stage = self.stage
        if not self.left > 0.0 or self.preempted:
            return False
        for pool in stage.served_pools:
            if pool.queued:
                return self._admit_from(pool)
        return False

    def _admit_from(self, pool: Pool) -> bool:
        simulation = self.simulation
        if pool.refused_after == simulation.changes.disturbances and simulation.observer is None:
            return False
        self.stage.offered_budget = self.shown_budget()
        session = select(simulation, pool)
        request = evaluate_header(simulation, session)
        self.stage.offered_budget = None
        self.asked, self.asked_for = session, request
        if not request.fits():
            changes = simulation.changes
            if changes.requests_are_steady and not changes.requests_read_budgets:
                pool.refused_after = changes.disturbances
            return False
        admit(simulation, session, request)
        _execute_admitted(simulation)
        return True


def _execute_admitted(simulation: Simulation) -> None:
    """Execute the ready list, but after an error nobody any more (ERR-13)."""
    failures = simulation.failures
    if failures.pending is not None:
        return
    try:
        execute_ready(simulation)
    except RunError as error:
        failures.defer(error)
