"""The causes for which schedules part, and the older ones: what happened to sessions before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlang.engine.observer import Admission, Arrival, Ending, JobEnd, JobStart, Preemption
from sqlang.views.comparison.following import Around
from sqlang.views.comparison.schedule import SessionEvent
from sqlang.views.comparison.side import Place
from sqlang.views.comparison.wording import at, happening_text
from sqlang.views.numbers import exact

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
PATH = "path"
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
    PATH,
    COST,
    END,
    OTHER,
)
"""What can make two schedules part."""


_CAUSES_OF: Final[Mapping[type, str]] = {
    Arrival: ARRIVAL,
    Preemption: PREEMPTION,
    Admission: ADMISSION,
    JobEnd: DURATION,
    JobStart: PATH,
    Ending: END,
}
"""What it means that something happens on one side only; of one instant, the first brings about the
others."""


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
    if one is None and other is None:
        return None
    sentence = (
        f"{happening_text(one, first.side)} in {first.side.name}{at(happening_place(first))}; "
        f"{happening_text(other, second.side)} in {second.side.name}{at(happening_place(second))}"
    )
    capacities = _capacities(first, second)
    if capacities:
        return Reason(CAPACITY, f"{sentence}, since {capacities}")
    return Reason(_cause_of_happenings(one, other), sentence)


def _cause_of_happenings(one: SessionEvent | None, other: SessionEvent | None) -> str:
    """What kind of thing differs: it happens on one side, or otherwise, or at another time."""
    if one is None or other is None:
        return ARRIVAL if isinstance(one or other, Arrival) else END
    same_session = one.serial == other.serial
    if isinstance(one, JobStart) and isinstance(other, JobStart) and same_session:
        return WORK if one.time == other.time else DURATION
    if same_session and type(one) is not type(other) and one.time == other.time:
        return PATH
    if isinstance(one, JobStart) and isinstance(other, JobStart):
        return ORDER
    return _CAUSES_OF[type(min((one, other), key=_precedence))]


def _capacities(first: Around, second: Around) -> str:
    """How the pools or stage that a happening is about differ in capacity, empty if they do not."""
    one, other = first.side, second.side
    for around in (first, second):
        happening = around.happening
        pools: tuple[int, ...] = ()
        if isinstance(happening, Admission):
            pools = happening.pools
        elif isinstance(happening, Preemption):
            pools = (happening.pool,)
        elif isinstance(happening, JobEnd):
            stage = around.side.stages[happening.stage]
            kind, other_kind = one.stage_kind(stage), other.stage_kind(stage)
            if kind and other_kind and kind != other_kind:
                return f"`{stage}` is {kind} in {one.name}, {other_kind} in {other.name}"
        for pool in pools:
            name = around.side.pools[pool]
            if name in one.pools and name in other.pools and one.cap(name) != other.cap(name):
                caps = [
                    f"{exact(side.cap(name))} in {side.name}"
                    f"{at(side.pool_option(side.pools.index(name), 'cap'))}"
                    for side in (one, other)
                ]
                return f"the cap of `{name}` is {', '.join(caps)}"
    return ""


def _precedence(happening: SessionEvent) -> tuple[float, int]:
    """The earlier one; of one instant that which brings about others."""
    return happening.time, list(_CAUSES_OF).index(type(happening))
