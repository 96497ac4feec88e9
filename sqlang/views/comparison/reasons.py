"""The causes for which schedules part, and the older ones: what happened to sessions before."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from sqlang.engine.observer import (
    Admission,
    Arrival,
    Ending,
    JobEnd,
    JobStart,
    Preemption,
    Queueing,
)
from sqlang.views.comparison.following import Around
from sqlang.views.comparison.lives import goes_on
from sqlang.views.comparison.schedule import SessionEvent
from sqlang.views.comparison.side import Place, Side
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
    Queueing: PATH,
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
    if around.happening is None:
        return None
    happening = around.happening.event
    statement = getattr(happening, "statement", None)
    if statement is not None:
        return around.side.statement(statement.block, statement.position)
    return around.side.arrivals() if isinstance(happening, Arrival) else None


def life_text(around: Around, other: Around) -> str:
    """What happens to the session whose life differs first; `other` is the other run."""
    if around.happening is not None:
        return happening_text(around.happening.event, around.side)
    if other.happening is not None and goes_on(around, other):
        return f"nothing more happens to session {other.happening.event.serial}"
    return "nothing more happens"


def older_reason(first: Around, second: Around) -> Reason | None:
    """How the life of a session first differs, if the runs were followed to that."""
    if first.happening is None and second.happening is None:
        return None
    told = [
        f"{life_text(around, other)} in {around.side.name}{at(happening_place(around))}"
        for around, other in ((first, second), (second, first))
    ]
    sentence = "; ".join(told)
    capacities = _capacities(first, second)
    if capacities:
        return Reason(CAPACITY, f"{sentence}, since {capacities}")
    return Reason(_cause_of_happenings(first, second), sentence)


def _cause_of_happenings(first: Around, second: Around) -> str:
    """What kind of thing differs: it happens on one side, or otherwise, or at another time."""
    if first.happening is None or second.happening is None:
        return _cause_of_one(first, second)
    one, other = first.happening.event, second.happening.event
    if one.serial != other.serial:
        return ORDER if one.time == other.time else _earlier_cause(one, other)
    if isinstance(one, JobStart) and isinstance(other, JobStart):
        if _stages(one, first) != _stages(other, second):
            return PATH
        return WORK if one.time == other.time else DURATION
    if type(one) is not type(other) and one.time == other.time:
        is_rejected = any(isinstance(each, Ending) and each.rejected for each in (one, other))
        return ADMISSION if is_rejected else PATH
    return _earlier_cause(one, other)


def _cause_of_one(first: Around, second: Around) -> str:
    """What it means that something happens on one side, and on the other nothing."""
    here, there = (second, first) if first.happening is None else (first, second)
    assert here.happening is not None
    event = here.happening.event
    if isinstance(event, Arrival) or goes_on(there, here):
        return _CAUSES_OF[type(event)]
    return END


def _stages(event: JobStart, around: Around) -> list[str]:
    return [around.side.stages[each] for each in (event.stage, *event.further)]


def _earlier_cause(one: SessionEvent, other: SessionEvent) -> str:
    return _CAUSES_OF[type(min((one, other), key=_precedence))]


def _capacities(first: Around, second: Around) -> str:
    """How the pools or stages that a happening is about differ in capacity, empty if they do not.

    What is admitted at the same time with other units is no matter of capacity.
    """
    events = [each.happening.event for each in (first, second) if each.happening is not None]
    admitted = [each.time for each in events if isinstance(each, Admission)]
    if len(admitted) == 2 and admitted[0] == admitted[1]:
        return ""
    sides = first.side, second.side
    for around in (first, second):
        if around.happening is None:
            continue
        happening = around.happening.event
        pools: tuple[int, ...] = ()
        if isinstance(happening, Admission):
            pools = happening.pools
        elif isinstance(happening, Preemption):
            pools = (happening.pool,)
        elif isinstance(happening, JobEnd):
            stages = (happening.stage, *happening.further)
            found = (_stage_kinds(around.side.stages[each], *sides) for each in stages)
            return next(filter(None, found), "")
        for pool in pools:
            text = _caps(around.side.pools[pool], *sides)
            if text:
                return text
    return ""


def _stage_kinds(stage: str, one: Side, other: Side) -> str:
    kind, other_kind = one.stage_kind(stage), other.stage_kind(stage)
    if kind and other_kind and kind != other_kind:
        return f"`{stage}` is {kind} in {one.name}, {other_kind} in {other.name}"
    return ""


def _caps(pool: str, one: Side, other: Side) -> str:
    if pool not in one.pools or pool not in other.pools or one.cap(pool) == other.cap(pool):
        return ""
    caps = [
        f"{exact(side.cap(pool))} in {side.name}"
        f"{at(side.pool_option(side.pools.index(pool), 'cap'))}"
        for side in (one, other)
    ]
    return f"the cap of `{pool}` is {', '.join(caps)}"


def _precedence(happening: SessionEvent) -> tuple[float, int]:
    """The earlier one; of one instant that which brings about others."""
    return happening.time, list(_CAUSES_OF).index(type(happening))
