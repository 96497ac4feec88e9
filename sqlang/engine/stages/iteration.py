"""Starting an iteration of a step stage, and its end (STEP-3, STEP-14 to STEP-17)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.events import RecurringEvent
from sqlang.engine.numbers import at_least_zero
from sqlang.engine.observer import Iteration, Member, Statement
from sqlang.engine.stages.exclusive import ExclusiveSelection
from sqlang.engine.stages.following import follow
from sqlang.engine.stages.selection import Selection
from sqlang.engine.stages.serving_order import BY_ADMISSION
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


class IterationEnd(RecurringEvent):
    """The running iteration of a stage is over."""

    def __init__(self, stage: StepStage) -> None:
        super().__init__()
        self.stage: Final = stage

    def happen(self, simulation: Simulation) -> None:
        self.stage.end_iteration(simulation)

    def may_repeat(self) -> bool:
        stage = self.stage
        return stage.is_regular and stage.only_decodes and stage.changes == stage.changes_selected

    def statement(self) -> Statement | None:
        batch = self.stage.batch
        return batch[0].place if batch else None

    def session(self) -> Session | None:
        batch = self.stage.batch
        return batch[0].session if batch else None


def start_iteration(simulation: Simulation, stage: StepStage) -> None:
    """Select a batch and start its iteration, if there is one to start."""
    stage.refused_after = simulation.changes.refused_after
    changes_before = stage.changes
    selection = _select(simulation, stage)
    if not selection.batch and not selection.preempted:
        return
    cost = iteration_cost(stage, selection.batch, selection.attention)
    simulation.watch.iteration(len(stage.residents))
    stage.batch = selection.batch
    # Who joined meanwhile stands last in the batch, but perhaps not in the next one.
    stage.changes_selected = stage.changes
    if stage.changes != changes_before and not _is_by_admission(stage):
        stage.changes_selected = changes_before
    stage.repeating = None
    stage.cost_now = cost
    stage.running = True
    stage.figures.iterations += 1
    if simulation.observer is not None:
        members = stage.members(simulation)
        simulation.observer.event(iteration_event(simulation, stage, members))
    stage.began = simulation.clock.now
    stage.ends = stage.began + cost
    simulation.calendar.schedule_recurring(stage.ends, stage.end)


def _is_by_admission(stage: StepStage) -> bool:
    """Whether the batch is in the order of admission, as it would be if it were selected again."""
    if stage.order.stability != BY_ADMISSION:
        return False
    last = -1
    for job in stage.batch:
        if job.admission < last:
            return False
        last = job.admission
    return True


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


def iteration_cost(stage: StepStage, batch: list[Job], attention: float) -> float:
    """How long an iteration takes (STEP-16); what `batch` is made up of is noted on the way."""
    context = stage.context.of_nobody()
    tokens = -0.0
    decoders = 0
    prefilled = kv_decode = kv_prefill = 0.0
    only_decodes = bool(batch)
    for job in batch:
        tokens += job.tokens
        held = stage.memory_of(job) if stage.cost_surveys_memory else 0.0
        if job.prefill:
            only_decodes = False
            prefilled += job.tokens
            kv_prefill += held
        else:
            if job.tokens != 1.0:
                only_decodes = False
            decoders += 1
            kv_decode += held
    stage.only_decodes = only_decodes
    context.tokens = tokens
    context.decoders = float(decoders)
    context.prefilled = prefilled
    context.residents = float(len(stage.residents))
    context.kv_decode = kv_decode
    context.kv_prefill = kv_prefill
    context.attention = attention
    return at_least_zero(stage.cost.evaluate(context))


def iteration_event(
    simulation: Simulation, stage: StepStage, members: tuple[Member, ...]
) -> Iteration:
    """The iteration that the stage starts, for those who watch the run."""
    memory = stage.memory
    return Iteration(
        simulation.clock.now,
        stage.index,
        members,
        0.0 if memory is None else memory.used,
        0.0 if memory is None else memory.cache.total,
        stage.cost_now,
    )
