"""Blocks that a tool's IR uses more than once: what follows is that of each use (IR-55)."""

from __future__ import annotations

import json
from typing import Any

from sqlang.engine import Report, run
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.engine.programs import lowered

THEN = 1
OTHERWISE = 2
"""Places of the sides in a branch of the IR, after its guard."""


def observed(text: str, changed: dict[tuple[int, int, int], tuple[int, int, int]]) -> list[float]:
    """The samples of `o` if branches, by block, position and side, lead where others do."""
    written: dict[str, Any] = json.loads(to_json(lowered(text)))
    blocks = written["blocks"]
    for (block, position, side), (of_block, of_position, of_side) in changed.items():
        target = blocks[of_block][of_position]["Branch"][of_side]
        blocks[block][position]["Branch"][side] = target
    report: Report = run(from_json(json.dumps(written)))
    observation = report.observe("o")
    assert observation is not None
    return list(observation.samples)


def session_of(text: str) -> int:
    return int(json.loads(to_json(lowered(text)))["session"])


def test_two_branches_with_one_block() -> None:
    text = """stage s : delay; workload { arrive batch(1); }
    session {
      branch (1) { run s (1); observe o = now; } else { }
      observe o = 10;
      branch (1) { observe o = 99; } else { }
      observe o = 20;
    }"""
    session = session_of(text)
    one_block = {(session, 2, THEN): (session, 0, THEN)}
    assert observed(text, one_block) == [1.0, 10.0, 2.0, 20.0]


def test_both_sides_of_a_branch_are_one_block() -> None:
    text = """stage s : delay; workload { arrive batch(1); }
    session {
      branch (0) { run s (1); observe o = 1; } else { observe o = 99; }
      observe o = 2;
    }"""
    session = session_of(text)
    assert observed(text, {(session, 0, OTHERWISE): (session, 0, THEN)}) == [1.0, 2.0]


def test_a_block_within_itself_is_left_as_often_as_it_was_entered() -> None:
    text = """stage s : delay; workload { arrive batch(1); }
    session {
      set i = 0;
      branch (i < 3) {
        set i = i + 1;
        run s (1);
        branch (i < 3) { observe o = 99; } else { }
        observe o = i + 10 * now;
      } else { }
      observe o = 7;
    }"""
    session = session_of(text)
    blocks = json.loads(to_json(lowered(text)))["blocks"]
    inner = blocks[session][1]["Branch"][THEN]
    within_itself = {(inner, 2, THEN): (session, 1, THEN)}
    assert observed(text, within_itself) == [33.0, 33.0, 33.0, 7.0]
