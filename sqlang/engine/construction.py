"""Building a run from a program of the IR."""

from __future__ import annotations

from typing import Final

from sqlang.engine.arrivals import (
    Arrivals,
    BatchArrivals,
    ClosedArrivals,
    GivenArrivals,
    PoissonArrivals,
    RenewalArrivals,
)
from sqlang.engine.expressions.compilation import ExpressionCompiler
from sqlang.engine.expressions.dependencies import (
    MEMORY_HELD,
    RESIDENTS_COUNTED,
    dependencies,
    reads_state,
)
from sqlang.engine.limits import Limits
from sqlang.engine.observer import Observer
from sqlang.engine.pools.pool import Pool
from sqlang.engine.pools.requests import note_requests
from sqlang.engine.pools.spilling import SpillClause
from sqlang.engine.pools.victims import ranks_once
from sqlang.engine.sessions.compilation import StatementCompiler
from sqlang.engine.sessions.population import Population
from sqlang.engine.simulation import Simulation
from sqlang.engine.stages.delay import DelayStage
from sqlang.engine.stages.fifo import FifoStage
from sqlang.engine.stages.flow_network import FlowNetwork
from sqlang.engine.stages.iteration import IterationEnd
from sqlang.engine.stages.processor_sharing import ProcessorSharingStage
from sqlang.engine.stages.serving_order import BY_ADMISSION, CHANGING, FIXED, STEADY
from sqlang.engine.stages.shared import SharedStage
from sqlang.engine.stages.stage import Stage
from sqlang.engine.stages.step import StepStage
from sqlang.engine.standstill import Standstill
from sqlang.engine.workload import Workload
from sqlang.ir import program as ir
from sqlang.ir.traversal import assigned_slots, ends_without_trace, shared_stages

_OF_STEADY_SELECTIONS: Final = frozenset(
    {
        ir.ContextVariable.RESIDENTS,
        ir.ContextVariable.DECODERS,
        ir.ContextVariable.DECODING,
        ir.ContextVariable.ADMISSION,
    }
)
"""What `budget`, `chunk` and serving keys may read and still have the same values again."""


_OF_A_JOB: Final = frozenset({ir.ContextVariable.DECODING, ir.ContextVariable.ADMISSION})
"""What a resident of a step stage has all the time, beside its attributes."""


def build(program: ir.Program, observer: Observer | None, limits: Limits) -> Simulation:
    """A run of `program` before its start."""
    simulation = Simulation(program, observer, limits)
    _Builder(simulation).build()
    return simulation


class _Builder:
    """Makes all pools and stages, then what refers to them."""

    def __init__(self, simulation: Simulation) -> None:
        self._simulation: Final = simulation
        self._program: Final = simulation.program
        self._shared: Final = shared_stages(simulation.program)
        self._expressions: Final = ExpressionCompiler(
            simulation.pools, simulation.stages, simulation.context(acting=False)
        )

    def build(self) -> None:
        """Fill the simulation."""
        simulation, program = self._simulation, self._program
        simulation.flows = FlowNetwork(bottleneck=program.share is ir.Share.BOTTLENECK)
        for index, pool in enumerate(program.pools):
            simulation.pools.append(_pool(pool, index))
        for index, stage in enumerate(program.stages):
            simulation.stages.append(self._stage(stage, index))
        for pool, made in zip(program.pools, simulation.pools, strict=True):
            self._complete_pool(pool, made)
        for stage, made_stage in zip(program.stages, simulation.stages, strict=True):
            if isinstance(stage.kind, ir.Step) and isinstance(made_stage, StepStage):
                self._complete_step(stage.kind, made_stage)
            elif isinstance(stage.kind, ir.Ps) and isinstance(made_stage, ProcessorSharingStage):
                made_stage.capacity = self._expressions.compile(stage.kind.capacity)
        statements = StatementCompiler(program, self._expressions)
        simulation.population = Population(
            len(program.attributes),
            program.slots,
            statements.blocks[program.session],
            assigned_slots(program),
            keeps_sessions=ends_without_trace(program),
        )
        simulation.workload = Workload(
            self._arrivals(),
            statements.workload_block(program.init),
            statements.workload_block(program.turn),
        )
        for made_stage in simulation.stages:
            made_stage.is_estimated = self._expressions.estimates
        simulation.has_queues_alone = not (
            simulation.pools or simulation.step_stages or self._shared
        )
        simulation.standstill = Standstill(simulation)
        note_requests(simulation)

    def _stage(self, stage: ir.Stage, index: int) -> Stage:
        kind = stage.kind
        if isinstance(kind, ir.Fifo):
            return FifoStage(stage.name, index, kind.servers)
        if isinstance(kind, ir.Delay):
            return DelayStage(stage.name, index)
        if isinstance(kind, ir.Step):
            exclusive = isinstance(kind.serve, ir.ServeExclusivePrefill)
            context = self._simulation.context(acting=False)
            outlook = self._simulation.context(acting=False)
            made = StepStage(stage.name, index, exclusive, context, outlook)
            made.end = IterationEnd(made)
            self._simulation.step_stages.append(made)
            self._simulation.settled_stages.append(made)
            return made
        return self._sharing_stage(stage, index, kind.capacity)

    def _sharing_stage(self, stage: ir.Stage, index: int, capacity: ir.Expression) -> Stage:
        """A `ps` stage, which is another thing once some run is over several stages (FLOW-1)."""
        simulation = self._simulation
        if index in self._shared and isinstance(capacity, ir.Number):
            return SharedStage(stage.name, index, capacity.value, simulation.flows)
        made = ProcessorSharingStage(stage.name, index, simulation.context(acting=False))
        simulation.settled_stages.append(made)
        simulation.sharing_stages.append(made)
        return made

    def _complete_pool(self, pool: ir.Pool, made: Pool) -> None:
        made.queue_key = self._expressions.compile_optional(pool.queue)
        if isinstance(pool.evict, ir.EvictBy):
            made.evict_keys = self._expressions.compile_all(pool.evict.keys)
        if pool.spill is not None:
            made.spill = self._spill_clause(pool.spill)
        made.evicts_quietly = pool.spill is None and not reads_state(
            pool.evict.keys if isinstance(pool.evict, ir.EvictBy) else ()
        )
        made.ranks_once = ranks_once(self._program, pool)
        if pool.admit_via is not None:
            stage = self._simulation.stages[pool.admit_via]
            made.served_by = stage
            if isinstance(stage, StepStage):
                stage.served_pools.append(made)

    def _spill_clause(self, spill: ir.Spill) -> SpillClause:
        return SpillClause(
            spill,
            self._simulation.pools[spill.to],
            self._simulation.stages[spill.via],
            self._expressions.compile(spill.work),
            self._expressions.compile(spill.when),
        )

    def _complete_step(self, step: ir.Step, made: StepStage) -> None:
        made.budget = self._expressions.compile(step.budget)
        made.chunk = self._expressions.compile(step.chunk)
        made.cost = self._expressions.compile(step.cost)
        keys: tuple[ir.Expression, ...] = ()
        if isinstance(step.serve, ir.ServeBy):
            keys = step.serve.keys
            made.order.serve_by(self._expressions.compile_all(keys), _stability(keys))
        selecting = dependencies((step.budget, step.chunk, *keys))
        steady_keys = tuple([key for key in keys if not _is_remaining(key)])
        steady = dependencies((step.budget, step.chunk, *steady_keys))
        cost = dependencies((step.cost,))
        made.surveys_residents = bool(selecting.variables & RESIDENTS_COUNTED)
        made.cost_surveys_memory = bool(cost.variables & MEMORY_HELD)
        made.cost_changes = cost.draws or ir.ContextVariable.NOW in cost.variables
        made.is_regular = steady.read_only(_OF_STEADY_SELECTIONS) and not cost.functions
        made.serves_by_remaining = len(steady_keys) < len(keys)
        if step.memory is not None:
            made.memory = self._simulation.pools[step.memory]
            made.memory.memory_of.append(made)

    def _arrivals(self) -> Arrivals:
        arrival, limit = self._program.arrival, self._program.arrivals
        match arrival:
            case ir.NoArrivals():
                return Arrivals()
            case ir.Batch(size=size):
                return BatchArrivals(size)
            case ir.Closed(population=population):
                return ClosedArrivals(population)
            case ir.Poisson(rate=rate):
                return PoissonArrivals(rate, limit)
            case ir.Renewal(gap=gap):
                context = self._simulation.arrival_context
                return RenewalArrivals(self._expressions.compile(gap), context, limit)
            case ir.Sessions(sessions=sessions):
                return GivenArrivals(sessions)


def _is_remaining(key: ir.Expression) -> bool:
    """Whether a key orders by what remains alone, in either direction."""
    match key:
        case ir.Context(variable=variable):
            return variable is ir.ContextVariable.REMAINING
        case ir.Unary(operator=ir.UnaryOperator.NEG, operand=ir.Context(variable=variable)):
            return variable is ir.ContextVariable.REMAINING
    return False


def _stability(keys: tuple[ir.Expression, ...]) -> int:
    """When the order by these keys may change."""
    if not keys:
        return BY_ADMISSION
    read = dependencies(keys)
    if read.read_only(_OF_A_JOB):
        return FIXED
    return CHANGING if read.functions else STEADY


def _pool(pool: ir.Pool, index: int) -> Pool:
    preempts = pool.preempt is ir.Preempt.LIFO
    return Pool(pool.name, index, pool.cap, pool.block, preempts)
