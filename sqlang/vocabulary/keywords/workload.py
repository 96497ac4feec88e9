"""Words of the workload: arrivals, traces, the blocks that give attributes their values."""

from __future__ import annotations

from typing import Final

from sqlang.ir.moments import Moment
from sqlang.vocabulary.model import Keyword

WORKLOAD_ITEMS: Final = (
    Keyword(
        "arrive",
        "workload",
        "workload",
        "arrive poisson(rate); | renewal(gap); | closed(population); | batch(size); | none;",
        "When sessions arrive.",
        "arrive poisson(2);",
        default="none",
    ),
    Keyword(
        "trace",
        "workload",
        "workload",
        'trace "path" ordered;',
        "Replays turns from a file with lines `session,turn,new,out,think[,forced]`: `turn;` loads "
        "the session's next line into `new`, `out`, `think` and `forced`. The path is relative to "
        "the program.",
        'trace "chat.csv" ordered;',
        default="none",
    ),
    Keyword(
        "init",
        "workload",
        "workload",
        "init { set and observe }",
        "Gives a session its attributes when it arrives. Its draws are the workload's own stream, "
        "so the same sessions arrive whatever the system does with them.",
        "init { set prompt = ~exp(300); set output = ~exp(80); }",
        default="empty",
    ),
    Keyword(
        "turn",
        "workload",
        "workload",
        "turn { set and observe }",
        "Gives a session its attributes for its next turn, each time it says `turn;`.",
        "turn { set prompt = ~exp(100); }",
        default="empty",
    ),
    Keyword(
        "session",
        "workload",
        "workload",
        "session { statements }",
        "The client's side of a session: when it asks (`request;`), waits, goes on (`turn;`) and "
        "ends. The program's `server` answers.",
        "session { loop { request; turn; branch (turn_no > 3) { end; } } }",
    ),
    Keyword(
        "hidden",
        "workload",
        "workload",
        "hidden NAME, ...;",
        "Attributes that the system cannot know, such as the length of an answer: only the "
        "session's own statements may read them, no header, key, budget or cost. `cached` and "
        "`computed` cannot be hidden.",
        "hidden output;",
    ),
)
"""Items of a workload."""

ARRIVALS: Final = (
    Keyword(
        "poisson",
        "policy",
        "arrive",
        "arrive poisson(rate);",
        "Independent arrivals with this mean rate, a constant; the first is at time 0.",
        "arrive poisson(2);",
        unit="sessions per unit of time",
    ),
    Keyword(
        "renewal",
        "policy",
        "arrive",
        "arrive renewal(gap);",
        "Arrivals with gaps computed anew for each, the first included: numbers, constants and "
        "draws only. A gap must be positive and finite.",
        "arrive renewal(~erlang(4, 0.5));",
        moment=Moment.SESSION,
        unit="time",
    ),
    Keyword(
        "closed",
        "policy",
        "arrive",
        "arrive closed(population);",
        "This many sessions at the start, a constant, and a new one whenever one ends.",
        "arrive closed(16);",
        unit="sessions",
    ),
    Keyword(
        "batch",
        "policy",
        "arrive",
        "arrive batch(size);",
        "This many sessions, a constant, all at time 0.",
        "arrive batch(2);",
        unit="sessions",
    ),
    Keyword(
        "none",
        "policy",
        "arrive",
        "arrive none;",
        "Nobody arrives.",
        "arrive none;",
    ),
)
"""Kinds of arrivals."""

TRACE_WORDS: Final = (
    Keyword(
        "ordered",
        "clause",
        "trace",
        'trace "path" ordered;',
        "Sessions take the trace's sessions in order, the first again after the last; without it "
        "each takes one by a draw.",
        'trace "chat.csv" ordered;',
        default="by a draw",
    ),
)
"""What follows a trace's path."""
