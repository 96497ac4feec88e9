"""Programs for a worker, as IR in JSON."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.ir import program as ir
from sqlang.ir.writing import to_json
from sqlang.source import Source
from tests.views import separate_phases


def example() -> str:
    """`examples/separate_phases.sq`."""
    return to_json(separate_phases.program())


def endless(work: float = 1.0) -> str:
    """One session after the other, each `work` long, to a horizon that no machine reaches."""
    return to_json(queue(ir.Delay(), ir.Number(work), ir.Closed(1)))


def crowded() -> str:
    """More sessions than fit into memory."""
    return to_json(queue(ir.Delay(), ir.Number(1.0), ir.Batch(10**9)))


def unsupported() -> str:
    """Processor sharing, which waits for a later issue."""
    return to_json(queue(ir.Ps(ir.Number(1.0)), ir.Number(1.0), ir.Batch(1)))


def failing() -> str:
    """A guard that is 2 for session 1 (ERR-1)."""
    guard = ir.Binary(ir.BinaryOperator.MUL, ir.Attribute(1), ir.Number(2.0))
    return to_json(_program((ir.Branch(guard, 3, 4), ir.End()), ir.Delay(), ir.Batch(2), ((), ())))


def of_text(text: str) -> str:
    """The IR of a program's text."""
    program = analyze(Source(text)).program
    assert program is not None
    return to_json(program)


def queue(kind: ir.Delay | ir.Fifo | ir.Ps, work: ir.Expression, arrival: ir.Arrival) -> ir.Program:
    run = ir.Run(ir.Reference(0, 1, None), ir.Mode.PLAIN, work, None)
    return _program((run, ir.End()), kind, arrival, ())


def _program(
    session: tuple[ir.Statement, ...],
    kind: ir.Delay | ir.Fifo | ir.Ps,
    arrival: ir.Arrival,
    inner: tuple[tuple[ir.Statement, ...], ...],
) -> ir.Program:
    return ir.Program(
        attributes=separate_phases.program().attributes[:9],
        observes=(),
        pools=(),
        stages=(ir.Stage("desk", kind),),
        arrival=arrival,
        trace=None,
        trace_ordered=False,
        init=0,
        turn=1,
        session=2,
        blocks=((), (), session, *inner),
        horizon=1e12,
        warmup=0.0,
        seed=1,
        arrivals=None,
        slots=ir.BuiltinSlots(),
        hidden=(),
        share=None,
    )
