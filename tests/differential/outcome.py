"""What one implementation made of a program, in a form in which two of them can be compared."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class Ending(Enum):
    """How it ended. The first three are answers, of which the others give none."""

    REPORT = "report"
    FAILED = "failed"
    REFUSED = "refused"
    INTERNAL = "failed internally"
    ENDLESS = "makes no progress"
    BOUNDED = "met a bound"
    UNORDERED = "answers differently each time"


class Outcome(NamedTuple):
    """`message` is that of a failure or refusal; `report` is the JSON of REP-1.

    `samples` has for each observation its values, times, sessions and turns as text that tells any
    two numbers apart; `lines` are those of iterations, then those of evictions.
    `program` is the IR of version 9, of the reference only.
    """

    ending: Ending
    message: str = ""
    report: str = ""
    samples: tuple[tuple[str, str], ...] = ()
    lines: tuple[str, ...] = ()
    program: str = ""

    @property
    def is_answer(self) -> bool:
        return self.ending in (Ending.REPORT, Ending.FAILED, Ending.REFUSED)


def difference(ours: Outcome, theirs: Outcome) -> str:
    """Where two answers differ first, in words; empty if nowhere.

    A refusal and a run that fails at once are alike if they say the same: the reference tells some
    errors of a run before it.
    """
    for number, (our, their) in enumerate(zip(ours.lines, theirs.lines, strict=False)):
        if our != their:
            return f"line {number}: {our!r}, the reference {their!r}"
    if len(ours.lines) != len(theirs.lines):
        return f"{len(ours.lines)} lines, the reference {len(theirs.lines)}"
    if ours.ending is not theirs.ending and ours.message != theirs.message:
        return f"{_said(ours)}, the reference {_said(theirs)}"
    if ours.ending is Ending.FAILED and ours.message != theirs.message:
        return f"{ours.message!r}, the reference {theirs.message!r}"
    for (name, our), (_, their) in zip(ours.samples, theirs.samples, strict=False):
        if our != their:
            return f"samples of {name}: {our}, the reference {their}"
    if ours.report != theirs.report:
        return f"report {ours.report}, the reference {theirs.report}"
    return "" if ours.samples == theirs.samples else "other observations"


def _said(outcome: Outcome) -> str:
    return f"{outcome.ending.value} {outcome.message}".strip()
