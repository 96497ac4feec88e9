"""Statements that compute, branch and serve: all but those of pools (EXE-16 to EXE-21, EXE-27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import GUARD, NO_PROGRESS, RunError
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Constant, Expression
from sqlang.engine.expressions.references import PoolReference, StageReference
from sqlang.engine.numbers import shortest_digits, truncate
from sqlang.engine.observer import Assignment, BranchTaken, SampleTaken, Statement, TurnStart
from sqlang.engine.sessions.lifecycle import end_session
from sqlang.engine.sessions.session import LOOP_FRAME, PLAIN_FRAME, Session
from sqlang.engine.sessions.statement import Block, ExecutableStatement
from sqlang.engine.source_form import source_form
from sqlang.engine.stages.joining import start_job
from sqlang.engine.stages.spare_jobs import SpareJobs
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.stage import Stage

_MOST_CANDIDATES: Final = 0xFFFFFFFFFFFFFFFF
_NO_VALUES: Final[list[float]] = []


class WorkloadStatement(ExecutableStatement):
    """A statement that may stand in `init` and `turn` too, where it draws from another stream."""

    def execute(self, simulation: Simulation, session: Session) -> None:
        self.perform(simulation, session, simulation.session_context)

    def perform(self, simulation: Simulation, session: Session, context: Context) -> None:
        """Perform it, evaluating in `context`, which points at the session."""
        raise NotImplementedError


class SetStatement(WorkloadStatement):
    """`set` (EXE-16)"""

    def __init__(self, place: Statement, slot: int, value: Expression) -> None:
        super().__init__(place)
        self.slot: Final = slot
        self.value: Final = value

    def perform(self, simulation: Simulation, session: Session, context: Context) -> None:
        value = self.value.evaluate(context)
        session.attributes[self.slot] = value
        if simulation.observer is not None:
            now = simulation.clock.now
            event = Assignment(now, session.serial, self.place, self.slot, value)
            simulation.observer.event(event)


class ObserveStatement(WorkloadStatement):
    """`observe`: the value is computed in the warm-up too, but not kept (EXE-17)."""

    def __init__(self, place: Statement, slot: int, value: Expression) -> None:
        super().__init__(place)
        self.slot: Final = slot
        self.value: Final = value

    def perform(self, simulation: Simulation, session: Session, context: Context) -> None:
        value = self.value.evaluate(context)
        now = simulation.clock.now
        turn = session.attributes[simulation.slots.turn]
        if simulation.warm:
            simulation.samples[self.slot].add(value, now, session.serial, turn)
        if simulation.observer is not None:
            counted = simulation.warm
            event = SampleTaken(now, session.serial, turn, self.place, self.slot, value, counted)
            simulation.observer.event(event)


class TurnStatement(ExecutableStatement):
    """`turn`: counts, takes the next turn of a trace, runs the `turn` block (EXE-18)."""

    def execute(self, simulation: Simulation, session: Session) -> None:
        session.attributes[simulation.slots.turn] += 1.0
        if simulation.warm:
            simulation.turns += 1
        if session.replay is not None:
            session.replay.load_next(session.attributes)
        if simulation.observer is not None:
            turn = session.attributes[simulation.slots.turn]
            event = TurnStart(simulation.clock.now, session.serial, self.place, turn)
            simulation.observer.event(event)
        simulation.workload.run_turn(simulation, session)


class EndStatement(ExecutableStatement):
    """`end` (EXE-28)"""

    def execute(self, simulation: Simulation, session: Session) -> None:
        end_session(simulation, session, rejected=False)


class BranchStatement(ExecutableStatement):
    """`branch`: the guard must be exactly 1 or 0 (EXE-19)."""

    def __init__(
        self,
        place: Statement,
        guard: Expression,
        then: Block,
        otherwise: Block,
        program: ir.Program,
        source: ir.Expression,
    ) -> None:
        super().__init__(place)
        self.guard: Final = guard
        self.then: Final = then
        self.otherwise: Final = otherwise
        self._program: Final = program
        self._source: Final = source

    def execute(self, simulation: Simulation, session: Session) -> None:
        value = self.guard.evaluate(simulation.session_context)
        if value == 1.0:
            block = self.then
        elif value == 0.0:
            block = self.otherwise
        else:
            raise self._error(simulation.session_context, value)
        if block.goes_on:
            session.next = block.first
        else:
            session.enter(block, PLAIN_FRAME, self.place)
        if simulation.observer is not None:
            event = BranchTaken(simulation.clock.now, session.serial, self.place, value == 1.0)
            simulation.observer.event(event)

    def _error(self, context: Context, value: float) -> RunError:
        guard = source_form(self._source, self._program)
        message = (
            f"`branch ({guard})`: the guard is {shortest_digits(value)}, not 0 or 1; "
            "a draw is written `branch with (p)`"
        )
        return context.error(GUARD, message, None, (self._source,))


class LoopStatement(ExecutableStatement):
    """`loop` (EXE-20)"""

    def __init__(self, place: Statement, body: Block) -> None:
        super().__init__(place)
        self.body: Final = body

    def execute(self, _simulation: Simulation, session: Session) -> None:
        session.enter(self.body, LOOP_FRAME, self.place)


class ChooseStatement(ExecutableStatement):
    """`choose`: the first of the candidates with the least keys (EXE-21)."""

    def __init__(
        self,
        place: Statement,
        slot: int,
        count: Expression,
        keys: list[Expression],
        source: ir.Expression,
    ) -> None:
        super().__init__(place)
        self._source: Final = source
        self.slot: Final = slot
        self.count: Final = count
        # An IR that a tool made may have no keys, by which all candidates are equal.
        self.key: Final = keys[0] if keys else Constant(0.0)
        self.further_keys: Final = keys[1:]

    def execute(self, simulation: Simulation, session: Session) -> None:
        context = simulation.session_context
        count = truncate(self.count.evaluate(context), _MOST_CANDIDATES)
        attributes = session.attributes
        best = 0.0
        least, further_of_least = 0.0, _NO_VALUES
        for candidate in range(count):
            if simulation.watch.step():
                self._look(simulation, session, context, candidate)
            attributes[self.slot] = float(candidate)
            value = self.key.evaluate(context)
            further = _NO_VALUES
            if self.further_keys:
                further = [key.evaluate(context) for key in self.further_keys]
            if (
                candidate == 0
                or value < least
                or (value == least and _is_less(further, further_of_least))
            ):
                best, least, further_of_least = float(candidate), value, further
        attributes[self.slot] = best
        if simulation.observer is not None:
            now = simulation.clock.now
            event = Assignment(now, session.serial, self.place, self.slot, best)
            simulation.observer.event(event)

    def _look(
        self, simulation: Simulation, session: Session, context: Context, candidate: int
    ) -> None:
        """Fail if the candidates alone are too many, or the session makes no progress."""
        if candidate >= simulation.watch.limits.instant:
            message = f"no progress: `choose` goes on after {candidate} candidates"
            raise context.error(NO_PROGRESS, message, self._source, (self._source,))
        error = simulation.standstill.of_session(session)
        if error is not None:
            raise error


def _is_less(values: list[float], others: list[float]) -> bool:
    """Whether the first unequal pair decides for `values`; a pair with NaN decides against."""
    for place in range(len(values)):
        value, other = values[place], others[place]
        if value != other:
            return value < other
    return False


class RunStatement(ExecutableStatement):
    """`run`, and what the serving forms become (EXE-27); `further` stages make it a flow."""

    suspends = True

    def __init__(
        self,
        place: Statement,
        stage: StageReference,
        prefill: bool,
        work: Expression,
        growing: PoolReference | None,
        further: list[StageReference],
    ) -> None:
        super().__init__(place)
        self.stage: Final = stage
        self.work: Final = work
        self.growing: Final = growing
        self.further: Final = further
        self._asks_for_more: Final = growing is not None or bool(further)
        """Whether it asks for anything besides the stage."""
        self._spare_jobs: Final = SpareJobs(place, prefill)

    def execute(self, simulation: Simulation, session: Session) -> None:
        context = simulation.session_context
        stage = self.stage.resolve(context)
        work = self.work.evaluate(context)
        number = simulation.take_job_number()
        if not work > 0.0:
            # Without work the session visits nothing (EXE-32), but what it names must be there.
            self._further(context)
            self._growing(context)
            simulation.population.make_ready(session)
            return
        job = self._spare_jobs.take(stage)
        if self._asks_for_more:
            job.further = self._further(context)
            job.growing = self._growing(context)
        job.number = number
        job.work = work
        start_job(simulation, session, job)

    def _further(self, context: Context) -> tuple[Stage, ...]:
        return tuple([reference.resolve(context) for reference in self.further])

    def _growing(self, context: Context) -> Pool | None:
        return None if self.growing is None else self.growing.resolve(context)
