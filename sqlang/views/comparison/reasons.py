"""The causes for which schedules part, and the older ones: what happened to sessions before."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.engine.observer import Admission, Arrival, JobEnd, JobStart, Preemption
from sqlang.views.comparison.following import Around
from sqlang.views.comparison.schedule import SessionEvent
from sqlang.views.comparison.side import Place
from sqlang.views.comparison.wording import at, happening_text

BUDGET = "budget"
CHUNK = "chunk"
CAPACITY = "capacity"
PREEMPTION = "preemption"
ORDER = "order"
EXCLUSIVITY = "exclusivity"
ADMISSION = "admission"
ARRIVAL = "arrival"
WORK = "work"
DURATION = "duration"
COST = "cost"
END = "end"
OTHER = "other"
CAUSES = (
    BUDGET,
    CHUNK,
    CAPACITY,
    PREEMPTION,
    ORDER,
    EXCLUSIVITY,
    ADMISSION,
    ARRIVAL,
    WORK,
    DURATION,
    COST,
    END,
    OTHER,
)
"""What can make two schedules part."""


class Reason(NamedTuple):
    """A cause and its sentence; `step` is the number of the decision that differs, if it is one."""

    cause: str
    sentence: str
    step: int | None = None


def happening_place(around: Around) -> Place | None:
    """Where in the text the first happening of a session that differs comes from."""
    happening = around.happening
    statement = getattr(happening, "statement", None)
    if statement is not None:
        return around.side.statement(statement.block, statement.position)
    return around.side.arrivals() if isinstance(happening, Arrival) else None


def older_reason(first: Around, second: Around) -> Reason | None:
    """The first happening of a session that differs, if the runs were followed to one."""
    if first.happenings is None:
        return None
    one, other = first.happening, second.happening
    cause = _cause_of_happenings(first, second)
    sentence = (
        f"{happening_text(one, first.side)} in {first.side.name}{at(happening_place(first))}; "
        f"{happening_text(other, second.side)} in {second.side.name}{at(happening_place(second))}"
    )
    return None if one is None and other is None else Reason(cause, sentence)


def _cause_of_happenings(first: Around, second: Around) -> str:
    one, other = first.happening, second.happening
    capacity = _capacity_of(one, first) != _capacity_of(other, second)
    if isinstance(one, JobStart) and isinstance(other, JobStart) and one.serial == other.serial:
        return WORK if one.time == other.time and one.work != other.work else ORDER
    known = [each for each in (one, other) if each is not None]
    earliest = min(known, key=lambda each: each.time, default=None)
    match earliest:
        case Arrival():
            return ARRIVAL
        case Admission():
            return CAPACITY if capacity and _is_lacking(first, second) else ADMISSION
        case Preemption():
            return CAPACITY if capacity else PREEMPTION
        case JobEnd():
            return DURATION
        case JobStart():
            return ORDER
    return END if None in (one, other) else OTHER


def _is_lacking(first: Around, second: Around) -> bool:
    """Whether a pool that an admission is about has another capacity on the other side."""
    for around, other in ((first, second), (second, first)):
        happening = around.happening
        if isinstance(happening, Admission):
            for pool in happening.pools:
                name = around.side.pools[pool]
                if name in other.side.pools:
                    there = other.side.program.pools[other.side.pools.index(name)]
                    if there.cap != around.side.program.pools[pool].cap:
                        return True
    return False


def _capacity_of(happening: SessionEvent | None, around: Around) -> tuple[float, ...]:
    pools = around.side.program.pools
    if isinstance(happening, Admission):
        return tuple(pools[pool].cap for pool in happening.pools)
    if isinstance(happening, Preemption):
        return (pools[happening.pool].cap,)
    return ()
