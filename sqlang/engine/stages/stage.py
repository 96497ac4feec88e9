"""What all kinds of stages have in common (part 4, section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import BUDGET_LEFT, Declaration
from sqlang.engine.expressions.context import Context
from sqlang.engine.observer import JobEnd
from sqlang.engine.statistics import RunningMoments, TimeAverage

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


class StageFigures:
    """What a stage counts for the report (STAT-8)."""

    def __init__(self) -> None:
        self.number = TimeAverage()
        self.utilization = TimeAverage()
        self.completed = 0
        self.wait = RunningMoments()
        self.service = RunningMoments()
        self.iterations = 0

    def restart(self, time: float) -> None:
        """The end of the warm-up."""
        self.number.restart(time)
        self.utilization.restart(time)


class Stage:
    """One stage, or one member of a family. A subclass for each kind."""

    def __init__(self, name: str, index: int) -> None:
        self.name: Final = name
        self.index: Final = index
        self.declaration: Final = Declaration("stage", index)
        self.figures: Final = StageFigures()

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

    def budget_left(self, context: Context) -> float:
        """Only a step stage has a budget (ERR-11)."""
        raise context.error(BUDGET_LEFT, "budget_left needs a step stage")

    def utilization(self) -> float:
        """The share of the stage in use now (STAT-4)."""
        return 1.0 if self.present() else 0.0

    def record(self, now: float) -> None:
        """Record the signals at the end of a settling (STAT-4)."""
        self.figures.number.record(self.present(), now)
        self.figures.utilization.record(self.utilization(), now)

    def finish(self, simulation: Simulation, job: Job) -> None:
        """A job is done and has left: count it, and let its session go on (STG-6)."""
        now = simulation.clock.now
        if simulation.warm:
            self.figures.completed += 1
            self.figures.wait.add(job.started - job.joined)
            self.figures.service.add(now - job.started)
        session = job.session
        if session is None:
            return
        if simulation.observer is not None:
            event = JobEnd(now, session.serial, self.index, job.place, job.joined, job.started)
            simulation.observer.event(event)
        session.job = None
        simulation.population.make_ready(session)
