"""What an expression may read besides the program's own names, and the moments at which it may."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.ir.moments import CONTEXT_MOMENTS, Moment
from sqlang.ir.program import ContextVariable
from sqlang.vocabulary.model import AttributeWord, ContextWord, MomentWord, NumberWord

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def _context(name: str, variable: ContextVariable, unit: str, documentation: str) -> ContextWord:
    return ContextWord(name, variable, CONTEXT_MOMENTS[variable], unit, documentation)


_CONTEXT: Final = (
    _context("now", ContextVariable.NOW, "time", "The clock of the run; it starts at 0."),
    _context(
        "size",
        ContextVariable.SIZE,
        "units of the pool",
        "The size of the cached entry considered for eviction; in a `spill` clause the units "
        "just removed.",
    ),
    _context(
        "age",
        ContextVariable.AGE,
        "time",
        "How long ago the cached entry was released: `now - last`.",
    ),
    _context(
        "last", ContextVariable.LAST, "time", "When the cached entry was released, on the clock."
    ),
    _context(
        "waiting",
        ContextVariable.WAITING,
        "0 or 1",
        "1 if the entry's session waits for admission at some pool now, else 0.",
    ),
    _context(
        "present",
        ContextVariable.PRESENT,
        "jobs",
        "How many jobs share the stage now.",
    ),
    _context(
        "residents",
        ContextVariable.RESIDENTS,
        "jobs",
        "How many jobs are at the step stage, in the batch or not.",
    ),
    _context(
        "decoders",
        ContextVariable.DECODERS,
        "jobs",
        "How many residents decode; in `cost` only those in this iteration's batch.",
    ),
    _context(
        "kv_decode",
        ContextVariable.KV_DECODE,
        "units of the memory pool",
        "The memory held by decoding residents; in `cost` only those in this iteration's batch.",
    ),
    _context(
        "kv_prefill",
        ContextVariable.KV_PREFILL,
        "units of the memory pool",
        "The memory held by prefilling residents; in `cost` only those in this iteration's batch.",
    ),
    _context(
        "tokens",
        ContextVariable.TOKENS,
        "tokens",
        "All tokens of this iteration's batch, prefill and decode together.",
    ),
    _context(
        "prefilled",
        ContextVariable.PREFILLED,
        "tokens",
        "The prefill tokens of this iteration's batch.",
    ),
    _context(
        "attention",
        ContextVariable.ATTENTION,
        "token pairs",
        "The attention work of this iteration's prefills: each token counts the positions before "
        "it, reused prefix included.",
    ),
    _context(
        "decoding",
        ContextVariable.DECODING,
        "0 or 1",
        "1 if the resident considered decodes, 0 if it prefills.",
    ),
    _context(
        "admission",
        ContextVariable.ADMISSION,
        "order number",
        "The place of the resident's session in the order of admissions: the less, the earlier.",
    ),
    _context(
        "remaining",
        ContextVariable.REMAINING,
        "tokens",
        "The work the resident considered still has at the stage.",
    ),
)

CONTEXT_VARIABLES: Final[Mapping[str, ContextWord]] = {word.name: word for word in _CONTEXT}
"""The context variables (part 2, section 4)."""

NAMED_NUMBERS: Final[Mapping[str, NumberWord]] = {
    "inf": NumberWord("inf", float("inf"), "Infinity, more than any other number: no bound."),
}
"""The numbers that have a name (NAM-4)."""

BUILTIN_ATTRIBUTES: Final[tuple[AttributeWord, ...]] = (
    AttributeWord(
        "cached",
        "units",
        "each admission",
        "How much of its prefix the session found cached at its latest admission: the largest "
        "reused entry over the pools of the hold.",
    ),
    AttributeWord(
        "serial", "count from 0", "the arrival", "The session's number, in the order of arrival."
    ),
    AttributeWord(
        "turn_no", "count from 0", "each `turn;`", "How many turns the session has begun."
    ),
    AttributeWord(
        "new",
        "tokens",
        "`turn;` with a trace",
        "The new prompt tokens of this turn, as the trace gives them; 0 without a trace.",
    ),
    AttributeWord(
        "out",
        "tokens",
        "`turn;` with a trace",
        "The output tokens of this turn, as the trace gives them; 0 without a trace.",
    ),
    AttributeWord(
        "think",
        "time",
        "`turn;` with a trace",
        "The think time of this turn, as the trace gives it; 0 without a trace.",
    ),
    AttributeWord(
        "more",
        "0 or 1",
        "`turn;` with a trace",
        "1 if the trace has another turn after this one, else 0.",
    ),
    AttributeWord(
        "forced",
        "as in the trace",
        "`turn;` with a trace",
        "The optional last column of the trace for this turn; 0 if absent.",
    ),
    AttributeWord(
        "computed",
        "tokens",
        "each preemption",
        "The position the session had reached when it was preempted; 0 before that, and again "
        "after any hold ends.",
    ),
)
"""The attributes every session has, in the order of their slots (NAM-3)."""

_MOMENTS: Final = (
    MomentWord(
        Moment.SESSION,
        "a statement of a session",
        "Evaluated when the session executes the statement.",
    ),
    MomentWord(
        Moment.ADMIT,
        "the header of a hold or a queue key",
        "Evaluated while the session waits, at each attempt to admit it.",
    ),
    MomentWord(
        Moment.EVICT,
        "an eviction key or a spill clause",
        "Evaluated for a cached entry when its pool needs room.",
    ),
    MomentWord(
        Moment.PS, "the capacity of a `ps` stage", "Evaluated when jobs come to the stage or leave."
    ),
    MomentWord(
        Moment.BUDGET,
        "the budget or chunk of a step stage",
        "Evaluated at the start of each iteration, before its batch is selected.",
    ),
    MomentWord(
        Moment.STEP,
        "the cost of an iteration",
        "Evaluated once for each iteration, when its batch is selected.",
    ),
    MomentWord(
        Moment.SERVE,
        "a serving key",
        "Evaluated for each resident while an iteration selects its batch.",
    ),
)

MOMENTS: Final[Mapping[Moment, MomentWord]] = {word.moment: word for word in _MOMENTS}
"""The moments in words, for messages and hover."""
