"""Whether what sessions ask of pools stays the same while nothing happens (POOL-3, POOL-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.dependencies import dependencies
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation

_NO_VARIABLES: Final[frozenset[ir.ContextVariable]] = frozenset()
_PRESENT_BATCH: Final = frozenset({ir.ContextVariable.RESIDENTS, ir.ContextVariable.DECODERS})
_LEFT_OR_CACHED: Final = frozenset({ir.Function.BUDGET_LEFT, ir.Function.CACHED_IN})


def note_requests(simulation: Simulation) -> None:
    """Note in a run that is being built what the headers and queue keys of its program read.

    They are steady if they draw nothing and read nothing but attributes, which stay while a session
    waits, entries of caches, and what is left of budgets that are steady themselves.
    """
    program = simulation.program
    read = dependencies(_of_requests(program))
    simulation.changes.requests_read_caches = ir.Function.CACHED_IN in read.functions
    simulation.changes.requests_read_budgets = ir.Function.BUDGET_LEFT in read.functions
    simulation.changes.requests_are_steady = read.read_only(_NO_VARIABLES, _LEFT_OR_CACHED) and (
        not simulation.changes.requests_read_budgets or _budgets_are_steady(program)
    )


def _of_requests(program: ir.Program) -> list[ir.Expression]:
    """Units and reserves of all holds, and the keys of all queues."""
    found = [pool.queue for pool in program.pools if pool.queue is not None]
    for block in program.blocks:
        for statement in block:
            if isinstance(statement, ir.Hold):
                for take in statement.pools:
                    found.append(take.units)
                    if take.reserve is not None:
                        found.append(take.reserve)
    return found


def _budgets_are_steady(program: ir.Program) -> bool:
    """Whether budgets and chunks stay the same as long as nobody joins or leaves a stage."""
    return all(
        dependencies((stage.kind.budget, stage.kind.chunk)).read_only(_PRESENT_BATCH)
        for stage in program.stages
        if isinstance(stage.kind, ir.Step)
    )
