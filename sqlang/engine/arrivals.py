"""When sessions arrive (part 4, section 9)."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import GAP, NO_PROGRESS, RunError
from sqlang.engine.event import Event
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import INFINITY, divide, shortest_digits
from sqlang.engine.sessions.lifecycle import spawn

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.ir.program import SessionValues


class Arrivals:
    """How a run gets its sessions; by this class, `none`, it gets none (WL-5)."""

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


class GivenArrivals(Arrivals):
    """A list of sessions of an IR, which all arrive at the start (WL-10)."""

    def __init__(self, sessions: tuple[SessionValues, ...]) -> None:
        self._sessions: Final = sessions

    def start(self, simulation: Simulation) -> None:
        for values in self._sessions:
            simulation.watch.tick()
            spawn(simulation, values)


class OpenArrivals(Arrivals):
    """Sessions come one after another, up to a number of them if there is a `limit` (WL-9)."""

    def __init__(self, limit: int | None) -> None:
        self._limit: Final = limit

    def arrive(self, simulation: Simulation, event: Event) -> None:
        """A session arrives; the next one is scheduled first, if another is wanted."""
        if self._limit is None or simulation.population.arrivals + 1 < self._limit:
            time = simulation.clock.now + self.gap(simulation)
            simulation.calendar.schedule(time, event)
        spawn(simulation)

    def gap(self, simulation: Simulation) -> float:
        """The time to the next arrival, drawn from the stream of the arrivals (RNG-5)."""
        raise NotImplementedError


class PoissonArrivals(OpenArrivals):
    """`poisson(rate)`: the first session at time 0, then exponential gaps (WL-1)."""

    def __init__(self, rate: float, limit: int | None) -> None:
        super().__init__(limit)
        self._rate: Final = rate

    def start(self, simulation: Simulation) -> None:
        simulation.calendar.schedule(0.0, OpenArrival(self))

    def gap(self, simulation: Simulation) -> float:
        """Raises `RunError` if sessions without end would come at once, or ever earlier ones."""
        variate = -log(1.0 - simulation.arrival_stream.uniform())
        gap = divide(variate, self._rate)
        if self._limit is None and (not gap >= 0.0 or self._rate == INFINITY):
            rate = shortest_digits(self._rate)
            message = f"no progress: sessions arrive at the rate {rate}, so time does not pass"
            now, arrival = simulation.clock.now, simulation.program.arrival
            raise RunError(NO_PROGRESS, message, None, None, now, arrival)
        return gap


class RenewalArrivals(OpenArrivals):
    """`renewal(e)`: a gap before each session, the first one too (WL-2)."""

    def __init__(self, gap: Expression, context: Context, limit: int | None) -> None:
        super().__init__(limit)
        self._gap: Final = gap
        self._context: Final = context

    def start(self, simulation: Simulation) -> None:
        simulation.calendar.schedule(self.gap(simulation), OpenArrival(self))

    def gap(self, simulation: Simulation) -> float:
        """Raises `RunError` for a gap that is not above 0 and finite (ERR-10)."""
        value = self._gap.evaluate(self._context)
        if not 0.0 < value < INFINITY:
            digits = shortest_digits(value)
            message = f"renewal interarrival must be positive and finite, not {digits}"
            arrival = simulation.program.arrival
            raise RunError(GAP, message, None, None, simulation.clock.now, arrival)
        return value


class OpenArrival(Event):
    """A session arrives from outside."""

    def __init__(self, arrivals: OpenArrivals) -> None:
        super().__init__()
        self._arrivals: Final = arrivals

    def happen(self, simulation: Simulation) -> None:
        self._arrivals.arrive(simulation, self)
