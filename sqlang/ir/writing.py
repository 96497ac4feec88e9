"""A program as JSON (part 3, sections 1 and 2)."""

from __future__ import annotations

import math
from typing import assert_never

from sqlang.ir import program as ir
from sqlang.ir import version_9
from sqlang.ir.json_text import Writable, write_json
from sqlang.ir.node import fields_of


def to_json(program: ir.Program, *, compact: bool = False, version: int = ir.IR_VERSION) -> str:
    """The program's JSON, fields in the order of the specification (IR-4), without a final newline.

    `version` is 8, or 9 for pyserq 0.1.0, which refuses a queue key that draws (DIF-6). Infinities
    are written as IR-2 says: strings in expressions and capacities, `null` elsewhere.

    Raises:
        ValueError: the version is another, or the program has a number that is NaN, which no text
            and no JSON can give it.
    """
    if version == ir.IR_VERSION:
        return write_json(program, _expand, compact=compact)
    if version == version_9.VERSION:
        return write_json(program, _expand_in_version_9, compact=compact)
    raise ValueError(f"IR version {version} cannot be written")


def _expand(node: ir.Node) -> Writable:
    """What one node is written as; the nodes within it are left to be expanded."""
    if isinstance(node, ir.Expression):
        return _expression(node)
    if isinstance(node, ir.Statement):
        return _statement(node)
    return _part(node)


def _expand_in_version_9(node: ir.Node) -> Writable:
    return version_9.as_version_9(node, _expand(node))


def _part(node: ir.Node) -> Writable:
    match node:
        case ir.Reference():
            return {"base": node.base, "count": node.count, "index": node.index}
        case ir.PoolArgument():
            return {"Pool": node.pool}
        case ir.StageArgument():
            return {"Stage": node.stage}
        case ir.Program():
            return _program(node)
        case ir.Pool():
            return _pool(node)
        case ir.Stage():
            return {"name": node.name, "kind": _kind(node.kind)}
        case ir.SessionValues():
            return _session_values(node)
    raise TypeError(f"{type(node).__name__} has no JSON of its own")


def _expression(node: ir.Expression) -> Writable:
    match node:
        case ir.Number():
            return {"Num": _real(node.value)}
        case ir.Attribute():
            return {"Attr": node.slot}
        case ir.Context():
            return {"Ctx": node.variable.value}
        case ir.Sample():
            return {"Sample": [node.distribution.value, node.arguments]}
        case ir.Call():
            return {"Call": [node.function.value, [_argument(item) for item in node.arguments]]}
        case ir.Unary():
            return {"Unary": [node.operator.value, node.operand]}
        case ir.Binary():
            return {"Binary": [node.operator.value, node.left, node.right]}
        case ir.Conditional():
            return {"Cond": [node.condition, node.then, node.otherwise]}
    assert_never(node)


def _argument(node: ir.Argument) -> Writable:
    if isinstance(node, ir.PoolArgument | ir.StageArgument):
        return node
    return {"Expr": node}


def _statement(node: ir.Statement) -> Writable:
    tag = type(node).__name__  # the classes bear the names of IR-17
    if isinstance(node, ir.Turn | ir.End):
        return tag
    return {tag: _statement_data(node)}


def _statement_data(node: ir.Statement) -> Writable:
    match node:
        case ir.Set() | ir.Observe():
            return [node.slot, node.value]
        case ir.Hold():
            return _hold(node)
        case ir.Grow() | ir.Load():
            return [node.pool, node.amount]
        case ir.Drop() | ir.Release():
            return node.pool
        case ir.Run():
            return _run(node)
        case ir.Branch():
            return [node.guard, node.then, node.otherwise]
        case ir.Loop():
            return node.body
        case ir.Choose():
            return {"var": node.slot, "count": node.count, "key": node.keys}
    raise TypeError(f"{type(node).__name__} has no data")


def _hold(hold: ir.Hold) -> Writable:
    lease = hold.lease
    return {
        "pools": [[take.pool, take.units, take.reserve] for take in hold.pools],
        "reuse": hold.reuse,
        "body": hold.body,
        "cache": hold.cache,
        "lease": None if lease is None else [lease.pool, lease.time],
    }


def _run(run: ir.Run) -> Writable:
    fields: dict[str, Writable] = {
        "stage": run.stage,
        "mode": run.mode.value,
        "work": run.work,
        "growing": run.growing,
    }
    if run.also:
        fields["also"] = run.also
    return fields


def _pool(pool: ir.Pool) -> Writable:
    spill = pool.spill
    return {
        "name": pool.name,
        "cap": _real(pool.cap),
        "block": None if pool.block is None else _finite_or_null(pool.block),
        "evict": {"By": pool.evict.keys} if isinstance(pool.evict, ir.EvictBy) else "Lru",
        "preempt": pool.preempt.value,
        "queue": pool.queue,
        "spill": None
        if spill is None
        else {"to": spill.to, "via": spill.via, "work": spill.work, "when": spill.when},
        "admit_via": pool.admit_via,
    }


def _kind(kind: ir.Fifo | ir.Ps | ir.Delay | ir.Step) -> Writable:
    match kind:
        case ir.Fifo():
            return {"Fifo": kind.servers}
        case ir.Ps():
            return {"Ps": kind.capacity}
        case ir.Delay():
            return "Delay"
        case ir.Step():
            return {"Step": _step(kind)}
    assert_never(kind)


def _step(step: ir.Step) -> Writable:
    serve = step.serve
    return {
        "budget": step.budget,
        "cost": step.cost,
        "chunk": step.chunk,
        "serve": {"By": serve.keys} if isinstance(serve, ir.ServeBy) else "ExclusivePrefill",
        "memory": step.memory,
    }


def _arrival(arrival: ir.Arrival) -> Writable:
    match arrival:
        case ir.NoArrivals():
            return "None"
        case ir.Poisson():
            return {"Poisson": _finite_or_null(arrival.rate)}
        case ir.Renewal():
            return {"Renewal": arrival.gap}
        case ir.Closed():
            return {"Closed": arrival.population}
        case ir.Batch():
            return {"Batch": arrival.size}
        case ir.Sessions():
            return {"Sessions": arrival.sessions}
    assert_never(arrival)


def _session_values(session: ir.SessionValues) -> Writable:
    fields: dict[str, Writable] = {"attrs": _slot_values(session.attributes)}
    if session.turns:
        fields["turns"] = [_slot_values(turn) for turn in session.turns]
    return fields


def _slot_values(values: tuple[tuple[int, float], ...]) -> Writable:
    return [[slot, _finite_or_null(value)] for slot, value in values]


def _program(program: ir.Program) -> Writable:
    fields: dict[str, Writable] = {
        "version": ir.IR_VERSION,
        "attrs": program.attributes,
        "observes": program.observes,
        "pools": program.pools,
        "stages": program.stages,
        "arrival": _arrival(program.arrival),
        "trace": program.trace,
        "trace_ordered": program.trace_ordered,
        "init": program.init,
        "turn": program.turn,
        "session": program.session,
        "blocks": program.blocks,
        "horizon": _finite_or_null(program.horizon),
        "warmup": _finite_or_null(program.warmup),
        "seed": program.seed,
    }
    if program.arrivals is not None:
        fields["arrivals"] = program.arrivals
    for name in fields_of(ir.BuiltinSlots):
        fields[f"slot_{name}"] = getattr(program.slots, name)
    fields["hidden"] = program.hidden
    if program.share is not None:
        fields["share"] = program.share.value
    return fields


def _real(value: float) -> Writable:
    """A number where infinity has a spelling (IR-2)."""
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return _finite_or_null(value)


def _finite_or_null(value: float) -> Writable:
    """A number where infinity is `null` (IR-2)."""
    if math.isnan(value):
        raise ValueError("NaN has no JSON")
    return float(value) if math.isfinite(value) else None
