"""A run that goes on piece by piece, and can be asked in between what it is in the midst of."""

from __future__ import annotations

from typing import Final

from sqlang.engine.construction import build
from sqlang.engine.limits import InterruptionError, Limits, Stopped
from sqlang.engine.main_loop import finish, handle_events, is_drained, open_trace, start
from sqlang.engine.observer import Observer
from sqlang.engine.state import RunState
from sqlang.engine.state_reading import read_state
from sqlang.engine.traces.trace import Trace
from sqlang.ir.program import Program

_NO_LIMITS: Final = Limits()


class PausedRun:
    """A run of a valid program, at first before its start; the arguments are those of `run`.

    Pausing changes nothing in what the run does.
    """

    def __init__(
        self,
        program: Program,
        *,
        directory: str | None = None,
        trace: Trace | None = None,
        observer: Observer | None = None,
        limits: Limits = _NO_LIMITS,
        stretches: bool = True,
    ) -> None:
        self._simulation: Final = build(program, observer, limits)
        self._simulation.has_stretches = stretches
        for samples in self._simulation.samples:
            samples.keep_values_only()
        self._directory: Final = directory
        self._trace: Final = trace
        self._started = False
        self._reached = 0.0
        self.over = False
        """Whether the run has come to its end, has failed, or was ended by a bound."""
        self.stopped: Stopped | None = None
        """The bound or cancellation that ended it, if one did."""

    def advance(self, time: float) -> None:
        """Go on until all has happened that happens up to and at `time`, and has settled.

        A time past the end of the run stands for that end. Nothing is done once it is over. Raises
        `RunError` if the run fails on the way, whose state then is that of the failure.
        """
        if self.over or time < self._reached:
            return
        simulation = self._simulation
        self.over = True
        try:
            if not self._started:
                self._started = True
                open_trace(simulation, self._directory, self._trace)
                start(simulation)
            handle_events(simulation, min(time, simulation.program.horizon))
            self.over = self._has_come_to_its_end(time)
            if self.over:
                finish(simulation)
        except InterruptionError as interruption:
            self.stopped = Stopped(interruption.reason, simulation.clock.now)
        self._reached = simulation.clock.now if self.over else time

    def state(self) -> RunState:
        """What there is at the time reached, or where the run came to its end or failed."""
        now = self._simulation.clock.now
        return read_state(self._simulation, now if self.over else self._reached, self.over)

    def _has_come_to_its_end(self, time: float) -> bool:
        simulation = self._simulation
        limit = simulation.program.arrivals
        if limit is not None and is_drained(simulation, limit):
            return time > simulation.clock.now
        return time > simulation.program.horizon
