"""The example of the documentation without its `serve` clause; values derived by hand.

With `serve exclusive prefill` the engine selects p2, p4, d1, d1 (07, section 1). Without it, at t=1
session 0 decodes 1 of the budget 4, session 1 is admitted and gets the remaining 3, and 1 at t=2.
"""

from __future__ import annotations

from sqlang.views.comparison.comparison import FigureRow
from sqlang.views.comparison.styled import plain_text
from sqlang.views.comparison.text import comparison_lines
from tests.views.comparison.programs import (
    EXAMPLE_TEXT,
    WITHOUT_EXCLUSIVE,
    batches,
    compared,
    parting_of,
)

COMPARISON = compared(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE)


def test_the_schedules_part_at_1() -> None:
    parting = parting_of(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE)
    assert (parting.alike, parting.time, parting.is_in_iterations) == (1, 1.0, True)
    assert [(row.time, row.first and row.first.text) for row in parting.common] == [(0.0, "0:0:p2")]
    assert batches(parting) == [
        (1.0, "1:0:p4", "0:0:d1 1:0:p3"),
        (2.0, "0:0:d1", "0:0:d1 1:0:p1"),
        (3.0, "0:0:d1", ""),
    ]


def test_the_parting_is_explained_by_exclusivity() -> None:
    explanation = parting_of(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE).explanation
    assert explanation.cause == "exclusivity"
    assert explanation.sentence == (
        "in A, `serve exclusive prefill` (line 12) serves the prefill of session 1 alone, 4 of "
        "the budget 4, and the decode of session 0 waits; in B, without it, the decode of "
        "session 0 takes 1 of the budget 4 and the prefill of session 1 gets the remaining 3"
    )


def test_each_step_of_both_sides_is_told_with_its_line() -> None:
    explanation = parting_of(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE).explanation
    told = [
        [(each.place.line if each.place else None, each.text) for each in side]
        for side in (explanation.first, explanation.second)
    ]
    assert told == [
        [
            (
                12,
                "`engine`: budget 4 (line 8), chunk 4 (line 9), serve exclusive prefill (line 12)",
            ),
            (
                25,
                (
                    "the decode of session 0 is selected for 1 token, but waits: a prefill that"
                    " is admitted is served alone"
                ),
            ),
            (21, "session 1 is admitted: it needs 1 of `reqs` (1 free) and 4 of `kv` (17 free)"),
            (23, "the prefill of session 1 is served alone: 4 tokens of the budget 4"),
        ],
        [
            (None, "`engine`: budget 4 (line 8), chunk 4 (line 9), serving in order of admission"),
            (24, "the decode of session 0 takes 1 token of the budget 4"),
            (20, "session 1 is admitted: it needs 1 of `reqs` (1 free) and 4 of `kv` (17 free)"),
            (22, "the prefill of session 1 wants 4 and gets the remaining 3"),
        ],
    ]


def test_members_of_batches_have_the_lines_of_their_statements() -> None:
    row = parting_of(EXAMPLE_TEXT, WITHOUT_EXCLUSIVE).rows[0]
    assert row.first is not None
    assert row.second is not None
    assert [place.line for place in row.first.places] == [23]
    assert [place.line for place in row.second.places] == [24, 22]


def test_the_line_that_is_gone_is_shown() -> None:
    gone = [line for line in COMPARISON.source if line.mark in "+-"]
    assert [(line.mark, line.first, line.second, line.text) for line in gone] == [
        ("-", 12, None, "  serve exclusive prefill;")
    ]


def rows() -> dict[tuple[str, str], FigureRow]:
    return {(row.figure.subject, row.figure.name): row for row in COMPARISON.figures}


def test_figures_stand_side_by_side() -> None:
    # A: session 0 prefills till 1 (ttft 1), and decodes at 2 and 3, so its response is 4; session 1
    # arrives at 1 and is done at 2. B: session 0 is done at 3, session 1 after t=1 and 2, at 3.
    found = rows()
    ttft, response = found["ttft", "mean"], found["response", "p99"]
    assert (ttft.first, ttft.second, ttft.change) == (1.0, 1.5, 0.5)
    assert (response.first, response.second, response.change) == (4.0, 3.0, -1.0)
    iterations, tokens = found["engine", "iterations"], found["engine", "prefilled"]
    assert (iterations.first, iterations.second) == (4, 3)
    assert (tokens.first, tokens.second, tokens.differs) == (6.0, 6.0, False)
    # At most 3 + 4 units of kv after a settling in A; at t=2 in B 4 of each session.
    peak = found["kv", "peak used"]
    assert (peak.first, peak.second) == (7.0, 8.0)


def test_the_text_shows_all_of_it() -> None:
    text = plain_text(comparison_lines(COMPARISON))
    assert "schedule  1 iteration alike, then they part at t=1\n" in text
    assert "  >  1  1:0:p4  0:0:d1 1:0:p3\n" in text
    assert "why  exclusivity\n" in text
    assert "  ttft      count          2     2      0\n" in text
    assert all(len(line) <= 100 for line in text.splitlines())


def test_a_program_never_parts_from_itself() -> None:
    comparison = compared(EXAMPLE_TEXT, EXAMPLE_TEXT)
    assert (comparison.parting, comparison.source) == (None, ())
    assert not any(row.differs for row in comparison.figures)
    text = plain_text(comparison_lines(comparison))
    assert "the schedules never part: 4 iterations alike" in text
