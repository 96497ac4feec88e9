"""The program of `examples/separate_phases.sq` as IR, and the events of its run, derived by hand.

Session 0 has a prompt of 2 tokens, session 1 one of 4 and arrives at 1, when 0 has one decode of 2
ahead of it. The prefill of 1 displaces that decode, which keeps the unit it grew (STEP-10).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from sqlang.engine.holding_events import HoldEnd
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Assignment,
    BranchTaken,
    Ending,
    Event,
    Iteration,
    JobEnd,
    JobStart,
    Member,
    PoolLevel,
    Queueing,
    SampleTaken,
    Statement,
)
from sqlang.ir import program as ir
from sqlang.views.outcome import Outcome, ReportFigures

GATE, ENGINE = 0, 1
REQS, KV = 0, 1
PROMPT, T0 = 9, 10
TTFT, RESPONSE = 0, 1

SET_PROMPT: Final = Statement(0, 0)
RUN_GATE: Final = Statement(2, 0)
SET_T0: Final = Statement(2, 1)
HOLD: Final = Statement(2, 2)
OBSERVE_RESPONSE: Final = Statement(2, 3)
PREFILL: Final = Statement(3, 0)
OBSERVE_TTFT: Final = Statement(3, 1)
BRANCH: Final = Statement(3, 2)
DECODE: Final = Statement(4, 0)

_VECTOR = Path(__file__).parent.parent / "conformance" / "run" / "000-separate-phases.json"


def program(pools: int = 1, stages: int = 1) -> ir.Program:
    """The program; `kv` and `engine` may be families, which the session then uses by member 0."""
    kv = ir.Reference(KV, pools, ir.Number(0.0) if pools > 1 else None)
    engine = ir.Reference(ENGINE, stages, ir.Number(0.0) if stages > 1 else None)
    prompt, since = ir.Attribute(PROMPT), ir.Attribute(T0)
    first = ir.Binary(ir.BinaryOperator.EQ, ir.Attribute(1), ir.Number(0.0))
    elapsed = ir.Binary(ir.BinaryOperator.SUB, ir.Context(ir.ContextVariable.NOW), since)
    left = ir.Call(ir.Function.BUDGET_LEFT, (ir.StageArgument(engine),))
    units = ir.Call(ir.Function.MIN, (prompt, left))
    takes = (
        ir.Take(ir.Reference(REQS, 1, None), ir.Number(1.0), None),
        ir.Take(kv, units, prompt),
    )
    blocks: tuple[tuple[ir.Statement, ...], ...] = (
        (ir.Set(PROMPT, ir.Conditional(first, ir.Number(2.0), ir.Number(4.0))),),
        (),
        (
            ir.Run(ir.Reference(GATE, 1, None), ir.Mode.PLAIN, ir.Attribute(1), None),
            ir.Set(T0, ir.Context(ir.ContextVariable.NOW)),
            ir.Hold(takes, None, 3, None, None),
            ir.Observe(RESPONSE, elapsed),
            ir.End(),
        ),
        (
            ir.Run(engine, ir.Mode.PREFILL, prompt, kv),
            ir.Observe(TTFT, elapsed),
            ir.Branch(first, 4, 5),
        ),
        (ir.Run(engine, ir.Mode.DECODE, ir.Number(2.0), kv),),
        (),
    )
    return ir.Program(
        attributes=(
            *("cached", "serial", "turn_no", "new", "out", "think", "more", "forced", "computed"),
            *("prompt", "t0"),
        ),
        observes=("ttft", "response"),
        pools=(_pool("reqs", 2.0), *[_pool("kv", 20.0)] * pools),
        stages=(ir.Stage("gate", ir.Delay()), *[_engine()] * stages),
        arrival=ir.Batch(2),
        trace=None,
        trace_ordered=False,
        init=0,
        turn=1,
        session=2,
        blocks=blocks,
        horizon=20.0,
        warmup=0.0,
        seed=1,
        arrivals=None,
        slots=ir.BuiltinSlots(),
        hidden=(),
        share=None,
    )


def events() -> list[Event]:
    """What an observer of the run is told."""
    return [
        Arrival(0.0, 0),
        Assignment(0.0, 0, SET_PROMPT, PROMPT, 2.0),
        Arrival(0.0, 1),
        Assignment(0.0, 1, SET_PROMPT, PROMPT, 4.0),
        Assignment(0.0, 0, SET_T0, T0, 0.0),
        Queueing(0.0, 0, REQS, HOLD),
        JobStart(0.0, 1, GATE, RUN_GATE, 1.0),
        Admission(0.0, 0, HOLD, 0.0, (REQS, KV), (1.0, 2.0), 0.0),
        JobStart(0.0, 0, ENGINE, PREFILL, 2.0),
        _iteration(0.0, Member(0, 0.0, True, 2.0, PREFILL), used=2.0),
        PoolLevel(0.0, REQS, 1.0, 0.0, 0, 1),
        PoolLevel(0.0, KV, 2.0, 0.0, 0, 1),
        JobEnd(1.0, 1, GATE, RUN_GATE, 0.0, 0.0),
        Assignment(1.0, 1, SET_T0, T0, 1.0),
        Queueing(1.0, 1, REQS, HOLD),
        PoolLevel(1.0, REQS, 1.0, 0.0, 1, 1),
        JobEnd(1.0, 0, ENGINE, PREFILL, 0.0, 0.0),
        SampleTaken(1.0, 0, 0.0, OBSERVE_TTFT, TTFT, 1.0, True),
        BranchTaken(1.0, 0, BRANCH, True),
        JobStart(1.0, 0, ENGINE, DECODE, 2.0),
        Admission(1.0, 1, HOLD, 1.0, (REQS, KV), (1.0, 4.0), 0.0),
        JobStart(1.0, 1, ENGINE, PREFILL, 4.0),
        _iteration(1.0, Member(1, 0.0, True, 4.0, PREFILL), used=7.0),
        PoolLevel(1.0, REQS, 2.0, 0.0, 0, 2),
        PoolLevel(1.0, KV, 7.0, 0.0, 0, 2),
        JobEnd(2.0, 1, ENGINE, PREFILL, 1.0, 1.0),
        SampleTaken(2.0, 1, 0.0, OBSERVE_TTFT, TTFT, 1.0, True),
        BranchTaken(2.0, 1, BRANCH, False),
        HoldEnd(2.0, 1, HOLD, (REQS, KV), (1.0, 4.0), (0.0, 0.0)),
        SampleTaken(2.0, 1, 0.0, OBSERVE_RESPONSE, RESPONSE, 1.0, True),
        Ending(2.0, 1, False),
        _iteration(2.0, Member(0, 0.0, False, 1.0, DECODE), used=3.0),
        PoolLevel(2.0, REQS, 1.0, 0.0, 0, 1),
        PoolLevel(2.0, KV, 3.0, 0.0, 0, 1),
        _iteration(3.0, Member(0, 0.0, False, 1.0, DECODE), used=4.0),
        PoolLevel(3.0, KV, 4.0, 0.0, 0, 1),
        JobEnd(4.0, 0, ENGINE, DECODE, 1.0, 1.0),
        HoldEnd(4.0, 0, HOLD, (REQS, KV), (1.0, 4.0), (0.0, 0.0)),
        SampleTaken(4.0, 0, 0.0, OBSERVE_RESPONSE, RESPONSE, 4.0, True),
        Ending(4.0, 0, False),
        PoolLevel(4.0, REQS, 0.0, 0.0, 0, 0),
        PoolLevel(4.0, KV, 0.0, 0.0, 0, 0),
    ]


def outcome() -> Outcome:
    """The report of the run as the vector has it."""
    vector = json.loads(_VECTOR.read_text("utf-8"))
    return Outcome(ReportFigures.from_json(vector["report"]))


def _iteration(time: float, member: Member, used: float) -> Iteration:
    return Iteration(time, ENGINE, (member,), used, 0.0, 1.0)


def _pool(name: str, cap: float) -> ir.Pool:
    admit_via = ENGINE if name == "reqs" else None
    return ir.Pool(name, cap, None, ir.EvictLru(), ir.Preempt.NONE, None, None, admit_via)


def _engine() -> ir.Stage:
    four = ir.Number(4.0)
    return ir.Stage("engine", ir.Step(four, ir.Number(1.0), four, ir.ServeExclusivePrefill(), KV))
