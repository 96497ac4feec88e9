"""Trace lines (part 7, sections 1 and 2)."""

from __future__ import annotations

from sqlang.engine.observer import Eviction, Iteration, Member, Statement
from sqlang.engine.trace_lines import eviction_line, iteration_line
from tests.engine.programs import lowered

PROGRAM = lowered("session { end; }")
PLACE = Statement(2, 0)


def test_an_iteration_with_members() -> None:
    members = (Member(3, 2.5, True, 1.25, PLACE), Member(0, 0.0, False, 1.0, PLACE))
    event = Iteration(0.03125, 0, members, 7.0, 0.0, 1.0)
    assert iteration_line(event, PROGRAM) == "ITER 0.0312 3:2.5:p1.25 0:0:d1 | used 0.4375 cached 0"


def test_an_iteration_without_members() -> None:
    event = Iteration(7.0, 0, (), 0.0, 0.0, 1.0)
    assert iteration_line(event, PROGRAM) == "ITER 7.0000  | used 0 cached 0"


def test_an_eviction() -> None:
    assert eviction_line(Eviction(1.09375, 0, 2**62, 0.5)) == "EVICT 1.0938 4611686018427387904 0.5"
