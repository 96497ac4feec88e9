"""A program with other run settings (IR-66)."""

from __future__ import annotations

from sqlang.ir.program import Program


def replace(
    program: Program,
    *,
    horizon: float | None = None,
    warmup: float | None = None,
    seed: int | None = None,
    arrivals: int | None = None,
    trace: str | None = None,
) -> Program:
    """The program with what is given in the place of its own; None keeps what it has.

    The nodes are those of `program`, so that spans found by identity stay right. Whether the new
    values are valid is for `validate` to say.
    """
    return Program(
        attributes=program.attributes,
        observes=program.observes,
        pools=program.pools,
        stages=program.stages,
        arrival=program.arrival,
        trace=program.trace if trace is None else trace,
        trace_ordered=program.trace_ordered,
        init=program.init,
        turn=program.turn,
        session=program.session,
        blocks=program.blocks,
        horizon=program.horizon if horizon is None else horizon,
        warmup=program.warmup if warmup is None else warmup,
        seed=program.seed if seed is None else seed,
        arrivals=program.arrivals if arrivals is None else arrivals,
        slots=program.slots,
        hidden=program.hidden,
        share=program.share,
    )
