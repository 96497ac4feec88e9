"""How one batch was selected, told in full to an observer that asks for it (STEP-3 to STEP-15).

Times are in the program's clock, work and tokens in tokens, `needs` and `free` in units of a pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.observer import Statement

SERVED: Final = "served"
WITHOUT_BUDGET: Final = "without budget"
NOT_REACHED: Final = "not reached"
HELD_BACK: Final = "held back"
DISPLACED: Final = "displaced"
ALREADY_GROWING: Final = "already growing"
WITHOUT_MEMORY: Final = "without memory"
PREEMPTED: Final = "preempted"
"""What becomes of a resident.

It is served, or nothing is left of the budget when its turn comes, or the selection is over before
its turn (STEP-7, STEP-12). `serve exclusive prefill` holds decodes back while a prefill is resident
(STEP-9), and displaces them once one is admitted (STEP-10). What grows may have to wait for memory,
from now on or since before, or is preempted (STEP-6).
"""

BUDGET_USED_UP: Final = "budget used up"
ONE_PREFILL: Final = "one prefill"
AFTER_PREEMPTION: Final = "after preemption"
DOES_NOT_FIT: Final = "does not fit"
NOBODY_WAITS: Final = "nobody waits"
"""Why a selection is over: nothing is left of the budget (STEP-7), a prefill is the whole batch
(STEP-12), or nobody is admitted any more, for one of three reasons (STEP-8)."""


class Considered:
    """A resident in the selection: it wants `wanted` tokens, and `offered` are left at its turn.

    `work` is what it has left, `tokens` what it gets. If it grows pool `pool`, `missing` units of
    that were needed for the tokens, and `free` could be allocated.
    """

    __slots__ = (
        "serial",
        "statement",
        "prefill",
        "admission",
        "work",
        "wanted",
        "offered",
        "tokens",
        "outcome",
        "pool",
        "missing",
        "free",
    )

    def __init__(
        self,
        serial: int,
        statement: Statement,
        prefill: bool,
        admission: int,
        work: float,
        wanted: float,
        offered: float,
        tokens: float,
        outcome: str,
        pool: int | None,
        missing: float,
        free: float,
    ) -> None:
        self.serial: Final = serial
        self.statement: Final = statement
        self.prefill: Final = prefill
        self.admission: Final = admission
        self.work: Final = work
        self.wanted: Final = wanted
        self.offered: Final = offered
        self.tokens: Final = tokens
        self.outcome: Final = outcome
        self.pool: Final = pool
        self.missing: Final = missing
        self.free: Final = free


class Asked:
    """A session whose turn it is in a queue: it is admitted, or does not fit (STEP-8).

    `budget` is what `budget_left` showed it. Of each pool of its hold it needs so much, and so much
    could be allocated.
    """

    __slots__ = ("serial", "statement", "budget", "pools", "needs", "free", "admitted")

    def __init__(
        self,
        serial: int,
        statement: Statement,
        budget: float,
        pools: tuple[int, ...],
        needs: tuple[float, ...],
        free: tuple[float, ...],
        admitted: bool,
    ) -> None:
        self.serial: Final = serial
        self.statement: Final = statement
        self.budget: Final = budget
        self.pools: Final = pools
        self.needs: Final = needs
        self.free: Final = free
        self.admitted: Final = admitted


class BatchSelection:
    """One selection of a batch: whom the stage looked at and asked, in this order.

    `chunk` is 0 if there is none. Residents that were not reached, or were
    preempted before their turn, come last. `left` of the budget
    is not handed out; `over` says why the selection ended; `waiting` are the first sessions in the
    queues that the stage admits from, as they are afterwards.
    """

    __slots__ = ("time", "stage", "budget", "chunk", "steps", "left", "over", "waiting")

    def __init__(
        self,
        time: float,
        stage: int,
        budget: float,
        chunk: float,
        steps: tuple[Considered | Asked, ...],
        left: float,
        over: str,
        waiting: tuple[int, ...],
    ) -> None:
        self.time: Final = time
        self.stage: Final = stage
        self.budget: Final = budget
        self.chunk: Final = chunk
        self.steps: Final = steps
        self.left: Final = left
        self.over: Final = over
        self.waiting: Final = waiting
