"""`fifo(c)`: jobs wait in order for one of c servers (STG-2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.stages.job import Job
from sqlang.engine.stages.presence import Presence
from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.simulation import Simulation


class FifoStage(Stage):
    """Jobs in service and waiting jobs are each in the order of their numbers."""

    def __init__(self, name: str, index: int, servers: int) -> None:
        super().__init__(name, index)
        self.servers: Final[i64] = servers
        self._in_service: Final = Presence()
        self._waiting: Final = Presence()

    def join(self, simulation: Simulation, job: Job) -> None:
        simulation.signals.increase(self.figures.number)
        # Nobody waits while a server is free.
        if self._in_service.count < self.servers:
            self._start(simulation, job)
        else:
            self._waiting.add(job)

    def remove(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        next_one = self._waiting.first
        if next_one is not None and next_one.number <= job.number:
            self._waiting.drop(job)
        else:
            self._in_service.drop(job)
            self._start_next(simulation)
        simulation.signals.decrease(self.figures.number)

    def complete(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        self._in_service.drop(job)
        simulation.signals.decrease(self.figures.number)
        self.finish(simulation, job)
        job.give_back()
        self._start_next(simulation)

    def present(self) -> int:
        return self._in_service.count + self._waiting.count

    def busy(self) -> int:
        return self._in_service.count

    def state(self, _simulation: Simulation, now: float) -> StageState:
        served = self._in_service.jobs()
        jobs = [job.state(max(job.work - (now - job.started), 0.0)) for job in served]
        jobs += [job.state(job.work, waits=True) for job in self._waiting.jobs()]
        return StageState(tuple(jobs))

    def work_left(self, now: float) -> float:
        total = -0.0
        for job in self._in_service.jobs():
            total += max(job.work - (now - job.started), 0.0)
        for job in self._waiting.jobs():
            total += job.work
        return total

    def _start_next(self, simulation: Simulation) -> None:
        """A server is free: start the job that has waited longest."""
        job = self._waiting.first
        if job is not None:
            self._waiting.drop(job)
            self._start(simulation, job)

    def _start(self, simulation: Simulation, job: Job) -> None:
        now = simulation.clock.now
        job.started = now
        self._in_service.add(job)
        simulation.calendar.schedule(now + job.work, job)
