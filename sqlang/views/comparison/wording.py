"""The words in which a batch, a selection and the life of a session are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sqlang.engine.observer import (
    Admission,
    Arrival,
    Ending,
    Iteration,
    JobEnd,
    JobStart,
    Member,
    Preemption,
    Queueing,
)
from sqlang.engine.selection_events import (
    AFTER_PREEMPTION,
    ALREADY_GROWING,
    BUDGET_USED_UP,
    DISPLACED,
    HELD_BACK,
    NOT_REACHED,
    ONE_PREFILL,
    PREEMPTED,
    SERVED,
    WITHOUT_BUDGET,
    WITHOUT_MEMORY,
    Asked,
    BatchSelection,
    Considered,
)
from sqlang.views.comparison.following import Around, SessionState
from sqlang.views.comparison.schedule import SessionEvent
from sqlang.views.comparison.side import Place, Side
from sqlang.views.numbers import clock, exact, plural, short

MEMBERS_SHOWN = 12
_STEPS_BEFORE = 3
_STEPS_AFTER = 5


class Remark(NamedTuple):
    """A sentence, and the line it is about."""

    text: str
    place: Place | None = None


def member_text(member: Member) -> str:
    """A member of a batch as TRC-1 writes it, but few digits."""
    kind = "p" if member.prefill else "d"
    return f"{member.serial}:{exact(member.turn)}:{kind}{short(member.tokens)}"


def batch_text(iteration: Iteration) -> str:
    """A batch as TRC-1 writes it, but few digits; `-` for an empty one (STEP-15)."""
    shown = [member_text(member) for member in iteration.members[:MEMBERS_SHOWN]]
    more = len(iteration.members) - len(shown)
    return " ".join(shown + ([f"… {more} more"] if more else [])) or "-"


def at(place: Place | None) -> str:
    """` (line 12)`, or nothing."""
    return "" if place is None else f" ({place.named})"


def selection_remarks(selection: BatchSelection, side: Side, first: int | None) -> Iterator[Remark]:
    """The rule of the stage and its steps, those around number `first` in full."""
    yield _rule(selection, side)
    steps = selection.steps
    turn = 0 if first is None else first
    begin = max(0, turn - _STEPS_BEFORE) if len(steps) > _STEPS_BEFORE + _STEPS_AFTER else 0
    if begin:
        yield Remark(_summary(steps[:begin]))
    end = max(turn, begin) + _STEPS_AFTER
    left = selection.budget - sum(
        step.tokens
        for step in steps[:begin]
        if isinstance(step, Considered) and step.outcome == SERVED
    )
    for step in steps[begin:end]:
        yield step_remark(step, selection, side, left)
        if isinstance(step, Considered) and step.tokens:
            left -= step.tokens
    if len(steps) > end:
        yield Remark(f"… {_summary(steps[end:])}")


def _rule(selection: BatchSelection, side: Side) -> Remark:
    """`budget 4 (line 8), chunk 4 (line 9), serve exclusive prefill (line 12)`"""
    stage = selection.stage
    parts = [f"budget {exact(selection.budget)}{at(side.stage_option(stage, 'budget'))}"]
    if selection.chunk > 0:
        parts.append(f"chunk {exact(selection.chunk)}{at(side.stage_option(stage, 'chunk'))}")
    serve = side.stage_option(stage, "serve")
    rule = "serving in order of admission" if serve is None else serve.text.rstrip(";")
    parts.append(f"{rule}{at(serve)}")
    return Remark(f"`{side.stages[stage]}`: {', '.join(parts)}", serve)


def _summary(steps: Sequence[Considered | Asked]) -> str:
    residents = [step for step in steps if isinstance(step, Considered)]
    tokens = sum(step.tokens for step in residents if step.outcome == SERVED)
    asked = len(steps) - len(residents)
    text = f"{plural(len(residents), 'resident')}: {plural_tokens(tokens)}"
    return f"{text}; {plural(asked, 'admission')} tried" if asked else text


def plural_tokens(tokens: float) -> str:
    """`1 token`, `2 tokens`, `0.5 tokens`"""
    return f"{short(tokens)} token{'' if tokens == 1 else 's'}"


def job_text(step: Considered) -> str:
    """`the prefill of session 1`"""
    return f"the {'prefill' if step.prefill else 'decode'} of session {step.serial}"


def step_remark(
    step: Considered | Asked, selection: BatchSelection, side: Side, left: float
) -> Remark:
    """What became of one resident, or of one session that was asked for admission."""
    place = side.statement(step.statement.block, step.statement.position)
    if isinstance(step, Asked):
        return Remark(_asked_text(step, side), place)
    return Remark(_considered_text(step, selection, side, left), place)


def _asked_text(step: Asked, side: Side) -> str:
    parts = [
        f"{short(need)} of `{side.pools[pool]}` ({short(free)} free)"
        for pool, need, free in zip(step.pools, step.needs, step.free, strict=True)
    ]
    if step.admitted:
        return f"session {step.serial} is admitted: it needs {' and '.join(parts)}"
    return f"session {step.serial} is not admitted: it needs {' and '.join(parts)}"


def _considered_text(step: Considered, selection: BatchSelection, side: Side, left: float) -> str:
    who = job_text(step)
    pool = "memory" if step.pool is None else f"`{side.pools[step.pool]}`"
    match step.outcome:
        case _ if step.outcome == SERVED:
            return _served_text(step, selection, side, left)
        case _ if step.outcome == DISPLACED:
            return (
                f"{who} is selected for {plural_tokens(step.tokens)}, but waits: a prefill that "
                "is admitted is served alone"
            )
        case _ if step.outcome == HELD_BACK:
            return f"{who} waits: while a prefill is resident, it is served alone"
        case _ if step.outcome in (WITHOUT_BUDGET, NOT_REACHED):
            return f"{who} waits: {_over_text(selection)}"
        case _ if step.outcome == WITHOUT_MEMORY:
            return (
                f"{who} waits for memory: it needs {short(step.missing)} more of {pool}, where "
                f"{short(step.free)} {is_are(step.free)} free"
            )
        case _ if step.outcome == ALREADY_GROWING:
            return f"{who} still waits for memory in {pool}"
        case _ if step.outcome == PREEMPTED:
            return f"{who} is preempted: {pool} is full"
    return who


def _served_text(step: Considered, selection: BatchSelection, side: Side, left: float) -> str:
    who = job_text(step)
    if side.is_exclusive(selection.stage) and step.prefill:
        alone = f"{who} is served alone: {plural_tokens(step.tokens)}"
        return f"{alone} of the budget {exact(selection.budget)}"
    if step.tokens < step.wanted:
        rest = "all" if left == selection.budget else "the remaining"
        return f"{who} wants {short(step.wanted)} and gets {rest} {short(step.tokens)}"
    of = f"of the budget {exact(selection.budget)}"
    if left != selection.budget:
        of = f"of the remaining {short(left)}"
    chunked = ""
    if step.prefill and 0 < selection.chunk < step.work and step.wanted == selection.chunk:
        chunked = f", its chunk of {short(step.work)} left"
    return f"{who} takes {plural_tokens(step.tokens)} {of}{chunked}"


def _over_text(selection: BatchSelection) -> str:
    return {
        BUDGET_USED_UP: f"the budget {exact(selection.budget)} is used up",
        ONE_PREFILL: "a prefill is served alone",
        AFTER_PREEMPTION: "somebody was preempted",
    }.get(selection.over, "nothing is left of the budget")


def state_text(serial: int, around: Around, sessions: dict[int, SessionState]) -> str:
    """Where a session is that has no job at the stage."""
    state = sessions.get(serial)
    side = around.side
    if state is None:
        if serial < around.arrived:
            return f"session {serial} has ended"
        return f"session {serial} has not arrived yet"
    since = f"since t={clock(state.since)}"
    match state.what:
        case "queued" if state.at is not None:
            return f"session {serial} waits for `{side.pools[state.at]}` {since}"
        case "in stage" if state.at is not None:
            return f"session {serial} is at `{side.stages[state.at]}` {since}"
        case "admitted" if state.at is not None:
            return f"session {serial} holds `{side.pools[state.at]}` {since}"
    return f"session {serial} is between stages {since}"


def happening_text(event: SessionEvent | None, side: Side) -> str:
    """A happening in the life of a session."""
    if event is None:
        return "nothing more happens"
    when = f"at t={clock(event.time)}"
    who = f"session {event.serial}" if event.serial is not None else "a spill"
    match event:
        case Arrival():
            return f"{who} arrives {when}"
        case Ending():
            return f"{who} {'is rejected' if event.rejected else 'ends'} {when}"
        case Queueing():
            return f"{who} asks for `{side.pools[event.pool]}` {when}"
        case Admission():
            units = [
                f"{exact(units)} of `{side.pools[pool]}`"
                for pool, units in zip(event.pools, event.units, strict=True)
            ]
            cached = f", {exact(event.cached)} cached" if event.cached else ""
            return f"{who} is admitted {when} with {' and '.join(units)}{cached}"
        case Preemption():
            return f"{who} is preempted from `{side.pools[event.pool]}` {when}"
        case JobStart():
            stages = [f"`{side.stages[each]}`" for each in (event.stage, *event.further)]
            mode = side.mode(event.statement)
            work = f"{short(event.work)} to {mode}" if mode else short(event.work)
            return f"{who} comes to {' and '.join(stages)} {when} with {work}"
        case JobEnd():
            took = short(event.time - event.started)
            return f"{who} is done at `{side.stages[event.stage]}` {when}, after {took}"


def is_are(amount: float) -> str:
    """The verb that goes with an amount."""
    return "is" if amount == 1 else "are"
