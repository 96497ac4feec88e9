"""Why two schedules part: computed from what both engines decided there, and from what came before.

The selection of a batch is a sequence of decisions (STEP-4 to STEP-8). The first decision that
differs, and what the two stages knew when they made it, is the reason. If they knew of different
sessions, the reason is older: the first happening of a session that differs.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlang.engine.observer import Iteration
from sqlang.views.comparison.decisions import compare_selections
from sqlang.views.comparison.following import Around, Met
from sqlang.views.comparison.reasons import (
    COST,
    END,
    OTHER,
    Reason,
    happening_place,
    life_text,
    older_reason,
)
from sqlang.views.comparison.schedule import batch_key
from sqlang.views.comparison.wording import (
    Remark,
    at,
    batch_text,
    selection_remarks,
)
from sqlang.views.numbers import clock, quantity


class Explanation(NamedTuple):
    """Why the schedules part: the cause, one sentence, and what each side did step by step."""

    cause: str
    sentence: str
    first: tuple[Remark, ...]
    second: tuple[Remark, ...]


def explain(first: Around, second: Around) -> Explanation:
    """The explanation of the parting that both runs were followed to."""
    sides = _selections(first, second)
    if sides is None:
        reason = _without_selections(first, second)
        with_life = reason.cause != COST and bool(first.happening or second.happening)
        pairs = (first, second), (second, first)
        lives = [_lives(around, other, with_life) for around, other in pairs]
        return Explanation(reason.cause, reason.sentence, lives[0], lives[1])
    one, other = sides
    reason = compare_selections(first, one, second, other)
    sentence = reason.sentence
    if _differ_in_order_alone(first, second):
        sentence += "; everybody gets the same tokens on both sides"
    return Explanation(
        reason.cause,
        sentence,
        tuple(selection_remarks(one.selection, first.side, reason.step)),
        tuple(selection_remarks(other.selection, second.side, reason.step)),
    )


def _selections(first: Around, second: Around) -> tuple[Met, Met] | None:
    """The selections of both sides at the stage and time of the earlier iteration."""
    if first.at is None and second.at is None:
        return None
    earlier, side = _earlier(first, second)
    stage = side.side.stages[earlier.stage]
    one, other = first.met(earlier.time, stage), second.met(earlier.time, stage)
    if one is None or other is None or _is_same_batch(first, second):
        return None
    return one, other


def _earlier(first: Around, second: Around) -> tuple[Iteration, Around]:
    if first.at is not None and (second.at is None or first.at.time <= second.at.time):
        return first.at, first
    assert second.at is not None
    return second.at, second


def _is_same_batch(first: Around, second: Around) -> bool:
    one, other = first.at, second.at
    if one is None or other is None:
        return False
    return batch_key(one, first.side) == batch_key(other, second.side)


def _differ_in_order_alone(first: Around, second: Around) -> bool:
    one, other = first.at, second.at
    if one is None or other is None or one.time != other.time:
        return False
    shares = [
        sorted((member.serial, member.prefill, member.tokens) for member in each.members)
        for each in (one, other)
    ]
    return shares[0] == shares[1]


def _without_selections(first: Around, second: Around) -> Reason:
    """The same batch at another cost, something older, or the end of one schedule."""
    one, other = first.at, second.at
    if one is not None and other is not None and _is_same_batch(first, second):
        costs = [
            f"{quantity(each.cost, beside.cost)} in {around.side.name}"
            f"{at(around.side.stage_option(each.stage, 'cost'))}"
            for each, beside, around in ((one, other, first), (other, one, second))
        ]
        return Reason(COST, f"the same batch {batch_text(one)} takes {' and '.join(costs)}")
    for around in (first, second):
        if around.at is None and around.end:
            return Reason(END, f"{around.side.name} {around.end}")
    older = older_reason(first, second)
    if older is not None:
        return older
    if one is None or other is None:
        ended = first if one is None else second
        return Reason(END, f"{ended.side.name} has no further iteration")
    return Reason(
        OTHER,
        f"the next iteration is at t={clock(one.time)} in {first.side.name}, at "
        f"t={clock(other.time)} in {second.side.name}",
    )


def _lives(around: Around, other: Around, with_happening: bool) -> tuple[Remark, ...]:
    """What a side did where no selection can be compared."""
    remarks = []
    if with_happening:
        remarks.append(Remark(life_text(around, other), happening_place(around)))
    if around.at is None and (around.before or not remarks):
        remarks.append(Remark("no further iteration"))
    if around.at is not None:
        when = clock(around.at.time)
        text = f"`{around.side.stages[around.at.stage]}` serves {batch_text(around.at)} at t={when}"
        if around.at.cost:
            text += f", which takes {quantity(around.at.cost)}"
        remarks.append(Remark(text, around.side.stage_option(around.at.stage, "cost")))
    return tuple(remarks)
