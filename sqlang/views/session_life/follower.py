"""Watches a run and keeps what one session goes through, in bounded memory."""

from __future__ import annotations

from sqlang.engine.holding_events import (
    RELEASED,
    Drop,
    Growth,
    GrowthWait,
    HoldEnd,
    LeaseEnd,
    LeaseStart,
    Load,
    Release,
)
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Assignment,
    BranchTaken,
    Ending,
    Event,
    Eviction,
    Iteration,
    JobEnd,
    JobStart,
    Observer,
    Preemption,
    Queueing,
    SampleTaken,
    Spill,
    Statement,
    TurnStart,
)
from sqlang.ir.program import Mode, Program, Run, Step
from sqlang.views.recording.records import Key
from sqlang.views.session_life import wording
from sqlang.views.session_life.entries import OwnEntries
from sqlang.views.session_life.phases import Phases
from sqlang.views.session_life.queues import Queues
from sqlang.views.session_life.records import LifeStep, SessionLife
from sqlang.views.session_life.steps import Portion, Steps

_DECODE = "decode"
_PREFILL = "prefill"
_PREFILL_AGAIN = "prefill again"


class SessionFollower(Observer):
    """Follows the session of one serial; `life` may be asked at any time.

    The run is asked to stop once nothing more can happen to the session: it has ended and nothing
    of it is cached any more. `is_done` then says so.
    """

    def __init__(self, program: Program, serial: int) -> None:
        self._program = program
        self._serial = serial
        self._arrivals = 0
        self._arrived: float | None = None
        self._ended: float | None = None
        self._rejected = False
        self._steps = Steps()
        self._phases = Phases()
        self._queues = Queues(len(program.pools))
        self._entries = OwnEntries()
        self._job: JobStart | None = None
        self._portions = 0
        self._is_back = False
        """Whether it was admitted again since."""
        self._preempted_from: Key | None = None
        """The hold that it was put out of, until it is over: what it prefills is done again."""

    @property
    def is_done(self) -> bool:
        """Whether nothing can happen to the session any more."""
        return self._ended is not None and self._entries.is_empty()

    def cancelled(self) -> bool:
        return self.is_done

    def life(self, time: float) -> SessionLife:
        """What was kept, up to the time that the run has reached."""
        end = self._ended if self._ended is not None else time
        first, left_out, last = self._steps.kept()
        return SessionLife(
            self._serial,
            self._arrivals,
            self._arrived,
            self._ended,
            self._rejected,
            first,
            left_out,
            last,
            self._phases.shares(end) if self._arrived is not None else (),
        )

    def event(self, event: Event) -> None:
        match event:
            case Iteration():
                if self._job is not None and event.stage == self._job.stage:
                    self._iteration(event, self._job)
            case Queueing():
                mine = event.serial == self._serial
                ahead = self._queues.join(event, mine)
                if mine:
                    self._queued(event, ahead)
            case Admission() | Preemption() | Ending():
                self._queues.leave(event)
                if event.serial == self._serial:
                    self._changed(event)
            case Arrival():
                self._arrivals += 1
                if event.serial == self._serial:
                    self._arrived = event.time
                    self._tell(event.time, "arrives", None)
            case JobStart() | JobEnd():
                if event.serial == self._serial and event.statement is not None:
                    self._stage_job(event, event.statement)
            case Eviction() | Spill():
                if event.entry == self._serial:
                    self._cached_units(event)
            case HoldEnd() | LeaseStart() | LeaseEnd() | Release() | Load():
                if event.serial == self._serial:
                    self._holding(event)
            case GrowthWait() | Growth() | Drop():
                if event.serial == self._serial:
                    self._resized(event)
            case Assignment() | SampleTaken() | BranchTaken() | TurnStart():
                if event.serial == self._serial:
                    text = wording.value(self._program, event)
                    self._tell(event.time, text, event.statement)

    def _tell(
        self, time: float, text: str, statement: Statement | None, waited: float | None = None
    ) -> None:
        key = None if statement is None else (statement.block, statement.position)
        self._steps.add(LifeStep(time, text, key, None, waited))

    def _queued(self, event: Queueing, ahead: tuple[int, ...]) -> None:
        again = self._preempted_from == (event.statement.block, event.statement.position)
        self._phases.change(event.time, "waiting again" if again else "waiting for admission")
        text = wording.queued(self._program, event, ahead, again)
        self._tell(event.time, text, event.statement)

    def _changed(self, event: Admission | Preemption | Ending) -> None:
        time = event.time
        self._phases.change(time, "")
        match event:
            case Admission():
                text = wording.admitted(self._program, event)
                self._tell(time, text, event.statement, time - event.queued_at)
                self._is_back = True
                for pool in event.pools:
                    self._entries.take(pool)
            case Preemption():
                self._steps.cut(time)
                self._job = None
                self._is_back = False
                self._preempted_from = (event.statement.block, event.statement.position)
                self._tell(time, wording.preempted(self._program, event), event.statement)
            case Ending():
                self._ended, self._rejected = time, event.rejected
                self._job = None
                self._tell(time, wording.ended(event), None)

    def _stage_job(self, event: JobStart | JobEnd, statement: Statement) -> None:
        stage = self._program.stages[event.stage]
        by_steps = isinstance(stage.kind, Step)
        if isinstance(event, JobStart):
            self._portions = 0
            self._job = event
            self._phases.change(event.time, self._idle(event))
            self._tell(event.time, self._joined(event, statement), statement)
            return
        self._job = None
        waited = event.started - event.joined
        if waited > 0:
            # Only now is it known when its service began.
            self._phases.rename(f"waiting at `{stage.name}`")
            self._phases.change(event.started, f"at `{stage.name}`")
        self._phases.change(event.time, "")
        if by_steps:
            text = f"done at `{stage.name}` after {wording.iterations(self._portions)}"
        else:
            text = wording.served(self._program, event)
        self._tell(event.time, text, statement, event.time - event.joined)

    def _joined(self, event: JobStart, statement: Statement) -> str:
        run = self._program.blocks[statement.block][statement.position]
        assert isinstance(run, Run)
        return wording.joined(self._program, event, run.mode)

    def _iteration(self, event: Iteration, job: JobStart) -> None:
        statement = job.statement
        assert statement is not None
        until = event.time + event.cost
        key = (statement.block, statement.position)
        member = next((each for each in event.members if each.serial == self._serial), None)
        if member is None:
            self._steps.portion(Portion("", 0.0, key), event.time, until)
            return
        self._portions += 1
        what = self._kind(statement)
        self._steps.portion(Portion(what, member.tokens, key), event.time, until)
        self._phases.change(event.time, what, until, self._idle(job))

    def _idle(self, job: JobStart) -> str:
        """The phase of a session that is at a stage and not known to get anything there."""
        stage = self._program.stages[job.stage]
        if isinstance(stage.kind, Step):
            return f"in `{stage.name}` without tokens"
        return f"at `{stage.name}`"

    def _kind(self, statement: Statement) -> str:
        run = self._program.blocks[statement.block][statement.position]
        if not isinstance(run, Run) or run.mode is not Mode.PREFILL:
            return _DECODE
        return _PREFILL if self._preempted_from is None else _PREFILL_AGAIN

    def _holding(self, event: HoldEnd | LeaseStart | LeaseEnd | Release | Load) -> None:
        if isinstance(event, HoldEnd):
            key = (event.statement.block, event.statement.position)
            if self._is_back and key == self._preempted_from:
                self._preempted_from = None
            for pool, cached in zip(event.pools, event.cached, strict=True):
                self._entries.keep(pool, cached)
        elif isinstance(event, LeaseEnd | Release):
            self._entries.keep(event.pool, event.cached)
            if isinstance(event, LeaseEnd) and event.reason == RELEASED:
                return
        text = wording.holding(self._program, event)
        if text:
            self._tell(event.time, text, event.statement)

    def _resized(self, event: GrowthWait | Growth | Drop) -> None:
        if isinstance(event, GrowthWait):
            self._phases.change(event.time, "waiting for memory")
        elif isinstance(event, Drop):
            self._entries.take(event.pool)
        elif event.waited:
            self._phases.change(event.time, "" if self._job is None else self._idle(self._job))
        self._tell(event.time, wording.resized(self._program, event), event.statement)

    def _cached_units(self, event: Eviction | Spill) -> None:
        pool = self._program.pools[event.pool].name
        if isinstance(event, Eviction):
            self._entries.lose(event.pool, event.units)
            self._steps.evict(event.time, pool, event.units)
            return
        self._entries.gain(event.target, event.units)
        target = self._program.pools[event.target].name
        text = f"{wording.units(event.units)} evicted from `{pool}` go to `{target}`"
        self._tell(event.time, text, None)
