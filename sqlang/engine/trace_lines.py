"""The lines of a run's trace, in the reference's format (TRC-1 to TRC-4, EVT-1)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.numbers import four_decimals, shortest_digits
from sqlang.engine.observer import Eviction, Iteration, Member
from sqlang.ir.program import Program

_UNITS: Final = 16.0
"""Units of memory are written divided by this, whatever the pool's block in the program."""


def iteration_line(event: Iteration, program: Program) -> str:  # noqa: ARG001 - see UNITS
    """`ITER T M ... | used X cached Y`; `program` is the program that was run."""
    members = " ".join(_member(member) for member in event.members)
    used = shortest_digits(event.used / _UNITS)
    cached = shortest_digits(event.cached / _UNITS)
    return f"ITER {four_decimals(event.time)} {members} | used {used} cached {cached}"


def eviction_line(event: Eviction) -> str:
    """`EVICT T E U`"""
    return f"EVICT {four_decimals(event.time)} {event.entry} {shortest_digits(event.units)}"


def _member(member: Member) -> str:
    mode = "p" if member.prefill else "d"
    turn = shortest_digits(member.turn)
    return f"{member.serial}:{turn}:{mode}{shortest_digits(member.tokens)}"
