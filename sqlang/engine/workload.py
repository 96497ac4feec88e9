"""Where sessions come from, and what the workload gives them (part 4, section 9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.arrivals import Arrivals
from sqlang.engine.sessions.statements import WorkloadStatement
from sqlang.engine.traces.replay import OwnReplay, TraceSupply

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.ir.program import SessionValues


class Workload:
    """The arrivals, and what describes a session's requests: two blocks and a trace (WL-6, WL-7).

    `trace` is set when the run has read it.
    """

    def __init__(
        self, arrivals: Arrivals, init: list[WorkloadStatement], turn: list[WorkloadStatement]
    ) -> None:
        self.arrivals: Final = arrivals
        self._init: Final = init
        self._turn: Final = turn
        self.trace: TraceSupply | None = None

    def attach(
        self, simulation: Simulation, session: Session, values: SessionValues | None
    ) -> None:
        """Give a new session its turns: its own, else those of a session of the trace (WL-10)."""
        if values is not None and values.turns:
            session.replay = OwnReplay(simulation.slots, values.turns)
        elif self.trace is not None:
            session.replay = self.trace.replay(session.serial)

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
