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

_STARTED_KEPT: Final = 32


class FifoStage(Stage):
    """Jobs in service and waiting jobs are each in the order of their numbers."""

    def __init__(self, name: str, index: int, servers: int) -> None:
        super().__init__(name, index)
        self.servers: Final[i64] = servers
        self._in_service: Final = Presence()
        self._waiting: Final[list[Job]] = []
        """From the place `_next` on; those before have been started."""
        self._next: i64 = 0

    def join(self, simulation: Simulation, job: Job) -> None:
        simulation.signals.increase(self.figures.number)
        # Nobody waits while a server is free.
        if self._in_service.count < self.servers:
            self._start(simulation, job)
        else:
            self._waiting.append(job)

    def remove(self, simulation: Simulation, job: Job) -> None:
        waiting = self._waiting
        place = self._next
        if place < len(waiting) and waiting[place].number <= job.number:
            while waiting[place] is not job:
                place += 1
            del waiting[place]
            job.present = False
        else:
            self._in_service.drop(job)
            self._start_next(simulation)
        simulation.signals.decrease(self.figures.number)

    def complete(self, simulation: Simulation, job: Job) -> None:
        self._in_service.drop(job)
        simulation.signals.decrease(self.figures.number)
        self.finish(simulation, job)
        simulation.spare_jobs.put(job)
        self._start_next(simulation)

    def present(self) -> int:
        return self._in_service.count + len(self._waiting) - self._next

    def busy(self) -> int:
        return self._in_service.count

    def state(self, _simulation: Simulation, now: float) -> StageState:
        served = self._in_service.jobs()
        jobs = [job.state(max(job.work - (now - job.started), 0.0)) for job in served]
        jobs += [job.state(job.work, waits=True) for job in self._waiting[self._next :]]
        return StageState(tuple(jobs))

    def work_left(self, now: float) -> float:
        total = -0.0
        for job in self._in_service.jobs():
            total += max(job.work - (now - job.started), 0.0)
        for job in self._waiting[self._next :]:
            total += job.work
        return total

    def _start_next(self, simulation: Simulation) -> None:
        """Start waiting jobs while a server is free."""
        waiting = self._waiting
        while self._next < len(waiting) and self._in_service.count < self.servers:
            job = waiting[self._next]
            self._next += 1
            self._start(simulation, job)
        if self._next > _STARTED_KEPT and 2 * self._next > len(waiting):
            del waiting[: self._next]
            self._next = 0

    def _start(self, simulation: Simulation, job: Job) -> None:
        now = simulation.clock.now
        job.started = now
        self._in_service.add(job)
        simulation.calendar.schedule(now + job.work, job)
