"""What follows every event at the same instant (part 4, section 2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlang.engine.pools.recording import record_pools
from sqlang.engine.pools.service import serve_pool
from sqlang.engine.sessions.execution import execute_ready
from sqlang.engine.stages.iteration import start_iteration
from sqlang.engine.stages.processor_sharing import ProcessorSharingStage
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


def settle(simulation: Simulation) -> None:
    """Let sessions, pools and stages go on until nothing more can happen without time passing."""
    if simulation.population.first_ready is not None:
        execute_ready(simulation)
    if simulation.has_queues_alone:
        if simulation.first_dirty is not None:
            _settle_sharing(simulation)
        return
    if simulation.pools:
        _serve_pools(simulation)
        while simulation.population.first_ready is not None:
            execute_ready(simulation)
            _serve_pools(simulation)
    if simulation.has_step_stages:
        _settle_stages(simulation)
    elif simulation.first_dirty is not None:
        _settle_sharing(simulation)
    if simulation.flows.dirty:
        simulation.flows.recompute(simulation)
    if simulation.changes.pools:
        record_pools(simulation)


def _serve_pools(simulation: Simulation) -> None:
    """Retry growers and admit, pool by pool (EXE-8).

    Nobody is asked again who was refused before and for whom nothing can have changed since.
    """
    changes = simulation.changes
    before = changes.disturbances
    if changes.applicants and not changes.are_refused_again():
        for pool in simulation.pools:
            if pool.applicants:
                serve_pool(simulation, pool)
                simulation.failures.stop_point()
    changes.refused_after = before


def _settle_stages(simulation: Simulation) -> None:
    """Start the iterations of idle step stages, unless an event is still due now (EXE-9).

    A `ps` stage to which jobs came or which they left is rescheduled in any case.
    """
    held_back = simulation.calendar.next_time <= simulation.clock.now
    for stage in simulation.settled_stages:
        if isinstance(stage, StepStage):
            if not held_back and stage.is_due():
                start_iteration(simulation, stage)
                simulation.failures.stop_point()
        elif isinstance(stage, ProcessorSharingStage) and stage.dirty:
            stage.reschedule(simulation)
            simulation.failures.stop_point()


def _settle_sharing(simulation: Simulation) -> None:
    """The same where there are no step stages, mostly for one or two `ps` stages."""
    stage = simulation.first_dirty
    while stage is not None:
        simulation.first_dirty = stage.next_dirty
        if stage.next_dirty is not None:
            stage.next_dirty = None
        stage.reschedule(simulation)
        if simulation.failures.pending is not None:
            simulation.failures.stop_point()
        stage = simulation.first_dirty
