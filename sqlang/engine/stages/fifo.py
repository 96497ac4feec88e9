"""`fifo(c)`: jobs wait in order for one of c servers (STG-2)."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from sqlang.engine.stages.job import Job
from sqlang.engine.stages.service_end import ServiceEnd
from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


class FifoStage(Stage):
    """Jobs in service and waiting jobs are each in the order of their numbers."""

    def __init__(self, name: str, index: int, servers: int) -> None:
        super().__init__(name, index)
        self.servers: Final = servers
        self._in_service: Final[dict[int, Job]] = {}
        self._waiting: Final[deque[Job]] = deque()

    def join(self, simulation: Simulation, job: Job) -> None:
        self._waiting.append(job)
        self._start_next(simulation)

    def remove(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        if self._in_service.pop(job.number, None) is None:
            self._waiting.remove(job)
        else:
            self._start_next(simulation)

    def complete(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        del self._in_service[job.number]
        self.finish(simulation, job)
        self._start_next(simulation)

    def present(self) -> int:
        return len(self._in_service) + len(self._waiting)

    def busy(self) -> int:
        return len(self._in_service)

    def state(self, _simulation: Simulation, now: float) -> StageState:
        served = self._in_service.values()
        jobs = [job.state(max(job.work - (now - job.started), 0.0)) for job in served]
        jobs += [job.state(job.work, waits=True) for job in self._waiting]
        return StageState(tuple(jobs))

    def work_left(self, now: float) -> float:
        total = -0.0
        for job in self._in_service.values():
            total += max(job.work - (now - job.started), 0.0)
        for job in self._waiting:
            total += job.work
        return total

    def _start_next(self, simulation: Simulation) -> None:
        """Start waiting jobs while a server is free."""
        now = simulation.clock.now
        while self._waiting and len(self._in_service) < self.servers:
            job = self._waiting.popleft()
            job.started = now
            self._in_service[job.number] = job
            simulation.calendar.schedule(now + job.work, ServiceEnd(job))
