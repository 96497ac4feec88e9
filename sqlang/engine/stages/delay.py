"""`delay`: every job is served at once, for as long as its work (STG-3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.stages.job import Job
from sqlang.engine.stages.presence import Presence
from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


class DelayStage(Stage):
    """The jobs are in the order of their numbers."""

    def __init__(self, name: str, index: int) -> None:
        super().__init__(name, index)
        self._presence: Final = Presence()

    def join(self, simulation: Simulation, job: Job) -> None:
        self._presence.add(job)
        simulation.signals.increase(self.figures.number)
        simulation.calendar.schedule(simulation.clock.now + job.work, job)

    def remove(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        self._presence.drop(job)
        simulation.signals.decrease(self.figures.number)

    def complete(self, simulation: Simulation, job: Job) -> None:
        self.remove(simulation, job)
        self.finish(simulation, job)
        job.give_back()

    def present(self) -> int:
        return self._presence.count

    def state(self, _simulation: Simulation, now: float) -> StageState:
        jobs = [
            job.state(max(job.work - (now - job.started), 0.0)) for job in self._presence.jobs()
        ]
        return StageState(tuple(jobs))

    def work_left(self, now: float) -> float:
        total = -0.0
        for job in self._presence.jobs():
            total += max(job.work - (now - job.started), 0.0)
        return total
