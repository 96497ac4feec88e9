"""Pairs of small programs, and what comparing them says."""

from __future__ import annotations

import sqlang
from sqlang import Limits
from sqlang.views.comparison.comparison import Comparison, Parting
from tests.cli.commands import EXAMPLE

EXAMPLE_TEXT = EXAMPLE.read_text(encoding="utf-8")
WITHOUT_EXCLUSIVE = EXAMPLE_TEXT.replace("  serve exclusive prefill;\n", "")

_MIXED = """pool kv {{ cap {cap}; {pool} }}
stage gate : delay;
stage e : step {{
  budget {budget};
  cost {cost};
  {stage}
  memory kv;
}}
workload {{ arrive {arrive}; }}
session {{
  run gate ({gate});
  hold kv (1) {{ run e prefill ({work}) growing kv; run e decode (2) growing kv; }}
  observe r = now;
  end;
}}
run {{ horizon {horizon}; }}
"""
_DEFAULTS = {
    "cap": "20",
    "pool": "",
    "budget": "4",
    "cost": "1",
    "stage": "",
    "arrive": "batch(2)",
    "gate": "serial",
    "work": "4",
    "horizon": "50",
}


def mixed(**parts: str) -> str:
    """Two sessions prefill and decode in an engine that they come to at t=0 and t=1.

    Line 4 is the budget, 5 the cost, 6 whatever else the stage says, 9 the workload, 12 the hold.
    """
    return _MIXED.format(**{**_DEFAULTS, **parts})


def compared(
    first: str,
    second: str,
    *,
    seeds: int = 1,
    limits: Limits = Limits(),  # noqa: B008
) -> Comparison:
    """The comparison of two texts."""
    programs = [sqlang.compile(source=text) for text in (first, second)]
    return sqlang.compare(*programs, seeds=seeds, limits=limits)


def parting_of(first: str, second: str) -> Parting:
    """Where the schedules of two texts part, which they must."""
    parting = compared(first, second).parting
    assert parting is not None
    return parting


def batches(parting: Parting) -> list[tuple[float, str, str]]:
    """The rows from the parting on: time and the batches of both sides."""
    return [
        (row.time, row.first.text if row.first else "", row.second.text if row.second else "")
        for row in parting.rows
    ]
