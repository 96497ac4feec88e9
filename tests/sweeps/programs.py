"""Programs whose figures are known by hand, and plans of them."""

from __future__ import annotations

from sqlang.analysis import Settings, analyze
from sqlang.api.compiling import from_analysis
from sqlang.engine import COMPILED, Limits
from sqlang.source import Source
from sqlang.sweeps.plan import Plan, Subject, make_plan
from sqlang.sweeps.variation import read_variation

NO_LIMITS = Limits()

WORK = """let work = 2;
let extra = 0;
stage server : fifo;
workload { arrive batch(1); }
session { run server (work + extra); observe took = now; }
run { horizon 100; seed 3; }
"""
"""One session, which takes `work + extra`: `took` is that, whatever the seed."""

CHANCE = """let scale = 1;
stage server : fifo;
workload { arrive batch(1); }
session { set x = ~exp(scale); run server (x); observe took = now; }
run { horizon 1000; seed 1; }
"""
"""One session, which takes a random time."""

NEGATIVE = """let p = 0.5;
stage server : fifo;
workload { arrive batch(1); }
session { branch (p + serial) { observe yes = 1; } run server (1); observe took = now; }
run { horizon 100; seed 1; }
"""
"""A run fails (SQ901) unless `p` is 0 or 1: the guard of a `branch` is one of these."""

SLOW = f"""stage server : fifo;
workload {{ arrive poisson(1); }}
session {{ run server (~exp(1)); observe took = now; }}
run {{ horizon {20_000 if COMPILED else 4000}; seed 1; }}
"""
"""Some tenths of a second for each run."""


def subject(text: str) -> Subject:
    analysis = analyze(Source(text))
    return Subject(from_analysis(analysis, Settings()), analysis)


def plan(text: str, *vary: str, seeds: range = range(3, 4), limits: Limits = NO_LIMITS) -> Plan:
    return make_plan(subject(text), [read_variation(each) for each in vary], seeds, limits)
