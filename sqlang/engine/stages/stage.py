"""What all kinds of stages have in common (part 4, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import BUDGET_LEFT
from sqlang.engine.expressions.context import Context
from sqlang.engine.observer import JobEnd
from sqlang.engine.stages.estimators import Estimators
from sqlang.engine.state import StageState
from sqlang.engine.statistics import RunningMoments, TimeAverage

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job
    from sqlang.ir.program import Reference


class StageFigures:
    """What a stage counts for the report (STAT-8)."""

    def __init__(self) -> None:
        self.number = TimeAverage()
        self.share: TimeAverage | None = None
        """The share of a capacity that is given away, if that is how the stage is in use."""
        self.completed: i64 = 0
        self.wait = RunningMoments()
        self.service = RunningMoments()
        self.iterations = 0

    def restart(self, time: float) -> None:
        """The end of the warm-up."""
        self.number.restart(time)
        if self.share is not None:
            self.share.restart(time)

    def utilization(self, time: float) -> float:
        """How much the stage was in use up to `time`: whether jobs were present, or their share."""
        return self.number.occupancy(time) if self.share is None else self.share.mean(time)


class Stage:
    """One stage, or one member of a family. A subclass for each kind."""

    def __init__(self, name: str, index: int) -> None:
        self.name: Final = name
        self.index: Final = index
        self.figures: Final = StageFigures()
        self.estimators: Final = Estimators()
        self.is_estimated = True
        """Whether some expression may read what these know."""

    def join(self, simulation: Simulation, job: Job) -> None:
        """A job with work comes; its session's status already says so."""
        raise NotImplementedError

    def remove(self, simulation: Simulation, job: Job) -> None:
        """A job is taken out before it is done (STG-7)."""
        raise NotImplementedError

    def complete(self, simulation: Simulation, job: Job) -> None:
        """The end scheduled for a job in service has come."""
        raise NotImplementedError

    def present(self) -> int:
        """Jobs present, waiting and in service."""
        raise NotImplementedError

    def busy(self) -> int:
        """Jobs in service."""
        return self.present()

    def work_left(self, now: float) -> float:
        """The sum over the jobs present of what they still have to get (EXPR-9)."""
        raise NotImplementedError

    def budget_left(self, context: Context, reference: Reference) -> float:
        """Only a step stage has a budget (ERR-11); `reference` is what named this one."""
        message = "budget_left needs a step stage"
        raise context.error(BUDGET_LEFT, message, reference, (reference.index,))

    def state(self, simulation: Simulation, now: float) -> StageState:
        """The jobs present, and what each still has to get."""
        raise NotImplementedError

    def finish(self, simulation: Simulation, job: Job) -> None:
        """A job is done and has left: count it, and let its session go on (STG-6).

        A flow counts at each stage it held (FLOW-8).
        """
        self.count_done(simulation, job)
        if job.further:
            self._count_further(simulation, job)
        if simulation.observer is not None:
            simulation.observer.event(_end_event(simulation, job))
        session = job.session
        if session is not None:
            session.job = None
            job.session = None  # an event that is outdated may refer to the job for long
            simulation.population.make_ready(session)

    def _count_further(self, simulation: Simulation, job: Job) -> None:
        """Count a flow at its other stages, once at each."""
        counted: list[Stage] = [self]
        for stage in job.further:
            if stage not in counted:
                counted.append(stage)
                stage.count_done(simulation, job)

    def count_done(self, simulation: Simulation, job: Job) -> None:
        """The figures of one job that was done here, and what they say of the stage's traffic."""
        started = job.started
        wait = started - job.joined
        service = simulation.clock.now - started
        if self.is_estimated:
            self.estimators.observe(started, wait, service)
        if simulation.warm:
            figures = self.figures
            figures.completed += 1
            figures.wait.add(wait)
            figures.service.add(service)


def _end_event(simulation: Simulation, job: Job) -> JobEnd:
    serial = None if job.session is None else job.session.serial
    return JobEnd(
        simulation.clock.now,
        serial,
        job.stage.index,
        job.place,
        job.joined,
        job.started,
        tuple(stage.index for stage in job.further),
    )
