"""A program whose runs are known, and what its texts promise of them."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.views.expectations.judging import Verdict, judge
from sqlang.views.expectations.measuring import Lines, RunFacts
from sqlang.views.expectations.model import Expectations
from sqlang.views.expectations.names import expectations_of

PROGRAM = """pool kv { cap 20; }
stage gpu[2] : fifo;
stage engine : step { budget 4; chunk 4; cost 1; memory kv; }
workload { arrive batch(2); }
session {
  hold kv (4) reserve (4) { run engine prefill (2); }
  run gpu[serial] (1);
  observe ttft = now;
  end;
}
run { horizon 20; }
"""
RUN = (
    "ITER 0.0000 0:0:p2 | used 0.125 cached 0",
    "ITER 1.0000 1:0:p4 | used 0.4375 cached 0",
    "ITER 2.0000 0:0:d1 | used 0.1875 cached 0",
    "ITER 3.0000 0:0:d1 | used 0.25 cached 0",
)
"""The run of part 4, section 13 (TRC-1); no matter which program it is of."""

REPORT = {
    "end": 20,
    "seed": 2**64 - 1,
    "observes": {"ttft": {"count": 3, "mean": 2.6, "ci": None, "cv2": 0.5, "p99": 4}},
    "stages": [
        {"name": "gpu", "utilization": 0.25},
        {"name": "gpu", "utilization": 1.6666666666666665},
        {"name": "engine", "iterations": 4},
    ],
    "pools": [{"name": "kv", "mean_used": 0.8}],
}
FACTS = RunFacts((), Lines(RUN, 4, True), REPORT, {"ttft": (1.0, 4.0)}, None, None)


def promises(*lines: str, program: str = PROGRAM) -> Expectations:
    """The expectations of a program with lines at its end."""
    return expectations_of(analyze(Source(program + "".join(f"{line}\n" for line in lines))))


def mistakes(*lines: str) -> list[tuple[str, str]]:
    """What cannot be read: the text that is marked, and what is said of it."""
    found = promises(*lines).mistakes
    assert all(each.code == "SQ807" for each in found)
    return [
        (each.span.text, each.message.removeprefix("this expectation cannot be read: "))
        for each in found
    ]


def verdict(*lines: str, facts: RunFacts = FACTS) -> Verdict:
    """What is found if a run did what is known; the lines can all be read."""
    expectations = promises(*lines)
    assert expectations.mistakes == ()
    return judge(expectations, facts)


def broken(*lines: str, facts: RunFacts = FACTS) -> list[str]:
    """What is said of the lines that do not hold; all are judged."""
    found = verdict(*lines, facts=facts)
    assert found.unjudged == ()
    return [each.message.removeprefix("the program promises ") for each in found.broken]


def iterations(*texts: str) -> tuple[str, ...]:
    """Lines that promise iterations; `…` stands for others."""
    return tuple(f"//! {text}" if text == "…" else f"//! ITER {text}" for text in texts)
