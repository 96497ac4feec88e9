"""Finding what goes on for ever while the clock stands, and saying which statement it is (EXE-15).

Only finitely much is due when an instant begins: a turn of each live session, and the events that
were scheduled before. What follows from one of these is given `STEPS_PER_CAUSE` steps, and the
instant as a whole `Limits.instant` steps more. A run that needs more is watched for a while, and
what happens again and again in that while is at fault: there is nothing else that could go on for
ever than preemptions, spills, arrivals, rounds of a `loop`, and iterations that cost nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS, Reading, RunError
from sqlang.engine.numbers import shortest_digits
from sqlang.engine.observer import Statement
from sqlang.engine.sessions.session import LOOP_FRAME
from sqlang.engine.stages.iteration import IterationEnd
from sqlang.ir import program as ir
from sqlang.ir.traversal import statement_blocks, statement_operands

if TYPE_CHECKING:
    from sqlang.engine.event import Event
    from sqlang.engine.expressions.context import Context
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.step import StepStage

STEPS_PER_CAUSE: Final = 1_000
"""How many steps may follow from each session and event that an instant begins with."""

_WATCHED_STEPS: Final = 10_000
_AGAIN_AND_AGAIN: Final = 2


class Standstill:
    """Looks at a run that has done many steps since its clock advanced."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation: Final = simulation
        self._watched_instant = -1.0
        self._before = _Counts(simulation)
        self._growing: Session | None = None
        self._growing_at: Statement | None = None
        self._contested: Pool | None = None

    def note_preemption(self, growing: Session, pool: Pool) -> None:
        """A growth of `growing` is about to put somebody out of `pool`."""
        self._growing = growing
        self._growing_at = growing.statement if growing.job is None else growing.job.place
        self._contested = pool

    def of_session(self, session: Session) -> RunError | None:
        """The error, if the run stands still, as `session` is about to perform a statement."""
        if self._may_go_on():
            return None
        return self._of_pools_and_arrivals() or self._of_loop(session)

    def of_spill(self, pool: Pool) -> RunError | None:
        """The error, if the run stands still, as `pool` is about to spill."""
        if self._may_go_on():
            return None
        return self._of_pools_and_arrivals() or self._of_spills(pool)

    def of_event(self, event: Event) -> RunError | None:
        """The error, if the run stands still, as `event` is about to happen."""
        if self._may_go_on():
            return None
        error = self._of_pools_and_arrivals()
        if error is not None:
            return error
        if isinstance(event, IterationEnd) and not self._statements_performed():
            return self._of_iterations(event.stage)
        session = event.subject()
        if session is not None:
            return self._of_loop(session)
        return self._error("events go on", event.statement(), None, None, ())

    def _may_go_on(self) -> bool:
        """Whether the instant has steps left, or is only now to be watched."""
        watch = self._simulation.watch
        causes = watch.live_at_beginning + self._simulation.calendar.due
        allowed = watch.limits.instant + STEPS_PER_CAUSE * causes
        if watch.steps <= allowed:
            watch.allowed_steps = allowed
            return True
        if self._watched_instant != watch.furthest:
            self._watched_instant = watch.furthest
            self._before = _Counts(self._simulation)
            watch.allowed_steps = watch.steps + _WATCHED_STEPS
            return True
        return False

    def _statements_performed(self) -> bool:
        """Whether more than the ends of iterations were counted while watching."""
        watch = self._simulation.watch
        events = watch.events - self._before.events
        return events + _AGAIN_AND_AGAIN < watch.steps - watch.worked_steps - self._before.steps

    def _of_pools_and_arrivals(self) -> RunError | None:
        simulation = self._simulation
        now = _Counts(simulation)
        if now.preemptions - self._before.preemptions >= _AGAIN_AND_AGAIN:
            return self._of_preemptions()
        for pool, spills in zip(simulation.pools, self._before.spills, strict=True):
            if pool.figures.spills - spills >= _AGAIN_AND_AGAIN:
                return self._of_spills(pool)
        if now.arrivals - self._before.arrivals >= _AGAIN_AND_AGAIN:
            return self._of_arrivals()
        return None

    def _of_spills(self, pool: Pool) -> RunError:
        spill = self._simulation.program.pools[pool.index].spill
        return self._error(f"pool `{pool.name}` goes on to spill", None, None, spill, ())

    def _of_preemptions(self) -> RunError | None:
        session, pool = self._growing, self._contested
        if session is None or pool is None:
            return None
        what = f"sessions are put out of pool `{pool.name}` again and again"
        readings = (Reading("cap", pool.capacity), *self._read([self._growing_at], session))
        return self._error(what, self._growing_at, session.serial, None, readings)

    def _of_arrivals(self) -> RunError:
        arrival = self._simulation.program.arrival
        serial = self._simulation.population.arrivals - 1
        what = "sessions go on to arrive"
        if isinstance(arrival, ir.Closed):
            what = "sessions end without taking time and are replaced"
        return self._error(what, None, serial, arrival, ())

    def _of_loop(self, session: Session) -> RunError:
        """The innermost loop: nothing but the end of the session leads out of it."""
        place = session.statement
        frame = session.frame
        while frame is not None and frame.kind != LOOP_FRAME:
            frame = frame.outer
        if frame is not None:
            place = frame.opener
        readings = self._read(_within(self._simulation.program, place), session)
        return self._error("statements go on", place, session.serial, None, readings)

    def _of_iterations(self, stage: StepStage) -> RunError:
        program = self._simulation.program
        kind = program.stages[stage.index].kind
        cost = kind.cost if isinstance(kind, ir.Step) else None
        context = stage.context.of_nobody()
        readings = () if cost is None else self._simulation.readings.of([cost], context)
        what = f"the iterations of stage `{stage.name}` take no time"
        if not stage.batch:
            return self._error(what, None, None, cost, readings)
        job = stage.batch[0]
        serial = None if job.session is None else job.session.serial
        return self._error(what, job.place, serial, cost, readings)

    def _read(self, places: list[Statement | None], session: Session) -> tuple[Reading, ...]:
        """What the statements at these places read of the session now."""
        blocks = self._simulation.program.blocks
        nodes = [
            operand.node
            for place in places
            if place is not None
            for operand in statement_operands(blocks[place.block][place.position])
        ]
        context: Context = self._simulation.session_context.of(session)
        return self._simulation.readings.of(nodes, context)

    def _error(
        self,
        what: str,
        statement: Statement | None,
        serial: int | None,
        node: ir.Node | None,
        readings: tuple[Reading, ...],
    ) -> RunError:
        now = self._simulation.clock.now
        message = f"no progress: the clock stands at {shortest_digits(now)} while {what}"
        return RunError(NO_PROGRESS, message, statement, serial, now, node, readings)


class _Counts:
    """What has happened so far in a run, for a comparison with later."""

    def __init__(self, simulation: Simulation) -> None:
        self.steps: Final = simulation.watch.steps - simulation.watch.worked_steps
        self.events: Final = simulation.watch.events
        self.preemptions: Final = simulation.preemptions
        self.arrivals: Final = simulation.population.arrivals
        self.spills: Final = [pool.figures.spills for pool in simulation.pools]


def _within(program: ir.Program, place: Statement | None) -> list[Statement | None]:
    """A statement and all in its blocks, outer ones first."""
    found: list[Statement | None] = [place]
    for each in found:
        if each is not None:
            for block in statement_blocks(program.blocks[each.block][each.position]):
                found += [Statement(block, at) for at in range(len(program.blocks[block]))]
    return found
