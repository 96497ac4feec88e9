"""Puts the sessions of an ordered trace into a program, which then needs no file (IR-67)."""

from __future__ import annotations

import math
from collections.abc import Sequence

from sqlang.ir import program as ir

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MOST_SESSIONS: Final = 1_000_000
"""A batch may be of any size, and each of its sessions is written out."""

Turn = tuple[float, float, float, float]
"""`new`, `out`, `think` and `forced`."""


class InliningError(ValueError):
    """The program or its trace is not one that can be inlined; the text says why."""


def inline_trace(program: ir.Program, sessions: Sequence[Sequence[Turn]]) -> ir.Program:
    """The program with the sessions of its trace as its arrival, session i as serial i replays it.

    Raises:
        InliningError: the program has no batch or no ordered trace, or the trace a number that an
            IR cannot say (IR-2).
    """
    arrival = program.arrival
    if not isinstance(arrival, ir.Batch) or program.trace is None or not program.trace_ordered:
        raise InliningError("only `arrive batch(n)` with an ordered trace can be inlined")
    if arrival.size > MOST_SESSIONS:
        raise InliningError(f"more than {MOST_SESSIONS} sessions cannot be inlined")
    if not all(math.isfinite(value) for turns in sessions for turn in turns for value in turn):
        raise InliningError("the trace has numbers that are not finite, which an IR cannot say")
    slots = program.slots
    places = (slots.new, slots.out, slots.think, slots.forced)
    given = [
        ir.SessionValues((), tuple(tuple(zip(places, turn, strict=True)) for turn in turns))
        for turns in sessions
    ]
    wanted = tuple(given[serial % len(given)] for serial in range(arrival.size))
    return _with_sessions(program, wanted)


def _with_sessions(program: ir.Program, sessions: tuple[ir.SessionValues, ...]) -> ir.Program:
    return ir.Program(
        attributes=program.attributes,
        observes=program.observes,
        pools=program.pools,
        stages=program.stages,
        arrival=ir.Sessions(sessions),
        trace=None,
        trace_ordered=False,
        init=program.init,
        turn=program.turn,
        session=program.session,
        blocks=program.blocks,
        horizon=program.horizon,
        warmup=program.warmup,
        seed=program.seed,
        arrivals=program.arrivals,
        slots=program.slots,
        hidden=program.hidden,
        share=program.share,
    )
