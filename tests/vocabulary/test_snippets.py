"""What an editor writes for a keyword is right as it is, before anybody has filled it in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

import pytest

from sqlang.analysis import analyze
from sqlang.vocabulary import KEYWORDS, Keyword
from sqlang.vocabulary.snippets import snippet

_DECLARED: Final = """pool pool { cap 1000; block 16; }
stage stage : fifo(1);
stage engine : step { budget 512; cost 1; memory pool; }
stage prefill : step { budget 512; cost 1; memory pool; }
stage decode : step { budget 512; cost 1; memory pool; }
stage tool : delay;
stage transfer : ps(100);
"""
_ARRIVAL: Final = "workload { arrive batch(2); }\n"
_CLIENT: Final = "workload { session { request; } }\n"
_SESSION: Final = "session { run stage (1); }\n"
_RUN: Final = "run { horizon 1000; }\n"
_PROGRAM: Final = _DECLARED + _ARRIVAL + _SESSION + _RUN
_SHARED: Final = _PROGRAM.replace("run stage", "run transfer, disk") + "stage disk : ps(10);\n"

_IN_POOL: Final = _PROGRAM + "pool example { | }\n"
_IN_STEP: Final = _PROGRAM + "stage example : step { cost 1; | }\n"
_IN_WORKLOAD: Final = f"{_DECLARED}workload {{ | }}\n{_SESSION}{_RUN}"
_IN_SESSION: Final = f"{_DECLARED}{_ARRIVAL}session {{ | }}\n{_RUN}"
_IN_HOLD: Final = _IN_SESSION.replace("|", "hold pool (1) { | }")

_AROUND: Final[Mapping[str, str]] = {
    "program": _PROGRAM + "|\n",
    "pool": _IN_POOL,
    "evict": _IN_POOL.replace("|", "evict |"),
    "preempt": _IN_POOL.replace("|", "preempt |"),
    "queue": _IN_POOL.replace("|", "queue |"),
    "admit": _IN_POOL.replace("|", "admit |"),
    "stage": _PROGRAM + "stage example : |\n",
    "step": _IN_STEP,
    "serve": _IN_STEP.replace("|", "serve |"),
    "workload": _IN_WORKLOAD,
    "arrive": _IN_WORKLOAD.replace("|", "arrive |"),
    "block": _IN_HOLD,
    "hold": _IN_SESSION.replace("|", "hold pool (1) | { }"),
    "run statement": _IN_HOLD.replace("|", "run engine |"),
    "run": _PROGRAM + "run { | }\n",
    "share": _SHARED + "share |\n",
}
"""A program with a mark where the keywords of a context stand."""

_AROUND_WORD: Final[Mapping[tuple[str, str], str]] = {
    ("session", "program"): f"{_DECLARED}{_ARRIVAL}|\n{_RUN}",
    ("server", "program"): f"{_DECLARED}{_CLIENT}|\n{_RUN}",
    ("workload", "program"): f"{_DECLARED}|\n{_SESSION}{_RUN}",
    ("share", "program"): _SHARED + "|\n",
    ("arrivals", "run"): _PROGRAM.replace("batch(2)", "poisson(1)") + "run { | }\n",
    ("cost", "step"): _PROGRAM + "stage example : step { | }\n",
    ("via", "spill"): _IN_POOL.replace("|", "spill pool |"),
    ("when", "spill"): _IN_POOL.replace("|", "spill pool via stage (size) |"),
    ("session", "workload"): f"{_DECLARED}workload {{ | }}\nserver {{ }}\n{_RUN}",
    ("hidden", "workload"): _IN_WORKLOAD.replace("|", "arrive batch(2); init { set name = 1; } |"),
    ("ordered", "trace"): _IN_WORKLOAD.replace("|", 'trace "t.csv" |'),
    ("request", "block"): f"{_DECLARED}workload {{ session {{ | }} }}\nserver {{ }}\n{_RUN}",
    ("cache", "hold"): _IN_SESSION.replace("|", "hold pool (1) { } |;"),
    ("lease", "hold"): _IN_SESSION.replace("|", "hold pool (1) { } |;"),
    ("admission", "hold"): _IN_SESSION.replace("|", "hold pool (1) at | { }"),
    ("growing", "run statement"): _IN_HOLD.replace("|", "run engine decode (1) |"),
    ("on", "serving form"): _IN_HOLD.replace("|", "tool | 1;"),
    ("growing", "serving form"): _IN_HOLD.replace("|", "decode 1 |"),
    ("from", "serving form"): _IN_HOLD.replace("|", "transfer 1 |"),
    ("to", "serving form"): _IN_HOLD.replace("|", "transfer 1 from pool |"),
    ("with", "branch"): _IN_SESSION.replace("|", "branch |"),
    ("else", "branch"): _IN_SESSION.replace("|", "branch (1) { } |"),
    ("in", "choose"): _IN_SESSION.replace("|", "choose name |"),
    ("by", "choose"): _IN_SESSION.replace("|", "choose name in 2 |"),
}

_MISSING: Final = {"SQ231", "SQ308"}
"""There is no file of no name; what a session requests is written into its block."""


def filled(form: str) -> str:
    """A form as it stands there at first."""
    return re.sub(r"\$\{\d+:([^}]*)\}", r"\1", form).replace("$0", "").replace("$1", "")


@pytest.mark.parametrize(
    "word",
    [word for word in KEYWORDS if snippet(word.text, word.context) is not None],
    ids=lambda word: f"{word.text} in {word.context}",
)
def test_a_form_is_right_as_it_is(word: Keyword) -> None:
    """Where there are a pool `pool` and a stage `stage`."""
    form = snippet(word.text, word.context)
    assert form is not None
    around = _AROUND_WORD.get((word.text, word.context)) or _AROUND[word.context]
    text = around.replace("|", filled(form))
    found = [each for each in analyze(text).diagnostics if each.code not in _MISSING]
    assert [f"{each.code}: {each.message} at {each.span.text!r}" for each in found] == [], text
