"""Codes of a run that failed or was ended (9xx)."""

from __future__ import annotations

from typing import Final

from sqlang.diagnostics.codes.model import Code

RUN: Final = (
    Code(
        "SQ901",
        "ERR-1",
        "{message}",
        "guard neither 0 nor 1",
        "A `branch` takes its first block if the guard is 1 and its second if it is 0; here it "
        "was something else, so the run cannot go on. Compare with something (`branch (n > "
        "0)`), or for a chance write `branch with (p)`.",
    ),
    Code(
        "SQ902",
        "ERR-2",
        "{message}",
        "index past the family",
        "An index chooses a member of a family, counted from 0 and cut to a whole number; here "
        "it was not below the number of members. Look at the values the index is computed "
        "from.",
    ),
    Code(
        "SQ903",
        "ERR-3",
        "{message}",
        "grow without a hold",
        "`grow` enlarges a hold, and when it was executed the session did not hold this pool. "
        "It may have released it before.",
    ),
    Code(
        "SQ904",
        "ERR-4",
        "{message}",
        "load without a hold",
        "`load` moves the computed position of a hold, and when it was executed the session "
        "did not hold this pool. It may have released it before.",
    ),
    Code(
        "SQ905",
        "ERR-5",
        "{message}",
        "load past the allocation",
        "What a hold has computed cannot exceed what it has allocated. Hold more units, or "
        "`grow` the hold before the `load`.",
    ),
    Code(
        "SQ906",
        "ERR-6",
        "{message}",
        "growing without a hold",
        "A growing job enlarges a hold of this pool, and the session did not hold it. Put the "
        "run inside a hold of the pool.",
    ),
    Code(
        "SQ907",
        "ERR-7",
        "{message}",
        "horizon before the arrivals",
        "With `arrivals` a run ends when so many sessions have come and gone, and the horizon "
        "came before they had arrived. Raise the horizon, or ask for fewer.",
    ),
    Code(
        "SQ908",
        "ERR-8",
        "{message}",
        "horizon before the drain",
        "With `arrivals` a run ends when all sessions have ended, and the horizon came while "
        "some were still there. Raise the horizon; if that does not help, some sessions never "
        "end.",
    ),
    Code(
        "SQ909",
        "ERR-9",
        "{message}",
        "drained in the warmup",
        "All arrivals had come and gone before the warmup ended, so nothing was measured. "
        "Shorten the warmup or ask for more arrivals.",
    ),
    Code(
        "SQ910",
        "ERR-10",
        "{message}",
        "gap not positive and finite",
        "The time between two arrivals is above 0 and finite. Look at the expression of "
        "`renewal`: a draw such as `~uniform(-1, 1)` can be negative.",
    ),
    Code(
        "SQ911",
        "ERR-11",
        "{message}",
        "budget_left of another kind of stage",
        "`budget_left` reads what a step stage can still hand out in an iteration; other "
        "stages have no budget.",
    ),
    Code(
        "SQ990",
        "END-1",
        "the run was ended by its bound: {bound}",
        "bound of a run",
        "You bounded the run, and it met the bound before its horizon, so the report is of the "
        "time reached. Raise the bound to see the whole run.",
    ),
    Code(
        "SQ991",
        "EXE-15",
        "{message}",
        "no progress",
        "A session went on and on without time passing, usually in a `loop` whose statements "
        "take no time or whose work is 0. Make sure that time passes in each round, or that "
        "the session ends.",
    ),
    Code(
        "SQ992",
        "TRC-1",
        "the program promises `{expected}`, but the run says `{found}`",
        "expectation does not hold",
        "The program carries what it promises to do in comments that start with `//!`, and the "
        "run did something else. If the new behavior is right, update the promise.",
    ),
    Code(
        "SQ999",
        "",
        "{feature} is not supported yet",
        "not supported yet",
        "This is legal serQ, but the simulator of this version cannot run it yet. It says so "
        "rather than compute a wrong number. `sq check` and `sq ir` work on the program all "
        "the same.",
    ),
)
