"""Where the expressions and references of a program stand, and a way through each of them.

An `Operand` is an expression or a reference with the moment at which it is evaluated. References
are wrapped as the arguments of functions are, in `PoolArgument` or `StageArgument`, so that one
walk serves both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlang.ir import program as ir
from sqlang.ir.moments import Moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Operand:
    """An expression or reference as written at one place, and when it is evaluated (MOM).

    `role` is the word of the text that the place is known by: `set`, `reserve`, `cost`.
    """

    __slots__ = ("node", "moment", "role")

    def __init__(self, node: ir.Argument, moment: Moment, role: str) -> None:
        self.node: Final = node
        self.moment: Final = moment
        self.role: Final = role


def children(node: ir.Argument) -> tuple[ir.Argument, ...]:
    """The expressions and references directly within one, from left to right."""
    match node:
        case ir.Sample() | ir.Call():
            return node.arguments
        case ir.Unary():
            return (node.operand,)
        case ir.Binary():
            return (node.left, node.right)
        case ir.Conditional():
            return (node.condition, node.then, node.otherwise)
        case ir.PoolArgument(pool=reference) | ir.StageArgument(stage=reference):
            return () if reference.index is None else (reference.index,)
    return ()


def walk(node: ir.Argument) -> Iterator[ir.Argument]:
    """An expression or reference and all within it, in the order of the text."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(children(current)))


def is_deeper_than(node: ir.Argument, levels: int) -> bool:
    """Whether an expression or reference has more levels; a number alone has one."""
    level = [node]
    for _ in range(levels):
        level = [child for parent in level for child in children(parent)]
        if not level:
            return False
    return True


def statement_operands(statement: ir.Statement) -> Iterator[Operand]:
    """What a statement evaluates, in the order of ORD-4; its nested blocks apart."""
    match statement:
        case ir.Set():
            yield Operand(statement.value, Moment.SESSION, "set")
        case ir.Observe():
            yield Operand(statement.value, Moment.SESSION, "observe")
        case ir.Hold():
            yield from _hold_operands(statement)
        case ir.Run():
            yield from _run_operands(statement)
        case ir.Branch():
            yield Operand(statement.guard, Moment.SESSION, "branch")
        case ir.Choose():
            yield Operand(statement.count, Moment.SESSION, "choose")
            yield from _keys(statement.keys, Moment.SESSION, "choose")
        case ir.Grow() | ir.Load() | ir.Drop() | ir.Release():
            yield from _pool_statement_operands(statement)


def statement_blocks(statement: ir.Statement) -> tuple[int, ...]:
    """The blocks nested in a statement, as places in `Program.blocks`."""
    match statement:
        case ir.Hold() | ir.Loop():
            return (statement.body,)
        case ir.Branch():
            return (statement.then, statement.otherwise)
    return ()


def pool_keys(pool: ir.Pool) -> Iterator[Operand]:
    """A pool's queue key and eviction keys."""
    if pool.queue is not None:
        yield Operand(pool.queue, Moment.ADMIT, "queue")
    if isinstance(pool.evict, ir.EvictBy):
        yield from _keys(pool.evict.keys, Moment.EVICT, "evict")


def spill_operands(spill: ir.Spill) -> Iterator[Operand]:
    """A spill's work and condition."""
    yield Operand(spill.work, Moment.EVICT, "spill")
    yield Operand(spill.when, Moment.EVICT, "spill")


def stage_operands(stage: ir.Stage) -> Iterator[Operand]:
    """A stage's capacity, or its budget, chunk, cost and serving keys (ORD-5)."""
    match stage.kind:
        case ir.Ps(capacity=capacity):
            yield Operand(capacity, Moment.PS, "ps")
        case ir.Step() as step:
            yield Operand(step.budget, Moment.BUDGET, "budget")
            yield Operand(step.chunk, Moment.BUDGET, "chunk")
            yield Operand(step.cost, Moment.STEP, "cost")
            if isinstance(step.serve, ir.ServeBy):
                yield from _keys(step.serve.keys, Moment.SERVE, "serve")


def arrival_operands(arrival: ir.Arrival) -> Iterator[Operand]:
    """The renewal expression, if there is one; it is of the moment of a statement (MOM-1)."""
    if isinstance(arrival, ir.Renewal):
        yield Operand(arrival.gap, Moment.SESSION, "renewal")


def shared_stages(program: ir.Program) -> dict[int, ir.Reference]:
    """The stages on which every job is a flow, each with the first reference that makes it so.

    They are all that a run over several stages may mean (FLOW-1).
    """
    shared: dict[int, ir.Reference] = {}
    for block in program.blocks:
        for statement in block:
            if isinstance(statement, ir.Run) and statement.also:
                for reference in (statement.stage, *statement.also):
                    for index in stages_meant(program, reference):
                        shared.setdefault(index, reference)
    return shared


def stages_meant(program: ir.Program, reference: ir.Reference) -> range:
    """The stages that a reference may mean; none if it is out of range, which is told elsewhere."""
    end = reference.base + reference.count
    return range(reference.base, end if end <= len(program.stages) else reference.base)


def assigned_slots(program: ir.Program) -> list[int]:
    """The slots of all attributes that may change in a run, but for the serial's.

    Statements store to them, `turn` also those of a trace, and holds `cached` and `computed`.
    """
    if isinstance(program.arrival, ir.Sessions):
        return list(range(len(program.attributes)))
    slots = program.slots
    found: set[int] = {slots.cached, slots.computed} if program.pools else set()
    for statements in program.blocks:
        for statement in statements:
            if isinstance(statement, ir.Set | ir.Choose):
                found.add(statement.slot)
            elif isinstance(statement, ir.Turn):
                found |= {slots.turn, slots.new, slots.out, slots.think, slots.forced, slots.more}
    return sorted(found - {slots.serial})


def ends_without_trace(program: ir.Program) -> bool:
    """Whether nothing can refer to a session after its end, as caches and leases do.

    Nor can it be put out of a pool while it is on its way, which may leave an entry of the ready
    list behind. To be safe, programs in which sessions grow, or stages admit them, do not count.
    """
    if not program.pools:
        return True
    if any(isinstance(stage.kind, ir.Step) for stage in program.stages):
        return False
    for pool in program.pools:
        if pool.preempt is not ir.Preempt.NONE or pool.spill is not None:
            return False
    return not any(
        _is_remembered(statement) for statements in program.blocks for statement in statements
    )


def _is_remembered(statement: ir.Statement) -> bool:
    """Whether something may refer to the session that performed it when that has ended."""
    match statement:
        case ir.Hold():
            return statement.cache is not None or statement.lease is not None
        case ir.Run():
            return statement.growing is not None
    return isinstance(statement, ir.Grow)


def _hold_operands(hold: ir.Hold) -> Iterator[Operand]:
    for take in hold.pools:
        yield _pool(take.pool, "hold")
        yield Operand(take.units, Moment.ADMIT, "hold")
        if take.reserve is not None:
            yield Operand(take.reserve, Moment.ADMIT, "reserve")
    if hold.reuse is not None:
        yield Operand(hold.reuse, Moment.ADMIT, "reuse")
    if hold.cache is not None:
        yield Operand(hold.cache, Moment.SESSION, "cache")
    if hold.lease is not None:
        yield _pool(hold.lease.pool, "lease")
        yield Operand(hold.lease.time, Moment.SESSION, "lease")


def _run_operands(run: ir.Run) -> Iterator[Operand]:
    for stage in (run.stage, *run.also):
        yield Operand(ir.StageArgument(stage), Moment.SESSION, "run")
    yield Operand(run.work, Moment.SESSION, "run")
    if run.growing is not None:
        yield _pool(run.growing, "growing")


def _pool_statement_operands(
    statement: ir.Grow | ir.Load | ir.Drop | ir.Release,
) -> Iterator[Operand]:
    word = type(statement).__name__.lower()
    yield _pool(statement.pool, word)
    if isinstance(statement, ir.Grow | ir.Load):
        yield Operand(statement.amount, Moment.SESSION, word)


def _pool(reference: ir.Reference, role: str) -> Operand:
    return Operand(ir.PoolArgument(reference), Moment.SESSION, role)


def _keys(keys: Iterable[ir.Expression], moment: Moment, role: str) -> Iterator[Operand]:
    return (Operand(key, moment, role) for key in keys)
