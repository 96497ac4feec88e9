"""What becomes of evicted units under `spill T via S (w) when (c)` (POOL-26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import UNDEFINED, RunError
from sqlang.engine.numbers import at_least_zero
from sqlang.engine.observer import Spill
from sqlang.engine.pools.cache import focus
from sqlang.engine.stages.joining import start_spill_job
from sqlang.engine.stages.step import StepStage
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.expressions.expression import Expression
    from sqlang.engine.pools.cache import Entry
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.stage import Stage


class SpillClause:
    """The `spill` of a pool: units go to `target` under a `condition`, with work for `stage`.

    `source` is what the program says.
    """

    def __init__(
        self,
        source: ir.Spill,
        target: Pool,
        stage: Stage,
        work: Expression,
        condition: Expression,
    ) -> None:
        self.source: Final = source
        self.target: Final = target
        self.stage: Final = stage
        self.work: Final = work
        self.condition: Final = condition


class Spilling:
    """Units that have left `source` and wait until there is room where they go."""

    __slots__ = ("source", "clause", "entry", "units", "work")

    def __init__(
        self, source: Pool, clause: SpillClause, entry: Entry, units: float, work: float
    ) -> None:
        self.source: Final = source
        self.clause: Final = clause
        self.entry: Final = entry
        self.units: Final = units
        self.work: Final = work

    def finish(self, simulation: Simulation) -> None:
        """The units come to their new pool, and a job without a session to the stage."""
        clause = self.clause
        target = clause.target
        now = simulation.clock.now
        target.touch(simulation.changes)
        target.cache.extend(self.entry, self.units, now, simulation.take_release_number())
        self.source.figures.spills += 1
        if simulation.observer is not None:
            number = self.entry.number
            event = Spill(now, self.source.index, target.index, number, self.units)
            simulation.observer.event(event)
        if self.work > 0.0 and isinstance(clause.stage, StepStage):
            message = f"the step stage `{clause.stage.name}` cannot move what is spilled"
            raise RunError(UNDEFINED, message, None, None, now, clause.source)
        start_spill_job(simulation, clause.stage, self.work)


def begin_spilling(
    simulation: Simulation, pool: Pool, clause: SpillClause, entry: Entry, units: float
) -> Spilling | None:
    """Evaluate condition and work for units just evicted; None if they are gone for good.

    The clause sees the entry as an eviction key does, but the units removed as its size (POOL-13).
    """
    context = focus(simulation.eviction_context, entry)
    context.size = units
    if clause.condition.evaluate(context) == 0.0:
        return None
    work = at_least_zero(clause.work.evaluate(context))
    if simulation.watch.step():
        error = simulation.standstill.of_spill(pool)
        if error is not None:
            raise error
    return Spilling(pool, clause, entry, units, work)
