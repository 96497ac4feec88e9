"""`ps(capacity)`: all jobs present are served at once, each at an equal share (STG-4, STG-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Constant, Expression
from sqlang.engine.heap import new_heap
from sqlang.engine.numbers import INFINITY, at_least_zero, has_sign, maximum
from sqlang.engine.stages.job import Job
from sqlang.engine.stages.service_end import ServiceEnd
from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.simulation import Simulation

_BEYOND_NUMBERS: Final = 2**60
"""More than the number of any job."""


class ProcessorSharingStage(Stage):
    """The jobs are in the order of their numbers.

    The virtual time is the work that a job present all the time would have got, so each job is done
    when it reaches the job's tag. `context` is that of the capacity and points at no session;
    `capacity` is set once when the run is built.
    """

    def __init__(self, name: str, index: int, context: Context) -> None:
        super().__init__(name, index)
        self.capacity: Expression = Constant(0.0)
        """What all jobs present get together, in work per unit of time."""
        self.dirty = False
        """Whether a job has come or left since the end of the first one was scheduled."""
        self.next_dirty: ProcessorSharingStage | None = None
        """The next one that is dirty, in order of declaration, see `Simulation.first_dirty`."""
        self.epoch: i64 = 0
        """How often an end has been scheduled; only the last one counts."""
        self._context: Final = context
        self._by_tag: Final = new_heap()
        """The job with the least tag is first, of equal ones the first that came."""
        self._virtual_time = 0.0
        self._updated_at = 0.0
        self._rate = 0.0
        self._spare: ProcessorSharingEnd | None = None
        """Ends that have come, for further use."""

    def join(self, simulation: Simulation, job: Job) -> None:
        self._bring_up_to_date(simulation.clock.now)
        job.tag = self._virtual_time + job.work
        _rank(job)
        self._by_tag.push(job)
        simulation.signals.increase(self.figures.number)
        if not self.dirty:
            self._touch(simulation)

    def remove(self, simulation: Simulation, job: Job) -> None:
        self._leave(simulation, job)

    def reschedule(self, simulation: Simulation) -> None:
        """Share the capacity among the jobs now present, and schedule the end of the first."""
        job = self._by_tag.first
        rate = 0.0
        if job is not None:
            context = self._context
            context.present = self.figures.number.value
            rate = self.capacity.evaluate(context) / context.present
        now = simulation.clock.now
        self._bring_up_to_date(now)
        self._rate = rate
        self.epoch += 1
        self.dirty = False
        if rate > 0.0 and isinstance(job, Job):
            time = now + at_least_zero((job.tag - self._virtual_time) / rate)
            simulation.calendar.schedule(time, self._end_of(job))

    def _end_of(self, job: Job) -> ProcessorSharingEnd:
        """The end of a job as an event, which is outdated by the next one."""
        end = self._spare
        if end is None:
            return ProcessorSharingEnd(self, job, self.epoch)
        self._spare = end.spare
        end.spare = None
        end.job = job
        end.epoch = self.epoch
        return end

    def take_back(self, end: ProcessorSharingEnd) -> None:
        """An end has come, and may serve again."""
        end.spare = self._spare
        self._spare = end

    def complete(self, simulation: Simulation, job: Job) -> None:
        self._leave(simulation, job)
        self._bring_up_to_date(simulation.clock.now)
        self._virtual_time = maximum(self._virtual_time, job.tag)
        self.finish(simulation, job)
        job.give_back()

    def present(self) -> int:
        return self._by_tag.count

    def state(self, _simulation: Simulation, now: float) -> StageState:
        reached = self._virtual_time + self._rate * (now - self._updated_at)
        jobs = [
            job.state(at_least_zero(job.tag - reached), rate=self._rate) for job in self._jobs()
        ]
        return StageState(tuple(jobs))

    def work_left(self, now: float) -> float:
        virtual_time = self._virtual_time + self._rate * (now - self._updated_at)
        total = -0.0
        for job in self._jobs():
            total += at_least_zero(job.tag - virtual_time)
        return total

    def _jobs(self) -> list[Job]:
        """The jobs present in the order of their numbers."""
        jobs = [job for job in self._by_tag.items() if isinstance(job, Job)]
        jobs.sort(key=lambda job: job.number)
        return jobs

    def _leave(self, simulation: Simulation, job: Job) -> None:
        job.present = False
        if self._by_tag.first is job:
            self._by_tag.pop()
        else:
            self._by_tag.remove(job)
        simulation.signals.decrease(self.figures.number)
        if not self.dirty:
            self._touch(simulation)

    def _touch(self, simulation: Simulation) -> None:
        """Have it rescheduled at the settling."""
        self.dirty = True
        if simulation.first_dirty is not None:
            self._touch_beside_others(simulation)
        elif not simulation.has_step_stages:
            simulation.first_dirty = self

    def _touch_beside_others(self, simulation: Simulation) -> None:
        """The same if others are to be rescheduled too."""
        before: ProcessorSharingStage | None = None
        after = simulation.first_dirty
        while after is not None and after.index < self.index:
            before, after = after, after.next_dirty
        self.next_dirty = after
        if before is None:
            simulation.first_dirty = self
        else:
            before.next_dirty = self

    def _bring_up_to_date(self, now: float) -> None:
        self._virtual_time += self._rate * (now - self._updated_at)
        self._updated_at = now


def _rank(job: Job) -> None:
    """Let the job rank by its tag, in total order: a NaN goes to the end its sign says (NUM-4)."""
    job.rank = job.tag
    job.order = job.number
    if job.tag != job.tag:
        job.rank = -INFINITY if has_sign(job.tag) else INFINITY
        job.order += -_BEYOND_NUMBERS if has_sign(job.tag) else _BEYOND_NUMBERS


class ProcessorSharingEnd(ServiceEnd):
    """The first job of a `ps` stage is done, if nothing came between (EXE-4)."""

    def __init__(self, stage: ProcessorSharingStage, job: Job, epoch: i64) -> None:
        super().__init__(job)
        self._stage: Final = stage
        self.epoch: i64 = epoch
        self.spare: ProcessorSharingEnd | None = None
        """While this one is spare: another that is."""

    def happen(self, simulation: Simulation) -> None:
        stage = self._stage
        if not self.is_outdated():
            stage.complete(simulation, self.job)
        stage.take_back(self)

    def is_outdated(self) -> bool:
        # A settling may pass by a stage that a job is taken out of, which is rescheduled later.
        return self.epoch != self._stage.epoch or not self.job.present
