"""The words of the grammar, each in every place where it means something.

The contexts: `program`; the options of `pool` (and in them `evict`, `preempt`, `queue`, `admit`,
`spill`); the kinds of `stage`, the options of `step` (in them `serve`), `stage name`; `workload`
(in it `arrive`, `trace`); `run` for the options of a run; `share`; `block` for the first word of a
statement, and inside one `hold`, `run statement`, `serving form`, `branch`, `choose`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from sqlang.vocabulary.keywords.clause import (
    BRANCH_CLAUSES,
    CHOOSE_CLAUSES,
    HOLD_CLAUSES,
    RUN_CLAUSES,
    SERVING_CLAUSES,
)
from sqlang.vocabulary.keywords.pool import (
    ADMIT_WORDS,
    EVICT_POLICIES,
    POOL_OPTIONS,
    PREEMPT_POLICIES,
    QUEUE_POLICIES,
    SPILL_CLAUSES,
)
from sqlang.vocabulary.keywords.program import ITEMS, RUN_OPTIONS, SHARE_POLICIES
from sqlang.vocabulary.keywords.stage import ROLE_NAMES, SERVE_RULES, STAGE_KINDS, STEP_OPTIONS
from sqlang.vocabulary.keywords.statement import STATEMENTS
from sqlang.vocabulary.keywords.workload import ARRIVALS, TRACE_WORDS, WORKLOAD_ITEMS
from sqlang.vocabulary.model import Keyword

__all__ = ["KEYWORDS", "keyword"]

KEYWORDS: Final[tuple[Keyword, ...]] = (
    *ITEMS,
    *POOL_OPTIONS,
    *EVICT_POLICIES,
    *PREEMPT_POLICIES,
    *QUEUE_POLICIES,
    *ADMIT_WORDS,
    *SPILL_CLAUSES,
    *STAGE_KINDS,
    *STEP_OPTIONS,
    *SERVE_RULES,
    *ROLE_NAMES,
    *WORKLOAD_ITEMS,
    *ARRIVALS,
    *TRACE_WORDS,
    *STATEMENTS,
    *HOLD_CLAUSES,
    *RUN_CLAUSES,
    *SERVING_CLAUSES,
    *BRANCH_CLAUSES,
    *CHOOSE_CLAUSES,
    *RUN_OPTIONS,
    *SHARE_POLICIES,
)
"""Every keyword with its documentation, in the order in which a program would be written."""

_BY_PLACE: Final[Mapping[tuple[str, str], Keyword]] = {
    (word.text, word.context): word for word in KEYWORDS
}


def keyword(text: str, context: str) -> Keyword | None:
    """What `text` means in `context` (`program`, `pool`, `serve`, ...); `None` if nothing there."""
    return _BY_PLACE.get((text, context))
