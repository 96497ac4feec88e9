"""What is said of each thing that happens to a session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from sqlang.engine.holding_events import (
    Drop,
    Growth,
    GrowthWait,
    HoldEnd,
    LeaseEnd,
    LeaseStart,
    Load,
    Release,
)
from sqlang.engine.observer import (
    Admission,
    Assignment,
    BranchTaken,
    Ending,
    JobEnd,
    JobStart,
    Preemption,
    Queueing,
    SampleTaken,
    TurnStart,
)
from sqlang.ir.program import Mode, Program
from sqlang.views.numbers import clock, exact, plural

AHEAD_SHOWN = 6


def units(amount: float) -> str:
    """`1 unit`, `2.5 units`"""
    return f"{exact(amount)} {'unit' if amount == 1 else 'units'}"


def iterations(count: int) -> str:
    """`1 iteration`, `2 iterations`"""
    return plural(count, "iteration")


def serials(numbers: Sequence[int]) -> str:
    """`0, 3, 4`, the first few of many: `0, 1, 2, 3, 4, 5 … 12 more`."""
    shown = ", ".join(map(str, numbers[:AHEAD_SHOWN]))
    more = len(numbers) - AHEAD_SHOWN
    return f"{shown} … {more} more" if more > 0 else shown


def queued(program: Program, event: Queueing, ahead: Sequence[int], again: bool) -> str:
    """`queued for `kv`: number 3 in line, behind 0, 1`; again after a preemption."""
    pool = program.pools[event.pool].name
    place = "first in line"
    if ahead:
        place = f"number {len(ahead) + 1} in line, behind {serials(ahead)}"
    word = "queued again" if again else "queued"
    return f"{word} for `{pool}`: {place}"


def admitted(program: Program, event: Admission) -> str:
    """`admitted with reqs 1, kv 4, 3 of it cached`"""
    given = _amounts(program, event.pools, event.units)
    cached = f", {exact(event.cached)} of it cached" if event.cached else ""
    return f"admitted with {given}{cached}" if given else "admitted"


def preempted(program: Program, event: Preemption) -> str:
    """Where it was put out, and what it will have to compute again."""
    pool = program.pools[event.pool].name
    return f"preempted: put out of `{pool}`, where it had computed {exact(event.computed)}"


def ended(event: Ending) -> str:
    """`ends`, or why it never came further."""
    return "rejected: it asks for more than a pool can hold" if event.rejected else "ends"


def joined(program: Program, event: JobStart, mode: Mode) -> str:
    """Tokens at a step stage, work at any other; a flow names all its stages."""
    stages = ", ".join(f"`{program.stages[at].name}`" for at in (event.stage, *event.further))
    match mode:
        case Mode.PLAIN:
            return f"joins {stages} with work {exact(event.work)}"
        case Mode.PREFILL | Mode.DECODE:
            tokens = "token" if event.work == 1 else "tokens"
            verb = "prefill" if mode is Mode.PREFILL else "decode"
            return f"joins {stages} to {verb} {exact(event.work)} {tokens}"


def served(program: Program, event: JobEnd) -> str:
    """`done at `desk`: waited 3 and was served 3 – 6`"""
    stages = ", ".join(f"`{program.stages[at].name}`" for at in (event.stage, *event.further))
    waited = event.started - event.joined
    before = f"waited {clock(waited)} and was " if waited > 0 else ""
    began, ended = clock(event.started), clock(event.time)
    return f"done at {stages}: {before}served {began} – {ended}"


def value(program: Program, event: Assignment | SampleTaken | BranchTaken | TurnStart) -> str:
    """What a statement that takes no time has done."""
    match event:
        case Assignment():
            return f"sets {program.attributes[event.slot]} = {exact(event.value)}"
        case SampleTaken():
            unmeasured = "" if event.counted else " (not counted, in the warm-up)"
            return f"observes {program.observes[event.slot]} = {exact(event.value)}{unmeasured}"
        case BranchTaken():
            return "takes the branch" if event.then else "does not take the branch"
        case TurnStart():
            return f"turn {exact(event.turn)}"
        case _:
            assert_never(event)


def holding(program: Program, event: HoldEnd | LeaseStart | LeaseEnd | Release | Load) -> str:
    """Empty for the end of a hold that had nothing left."""
    if isinstance(event, HoldEnd):
        given = _amounts(program, event.pools, event.units)
        return f"gives back {given}{_kept(sum(event.cached))}" if given else ""
    pool = program.pools[event.pool].name
    match event:
        case LeaseStart():
            return f"keeps {exact(event.units)} of `{pool}` as a lease until {exact(event.expires)}"
        case LeaseEnd():
            return f"lease of {exact(event.units)} of `{pool}` is over: {event.reason}" + _kept(
                event.cached
            )
        case Release():
            if event.hold is None:
                return f"has nothing of `{pool}` to release"
            return f"releases {exact(event.units)} of `{pool}`{_kept(event.cached)}"
        case Load():
            amount, reached = exact(event.units), exact(event.position)
            return f"loads {amount} into `{pool}`, which makes {reached} computed"
        case _:
            assert_never(event)


def resized(program: Program, event: GrowthWait | Growth | Drop) -> str:
    """How an allocation grows, or waits for that, or the own entry goes."""
    pool = program.pools[event.pool].name
    match event:
        case GrowthWait():
            return f"waits for {exact(event.units)} more of `{pool}`, which is full"
        case Growth():
            return f"gets {exact(event.units)} more of `{pool}`"
        case Drop():
            return f"drops {units(event.units)} cached in `{pool}`"
        case _:
            assert_never(event)


def _amounts(program: Program, pools: Sequence[int], amounts: Sequence[float]) -> str:
    """`reqs 1, kv 4`"""
    pairs = zip(pools, amounts, strict=True)
    return ", ".join(f"{program.pools[pool].name} {exact(amount)}" for pool, amount in pairs)


def _kept(cached: float) -> str:
    return f", {exact(cached)} stay cached" if cached > 0 else ""
