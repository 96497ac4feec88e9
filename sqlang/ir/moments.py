"""When an expression is evaluated, and what exists then (part 2, section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from sqlang.ir.program import ContextVariable, Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Moment(Enum):
    """The point of a run at which an expression is evaluated (MOM-1 to MOM-7).

    The value names the places of such expressions, to be read after "in".
    """

    SESSION = "a statement of a session"
    ADMIT = "the header of a hold or a queue key"
    EVICT = "an eviction key or a spill clause"
    PS = "the capacity of a `ps` stage"
    BUDGET = "the budget or chunk of a step stage"
    STEP = "the cost of an iteration"
    SERVE = "a serving key"


_EVERY_MOMENT: Final = frozenset(Moment)
_EVICT: Final = frozenset({Moment.EVICT})
_PS: Final = frozenset({Moment.PS})
_STEP: Final = frozenset({Moment.STEP})
_SERVE: Final = frozenset({Moment.SERVE})
_ENGINE: Final = frozenset({Moment.BUDGET, Moment.STEP, Moment.SERVE})

CONTEXT_MOMENTS: Final[Mapping[ContextVariable, frozenset[Moment]]] = {
    ContextVariable.NOW: _EVERY_MOMENT,
    ContextVariable.SIZE: _EVICT,
    ContextVariable.AGE: _EVICT,
    ContextVariable.LAST: _EVICT,
    ContextVariable.WAITING: _EVICT,
    ContextVariable.PRESENT: _PS,
    ContextVariable.RESIDENTS: _ENGINE,
    ContextVariable.DECODERS: _ENGINE,
    ContextVariable.KV_DECODE: _ENGINE,
    ContextVariable.KV_PREFILL: _ENGINE,
    ContextVariable.TOKENS: _STEP,
    ContextVariable.PREFILLED: _STEP,
    ContextVariable.ATTENTION: _STEP,
    ContextVariable.DECODING: _SERVE,
    ContextVariable.ADMISSION: _SERVE,
    ContextVariable.REMAINING: _SERVE,
}
"""The moments at which each context variable exists (MOM-8)."""

PURE_FUNCTIONS: Final = frozenset(
    {
        Function.MIN,
        Function.MAX,
        Function.ABS,
        Function.FLOOR,
        Function.CEIL,
        Function.SQRT,
        Function.EXP,
        Function.LN,
        Function.POW,
    }
)
"""The functions of numbers alone; all others read the state of a pool or stage (CST-3, WRK-3)."""
