"""Where sessions come from: arrivals, and the `init` and `turn` blocks (part 4, section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import NO_PROGRESS, RunError
from sqlang.engine.events import Event
from sqlang.engine.numbers import INFINITY, divide, natural_logarithm, shortest_digits
from sqlang.engine.sessions.lifecycle import spawn
from sqlang.engine.sessions.statements import WorkloadStatement

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class Arrivals:
    """When sessions arrive; this one, `none`, has none (WL-5)."""

    def start(self, simulation: Simulation) -> None:
        """Spawn or schedule the first arrivals."""

    def session_ended(self, simulation: Simulation) -> None:
        """A session has just ended (EXE-28)."""


class BatchArrivals(Arrivals):
    """`batch(n)`: n sessions at the start (WL-4)."""

    def __init__(self, size: int) -> None:
        self._size: Final = size

    def start(self, simulation: Simulation) -> None:
        for _ in range(self._size):
            simulation.watch.tick()
            spawn(simulation)


class ClosedArrivals(BatchArrivals):
    """`closed(n)`: n sessions at the start, then one for each that ends (WL-3)."""

    def session_ended(self, simulation: Simulation) -> None:
        spawn(simulation)


class PoissonArrivals(Arrivals):
    """`poisson(rate)`: the first session at time 0, then exponential gaps (WL-1)."""

    def __init__(self, rate: float) -> None:
        self._rate: Final = rate

    def start(self, simulation: Simulation) -> None:
        simulation.calendar.schedule(0.0, OpenArrival(self))

    def gap(self, simulation: Simulation) -> float:
        """The time to the next arrival."""
        variate = -natural_logarithm(1.0 - simulation.arrival_stream.uniform())
        gap = divide(variate, self._rate)
        if not gap >= 0.0 or self._rate == INFINITY:
            raise self._no_progress(simulation)
        return gap

    def _no_progress(self, simulation: Simulation) -> RunError:
        """Sessions without end at this instant, or ever earlier ones."""
        rate = shortest_digits(self._rate)
        message = f"no progress: sessions arrive at the rate {rate}, so time does not pass"
        now, arrival = simulation.clock.now, simulation.program.arrival
        return RunError(NO_PROGRESS, message, None, None, now, arrival)


class OpenArrival(Event):
    """A session arrives from outside; the next one is scheduled first."""

    def __init__(self, arrivals: PoissonArrivals) -> None:
        self._arrivals: Final = arrivals

    def happen(self, simulation: Simulation) -> None:
        gap = self._arrivals.gap(simulation)
        simulation.calendar.schedule(simulation.clock.now + gap, self)
        spawn(simulation)


class Workload:
    """The arrivals and the two blocks that describe a session's requests (WL-6)."""

    def __init__(
        self, arrivals: Arrivals, init: list[WorkloadStatement], turn: list[WorkloadStatement]
    ) -> None:
        self.arrivals: Final = arrivals
        self._init: Final = init
        self._turn: Final = turn

    def run_init(self, simulation: Simulation, session: Session) -> None:
        """The `init` block of a session that arrives."""
        _perform(simulation, session, self._init)

    def run_turn(self, simulation: Simulation, session: Session) -> None:
        """The `turn` block, at each `turn` statement (EXE-18)."""
        _perform(simulation, session, self._turn)


def _perform(simulation: Simulation, session: Session, statements: list[WorkloadStatement]) -> None:
    """Perform statements in order with the workload stream."""
    before = session.statement
    context = simulation.workload_context.of(session)
    for statement in statements:
        session.statement = statement.place
        statement.perform(simulation, session, context)
    session.statement = before
