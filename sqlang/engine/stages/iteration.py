"""Starting an iteration of a step stage, and its end (STEP-3, STEP-14 to STEP-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.events import Event
from sqlang.engine.expressions.context import (
    ATTENTION,
    DECODERS,
    KV_DECODE,
    KV_PREFILL,
    PREFILLED,
    RESIDENTS,
    TOKENS,
)
from sqlang.engine.numbers import at_least_zero
from sqlang.engine.observer import Iteration, Statement
from sqlang.engine.stages.exclusive import ExclusiveSelection
from sqlang.engine.stages.following import follow
from sqlang.engine.stages.selection import Selection
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation


class IterationEnd(Event):
    """The running iteration of a stage is over."""

    def __init__(self, stage: StepStage) -> None:
        self.stage: Final = stage

    def happen(self, simulation: Simulation) -> None:
        self.stage.end_iteration(simulation)

    def statement(self) -> Statement | None:
        batch = self.stage.batch
        return batch[0].job.place if batch else None

    def session(self) -> Session | None:
        batch = self.stage.batch
        return batch[0].job.session if batch else None


def start_iteration(simulation: Simulation, stage: StepStage) -> None:
    """Select a batch and start its iteration, if there is one to start."""
    selection = _select(simulation, stage)
    if not selection.batch and not selection.preempted:
        return
    cost = _cost(stage, selection)
    simulation.watch.iteration(len(stage.residents))
    stage.batch = selection.batch
    stage.running = True
    stage.figures.iterations += 1
    if simulation.observer is not None:
        simulation.observer.event(_iteration_event(simulation, stage, cost))
    stage.began = simulation.clock.now
    stage.ends = stage.began + cost
    simulation.calendar.schedule(stage.ends, IterationEnd(stage))


def _select(simulation: Simulation, stage: StepStage) -> Selection:
    """Evaluate budget and chunk, once each, and select with them (STEP-3)."""
    context = stage.context.of_nobody()
    stage.survey(context)
    budget = stage.budget.evaluate(context)
    simulation.failures.stop_point()
    chunk = stage.chunk.evaluate(context)
    simulation.failures.stop_point()
    kind = ExclusiveSelection if stage.exclusive else Selection
    selection = kind(simulation, stage, budget, chunk)
    observer = simulation.observer
    if observer is not None and observer.follows(simulation.clock.now, stage.index):
        follow(simulation, selection, budget, observer)
    else:
        selection.run()
    return selection


def _cost(stage: StepStage, selection: Selection) -> float:
    """How long the iteration takes (STEP-16)."""
    context = stage.context.of_nobody()
    tokens = -0.0
    decoders = 0
    prefilled = kv_decode = kv_prefill = 0.0
    for member in selection.batch:
        tokens += member.tokens
        if member.job.prefill:
            prefilled += member.tokens
            kv_prefill += stage.memory_of(member.job)
        else:
            decoders += 1
            kv_decode += stage.memory_of(member.job)
    variables = context.variables
    variables[TOKENS] = tokens
    variables[DECODERS] = float(decoders)
    variables[PREFILLED] = prefilled
    variables[RESIDENTS] = float(len(stage.residents))
    variables[KV_DECODE] = kv_decode
    variables[KV_PREFILL] = kv_prefill
    variables[ATTENTION] = selection.attention
    return at_least_zero(stage.cost.evaluate(context))


def _iteration_event(simulation: Simulation, stage: StepStage, cost: float) -> Iteration:
    memory = stage.memory
    return Iteration(
        simulation.clock.now,
        stage.index,
        tuple(member.told(simulation) for member in stage.batch),
        0.0 if memory is None else memory.used,
        0.0 if memory is None else memory.cache.total,
        cost,
    )
