"""Words of a pool's options."""

from __future__ import annotations

from typing import Final

from sqlang.ir.moments import Moment
from sqlang.vocabulary.model import Keyword

POOL_OPTIONS: Final = (
    Keyword(
        "cap",
        "pool option",
        "pool",
        "cap constant;",
        "How many units the pool has. A hold that wants more than this is rejected and its session "
        "ends; cached units never stand in the way of an allocation.",
        "cap 100000;",
        unit="units of the pool",
        default="inf",
    ),
    Keyword(
        "block",
        "pool option",
        "pool",
        "block constant;",
        "The size of a block: allocations are rounded up to whole blocks, cached prefixes down, "
        "and eviction takes one block at a time. Must be above 0.",
        "block 16;",
        unit="units of the pool",
        default="units are not rounded",
    ),
    Keyword(
        "evict",
        "pool option",
        "pool",
        "evict lru; | evict by (keys);",
        "Which cached entry gives way first when an allocation needs room.",
        "evict by (waiting, last);",
        default="lru",
    ),
    Keyword(
        "preempt",
        "pool option",
        "pool",
        "preempt lifo; | preempt none;",
        "What happens when a growing hold finds no room: wait, or put another session out.",
        "preempt lifo;",
        default="none",
    ),
    Keyword(
        "queue",
        "pool option",
        "pool",
        "queue fifo; | queue by (key);",
        "In which order waiting sessions are tried. The first that does not fit blocks the others.",
        "queue by (prompt);",
        default="fifo",
    ),
    Keyword(
        "admit",
        "pool option",
        "pool",
        "admit via STAGE;",
        "Admission is decided by the iterations of this step stage, while they have budget left, "
        "and not as soon as a session fits. Of two families with equal numbers member goes with "
        "member.",
        "admit via engine;",
        default="as soon as the hold fits",
    ),
    Keyword(
        "spill",
        "pool option",
        "pool",
        "spill POOL via STAGE (work) when (condition);",
        "Where evicted units go: if the condition is not 0 they are added to a cached entry of the "
        "other pool, and a job of this work runs at the stage.",
        "spill host via link (size) when (size > 16);",
        moment=Moment.EVICT,
        default="evicted units are lost",
    ),
)
"""Options of a pool."""

EVICT_POLICIES: Final = (
    Keyword(
        "lru",
        "policy",
        "evict",
        "evict lru;",
        "The entry that was released longest ago goes first.",
        "evict lru;",
    ),
    Keyword(
        "by",
        "policy",
        "evict",
        "evict by (key, ...);",
        "The entry with the least key goes first; equal keys are decided by the next key, then by "
        "the time of release. Keys are computed anew for every eviction.",
        "evict by (waiting, now - last);",
        moment=Moment.EVICT,
    ),
)
"""Ways to evict."""

PREEMPT_POLICIES: Final = (
    Keyword(
        "lifo",
        "policy",
        "preempt",
        "preempt lifo;",
        "Puts out the session that was admitted last: it gives its hold back, goes to the front of "
        "the queue and starts its hold again. At the memory of a step stage only sessions with a "
        "job there are put out; the growing session may be the one.",
        "preempt lifo;",
    ),
    Keyword(
        "none",
        "policy",
        "preempt",
        "preempt none;",
        "Nobody is put out: a growth that does not fit waits until units are given back.",
        "preempt none;",
    ),
)
"""Ways to preempt."""

QUEUE_POLICIES: Final = (
    Keyword(
        "fifo",
        "policy",
        "queue",
        "queue fifo;",
        "In order of joining; preempted sessions come back to the front.",
        "queue fifo;",
    ),
    Keyword(
        "by",
        "policy",
        "queue",
        "queue by (key);",
        "The waiting session with the least key is tried first, equal keys in order of joining, "
        "preempted sessions before all. The key is computed anew at every attempt.",
        "queue by (prompt - 0.1 * (now - start));",
        moment=Moment.ADMIT,
    ),
)
"""Orders of a pool's queue."""

ADMIT_WORDS: Final = (
    Keyword(
        "via",
        "clause",
        "admit",
        "admit via STAGE;",
        "Names the step stage whose iterations admit the sessions that wait for this pool.",
        "admit via engine;",
    ),
)
"""What follows `admit`."""

SPILL_CLAUSES: Final = (
    Keyword(
        "via",
        "clause",
        "spill",
        "spill POOL via STAGE (work) when (condition);",
        "Names the stage that carries the evicted units, and the work this takes there; `size` is "
        "the number of units removed.",
        "spill host via link (size) when (1);",
        moment=Moment.EVICT,
    ),
    Keyword(
        "when",
        "clause",
        "spill",
        "spill POOL via STAGE (work) when (condition);",
        "The condition under which evicted units are spilled: any value but 0. Otherwise they are "
        "lost.",
        "spill host via link (size) when (waiting == 0);",
        moment=Moment.EVICT,
    ),
)
"""What follows `spill`."""
