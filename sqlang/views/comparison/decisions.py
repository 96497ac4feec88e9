"""The first decision that two selections of a batch make differently, and what made them differ."""

from __future__ import annotations

import math

from sqlang.engine.selection_events import (
    AFTER_PREEMPTION,
    DISPLACED,
    HELD_BACK,
    NOT_REACHED,
    ONE_PREFILL,
    PREEMPTED,
    SERVED,
    Asked,
    Considered,
)
from sqlang.ir import program as ir
from sqlang.views.comparison.following import Around, Met
from sqlang.views.comparison.lives import at_difference_of
from sqlang.views.comparison.reasons import (
    ADMISSION,
    ARRIVAL,
    BUDGET,
    CAPACITY,
    CHUNK,
    EXCLUSIVITY,
    ORDER,
    OTHER,
    PREEMPTION,
    WORK,
    Reason,
    older_reason,
)
from sqlang.views.comparison.wording import (
    at,
    is_are,
    job_text,
    plural_tokens,
    state_text,
)
from sqlang.views.numbers import exact, short

Step = Considered | Asked
_JOBS_NAMED = 3


def compare_selections(first: Around, one: Met, second: Around, other: Met) -> Reason:
    """The first decision that differs, and what made it differ."""
    steps, others = _reached(one), _reached(other)
    for number, (step, matching) in enumerate(zip(steps, others, strict=False)):
        if _decision(step) != _decision(matching):
            found = _Decisions(first, one, second, other).reason(step, matching)
            return found._replace(step=number)
    number = min(len(steps), len(others))
    if len(steps) != len(others):
        found = _Decisions(first, one, second, other).shorter(steps, others)
        return found._replace(step=number)
    for number, (step, matching) in enumerate(zip(steps, others, strict=True)):
        if _outcome(step) != _outcome(matching):
            found = _Decisions(first, one, second, other).outcome(step, matching)
            return found._replace(step=number)
    return older_reason(first, second) or Reason(OTHER, "the batches differ in their turns alone")


def _reached(met: Met) -> list[Step]:
    """The steps without the residents that the selection did not come to."""
    return [
        step
        for step in met.selection.steps
        if isinstance(step, Asked) or step.outcome != NOT_REACHED
    ]


def _decision(step: Step) -> tuple[object, ...]:
    """A decision as it was when it was made: what was selected may be out later."""
    if isinstance(step, Asked):
        return ("asked", step.serial, step.admitted)
    selected = step.tokens > 0 or step.outcome
    return ("considered", step.serial, step.prefill, step.tokens, selected)


def _outcome(step: Step) -> str:
    return "" if isinstance(step, Asked) else step.outcome


class _Decisions:
    """The selections of both sides, of which a decision differs."""

    def __init__(self, first: Around, one: Met, second: Around, other: Met) -> None:
        self._arounds = (first, second)
        self._mets = (one, other)

    def reason(self, step: Step, other: Step) -> Reason:
        """Why two decisions at the same place differ."""
        if step.serial != other.serial or type(step) is not type(other):
            return self._others_turn(step, other)
        if isinstance(step, Asked) and isinstance(other, Asked):
            return self._admission(step, other)
        assert isinstance(step, Considered)
        assert isinstance(other, Considered)
        return self._tokens(step, other)

    def shorter(self, steps: list[Step], others: list[Step]) -> Reason:
        """One selection is over where the other goes on."""
        here = 0 if len(steps) < len(others) else 1
        over = self._mets[here].selection
        longer = others if here == 0 else steps
        further = longer[min(len(steps), len(others))]
        who = job_text(further) if isinstance(further, Considered) else f"session {further.serial}"
        name = self._arounds[here].side.name
        if over.over == ONE_PREFILL:
            return self._exclusive()
        if over.over == AFTER_PREEMPTION and isinstance(further, Asked):
            sentence = f"{who} is not asked in {name}, where somebody was preempted"
            return Reason(PREEMPTION, sentence)
        if not over.left > 0:
            return self._budgets(f"{who} gets nothing in {name}: the budget is used up")
        return self._residents(further.serial, here)

    def outcome(self, step: Step, other: Step) -> Reason:
        """The same was selected, but somebody was out before the batch was complete."""
        assert isinstance(step, Considered)
        assert isinstance(other, Considered)
        outcomes = {_outcome(step), _outcome(other)}
        if DISPLACED in outcomes:
            return self._exclusive()
        if PREEMPTED in outcomes:
            return self._preempted(step, other)
        return Reason(OTHER, f"{job_text(step)} fares differently")

    def _others_turn(self, step: Step, other: Step) -> Reason:
        """Different sessions are looked at: another order, or one that is not there."""
        for here, (mine, theirs) in enumerate(((step, other), (other, step))):
            there = 1 - here
            if isinstance(theirs, Considered) and not self._is_resident(theirs.serial, here):
                return self._residents(theirs.serial, here)
            asked = isinstance(theirs, Asked) and isinstance(mine, Considered)
            if asked and not self._is_resident(mine.serial, there):
                return self._residents(mine.serial, there)
        names = [
            f"{self._arounds[here].side.name} looks at session {each.serial} first"
            for here, each in enumerate((step, other))
        ]
        word = "queue" if isinstance(step, Asked) and isinstance(other, Asked) else "serve"
        rules = [f"{name}, {self._order(here, word, step)}" for here, name in enumerate(names)]
        return Reason(ORDER, "; ".join(rules))

    def _order(self, here: int, word: str, step: Step) -> str:
        side = self._arounds[here].side
        if word == "queue" and isinstance(step, Asked) and step.pools:
            found = side.pool_option(step.pools[0], "queue")
            return f"by `{found.text.rstrip(';')}`{at(found)}" if found else "first in, first out"
        found = side.stage_option(self._mets[here].selection.stage, "serve")
        if found is None:
            return "in order of admission"
        return f"by `{found.text.rstrip(';')}`{at(found)}"

    def _is_resident(self, serial: int, here: int) -> bool:
        steps = self._mets[here].selection.steps
        return any(isinstance(step, Considered) and step.serial == serial for step in steps)

    def _residents(self, serial: int, here: int) -> Reason:
        """A session is not there on one side, which is older than the selection."""
        around, met = self._arounds[here], self._mets[here]
        is_admitted = self._is_admitted(serial, here)
        state = state_text(serial, around, met.later if is_admitted else met.sessions)
        absent = f"in {around.side.name}, {state}"
        if is_admitted:
            absent = f"session {serial} is admitted; {absent}"
        if serial >= around.arrived:
            return Reason(ARRIVAL, absent)
        arounds = at_difference_of(serial, *self._arounds)
        older = older_reason(*arounds)
        if older is None or not self._is_before(arounds, or_in_it=is_admitted):
            return Reason(ADMISSION, absent)
        return Reason(older.cause, f"{absent}. The first difference: {older.sentence}")

    def _is_admitted(self, serial: int, here: int) -> bool:
        """Whether this very selection admits a session."""
        steps = self._mets[here].selection.steps
        return any(
            isinstance(step, Asked) and step.admitted and step.serial == serial for step in steps
        )

    def _is_before(self, arounds: tuple[Around, Around], *, or_in_it: bool = False) -> bool:
        """Whether the happening that differs came before the selections, or while they ran.

        What does not happen on a side is no later than what happens instead.
        """
        return all(
            around.happening is None
            or around.happening.place < (met.later_events if or_in_it else met.events)
            for around, met in zip(arounds, self._mets, strict=True)
        )

    def _tokens(self, step: Considered, other: Considered) -> Reason:
        """The same resident fares differently."""
        selections = [met.selection for met in self._mets]
        if step.prefill != other.prefill:
            return self._older_work(step, other)
        if HELD_BACK in (step.outcome, other.outcome) or self._is_whole_budget(step, other):
            return self._exclusive()
        if step.work != other.work:
            return self._older_work(step, other)
        if step.wanted != other.wanted:
            chunks = [
                self._option(here, "chunk", each.chunk) for here, each in enumerate(selections)
            ]
            return Reason(CHUNK, f"{self._shares(step, other)}, since {' and '.join(chunks)}")
        if step.tokens > 0 and other.tokens > 0:
            return self._budgets(self._shares(step, other))
        if PREEMPTED in (step.outcome, other.outcome) and SERVED in (step.outcome, other.outcome):
            return self._preempted(step, other)
        lacking = step if step.tokens <= 0 else other
        if lacking.pool is not None and lacking.missing > lacking.free:
            here = 0 if lacking is step else 1
            return self._memory(here, lacking)
        return self._budgets(self._shares(step, other))

    def _preempted(self, step: Considered, other: Considered) -> Reason:
        """It loses its memory to another on one side."""
        here = 0 if step.outcome == PREEMPTED else 1
        around, selection = self._arounds[here], self._mets[here].selection
        side = around.side
        pool = other.pool if step.pool is None else step.pool
        if pool is None:
            kind = side.program.stages[selection.stage].kind
            pool = kind.memory if isinstance(kind, ir.Step) else None
        full = "somebody else needs its memory"
        if pool is not None:
            cap = side.pool_option(pool, "cap")
            capacity = exact(side.program.pools[pool].cap)
            full = f"another grows, and `{side.pools[pool]}` with its {capacity}{at(cap)} is full"
        return Reason(PREEMPTION, f"{job_text(step)} is preempted in {side.name}: {full}")

    def _is_whole_budget(self, step: Considered, other: Considered) -> bool:
        """Whether one side offers a prefill the full budget because it would be alone."""
        sides = [
            around.side.is_exclusive(met.selection.stage)
            for around, met in zip(self._arounds, self._mets, strict=True)
        ]
        return sides[0] != sides[1] and step.prefill and step.offered != other.offered

    def _shares(self, step: Considered, other: Considered) -> str:
        name, other_name = (around.side.name for around in self._arounds)
        return (
            f"{job_text(step)} gets {plural_tokens(step.tokens)} in {name}, where "
            f"{_left(step.offered)} for it, and {plural_tokens(other.tokens)} in "
            f"{other_name}, where {_left(other.offered)}"
        )

    def _exclusive(self) -> Reason:
        """What the rule of exclusive prefills does on one side, and what happens without it."""
        both = all(self._is_exclusive(here) for here in (0, 1))
        told = [
            self._alone(here) if self._is_exclusive(here) else self._mixed(here, not both)
            for here in (0, 1)
        ]
        return Reason(EXCLUSIVITY, "; ".join(told))

    def _is_exclusive(self, here: int) -> bool:
        return self._arounds[here].side.is_exclusive(self._mets[here].selection.stage)

    def _alone(self, here: int) -> str:
        side, selection = self._arounds[here].side, self._mets[here].selection
        place = side.stage_option(selection.stage, "serve")
        rule = f"in {side.name}, `serve exclusive prefill`{at(place)}"
        residents = [step for step in selection.steps if isinstance(step, Considered)]
        served = [step for step in residents if step.outcome == SERVED and step.prefill]
        waiting = [step for step in residents if step.outcome in (HELD_BACK, DISPLACED)]
        wait = f"{_jobs(waiting)} wait{'s' if len(waiting) == 1 else ''}"
        if not served:
            return f"{rule} makes {wait}" if waiting else f"{rule} serves no prefill"
        share = f"{short(served[0].tokens)} of the budget {exact(selection.budget)}"
        text = f"{rule} serves {job_text(served[0])} alone, {share}"
        return f"{text}, and {wait}" if waiting else text

    def _mixed(self, here: int, alone: bool) -> str:
        side, selection = self._arounds[here].side, self._mets[here].selection
        served = [
            step
            for step in selection.steps
            if isinstance(step, Considered) and step.outcome == SERVED
        ]
        where = f"in {side.name}, without it," if alone else f"in {side.name}"
        if not served:
            return f"{where} nobody is served"
        budget = f"of the budget {exact(selection.budget)}"
        shares = [f"{job_text(served[0])} takes {short(served[0].tokens)} {budget}"]
        for step in served[1:_JOBS_NAMED]:
            verb = "gets the remaining" if step.tokens < step.wanted else "takes"
            shares.append(f"{job_text(step)} {verb} {short(step.tokens)}")
        more = len(served) - _JOBS_NAMED
        if more > 0:
            shares.append(f"{more} more are served")
        return f"{where} {_listed(shares)}"

    def _budgets(self, sentence: str) -> Reason:
        selections = [met.selection for met in self._mets]
        if selections[0].budget == selections[1].budget:
            return Reason(BUDGET, sentence)
        budgets = [
            self._option(here, "budget", each.budget) for here, each in enumerate(selections)
        ]
        return Reason(BUDGET, f"{sentence}, since {' and '.join(budgets)}")

    def _option(self, here: int, word: str, value: float) -> str:
        side = self._arounds[here].side
        place = side.stage_option(self._mets[here].selection.stage, word)
        is_unlimited = value == math.inf or (word == "chunk" and value == 0)
        shown = "unlimited" if is_unlimited else exact(value)
        return f"the {word} is {shown} in {side.name}{at(place)}"

    def _memory(self, here: int, step: Considered) -> Reason:
        side = self._arounds[here].side
        assert step.pool is not None
        sentence = (
            f"{job_text(step)} waits for memory in {side.name}: it needs {short(step.missing)} "
            f"more of {self._free(here, step.pool, step.free)}"
        )
        return self._short_of(step.pool, here, step.serial, sentence)

    def _free(self, here: int, pool: int, free: float) -> str:
        side = self._arounds[here].side
        capacity = f"{exact(side.program.pools[pool].cap)}{at(side.pool_option(pool, 'cap'))}"
        return f"`{side.pools[pool]}`, of whose {capacity} {short(free)} {is_are(free)} free"

    def _short_of(self, pool: int, here: int, serial: int, sentence: str) -> Reason:
        """Too little is free: for the cap, or, of the same cap, for what others did before."""
        side, other = self._arounds[here].side, self._arounds[1 - here].side
        name = side.pools[pool]
        older = older_reason(*self._arounds)
        is_same_cap = name in other.pools and side.cap(name) == other.cap(name)
        serials = {each.happening.event.serial for each in self._arounds if each.happening}
        is_of_others = serial not in serials and self._is_before(self._arounds, or_in_it=True)
        if older is None or not is_same_cap or not is_of_others:
            return Reason(CAPACITY, sentence)
        return Reason(older.cause, f"{sentence}. The first difference: {older.sentence}")

    def _older_work(self, step: Considered, other: Considered) -> Reason:
        name, other_name = (around.side.name for around in self._arounds)
        sentence = (
            f"session {step.serial} has {short(step.work)} "
            f"{'to prefill' if step.prefill else 'to decode'} in {name}, {short(other.work)} "
            f"{'to prefill' if other.prefill else 'to decode'} in {other_name}"
        )
        arounds = at_difference_of(step.serial, *self._arounds)
        older = older_reason(*arounds)
        if older is None:
            return Reason(WORK, sentence)
        cause = older.cause if self._is_before(arounds) else WORK
        return Reason(cause, f"{sentence}. The first difference: {older.sentence}")

    def _admission(self, step: Asked, other: Asked) -> Reason:
        """One side admits a session that does not fit on the other."""
        here = 1 if step.admitted else 0
        refused = other if step.admitted else step
        side = self._arounds[here].side
        lacking = [
            (pool, need, free)
            for pool, need, free in zip(refused.pools, refused.needs, refused.free, strict=True)
            if need > free
        ]
        if not lacking:
            return Reason(ADMISSION, f"session {step.serial} is admitted on one side only")
        pool, need, free = lacking[0]
        sentence = (
            f"session {step.serial} is not admitted in {side.name}: it needs {short(need)} of "
            f"{self._free(here, pool, free)}"
        )
        granted = self._need(other if refused is step else step, 1 - here, side.pools[pool])
        if granted is not None and granted != need and granted <= free:
            name = self._arounds[1 - here].side.name
            return Reason(ADMISSION, f"{sentence}; in {name} it needs {short(granted)}")
        return self._short_of(pool, here, step.serial, sentence)

    def _need(self, asked: Asked, here: int, name: str) -> float | None:
        """How much of a pool a session needs, None if its hold is not of that pool."""
        names = self._arounds[here].side.pools
        needs = zip(asked.pools, asked.needs, strict=True)
        return next((need for pool, need in needs if names[pool] == name), None)


def _left(offered: float) -> str:
    """How much of the budget is left, in words."""
    if offered == math.inf:
        return "any number is left"
    return f"{short(offered)} {is_are(offered)} left"


def _jobs(steps: list[Considered]) -> str:
    """`the decode of session 0 and the decode of session 2`"""
    named = [job_text(step) for step in steps[:_JOBS_NAMED]]
    more = len(steps) - len(named)
    return _listed([*named, f"{more} more"] if more > 0 else named)


def _listed(texts: list[str]) -> str:
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} and {texts[-1]}"
