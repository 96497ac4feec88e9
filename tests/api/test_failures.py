"""Every run-time error names its place in the text, the session, the time, and the values read."""

from __future__ import annotations

import pytest

import sqlang
from sqlang.diagnostics import Diagnostic

RUN = " run { horizon 10; }"
ONE = "workload { arrive batch(1); } "
TWO = "workload { arrive batch(2); } "
ENGINE = "stage e : step { budget 9; cost 1; } "


def failure_of(text: str) -> Diagnostic:
    program = sqlang.compile(source=text + RUN)
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(program)
    [diagnostic] = caught.value.diagnostics
    return diagnostic


def notes_of(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    return [(each.span.text, each.message) for each in diagnostic.related]


@pytest.mark.parametrize(
    ("text", "code", "place", "read_at", "circumstances"),
    [
        (
            TWO + "stage d : delay; session { run d (2 + serial); branch (serial + 1) { } }",
            "SQ901",
            "branch (serial + 1) { }",
            "branch (serial + 1) { }",
            "in session 1 at time 3, where serial = 1",
        ),
        (
            "pool m[2] { } " + ONE + "session { set a = 7.9; drop m[a]; }",
            "SQ902",
            "drop m[a];",
            "m[a]",
            "in session 0 at time 0, where a = 7.9",
        ),
        (
            "pool m { } " + TWO + "session { set a = serial + 2; grow m (a); }",
            "SQ903",
            "grow m (a);",
            "grow m (a);",
            "in session 0 at time 0, where a = 2",
        ),
        (
            "pool m { } " + ONE + "session { hold m (1) { release m; load m (now + 1); } }",
            "SQ904",
            "load m (now + 1);",
            "load m (now + 1);",
            "in session 0 at time 0, where now = 0",
        ),
        (
            "pool m { } " + ONE + "session { hold m (3) { load m (used(m) + 1); } }",
            "SQ905",
            "load m (used(m) + 1);",
            "load m (used(m) + 1);",
            "in session 0 at time 0, where used(m) = 3",
        ),
        (
            "pool m { } "
            + ENGINE
            + ONE
            + "session { hold m (1) { release m; prefill on e (1) growing m; } }",
            "SQ906",
            "prefill on e (1) growing m;",
            "prefill on e (1) growing m;",
            "in session 0 at time 0",
        ),
        (
            "pool m[2] { } " + TWO + "session { hold m[0] (1) { set a = 1; grow m[a] (now); } }",
            "SQ903",
            "grow m[a] (now);",
            "grow m[a] (now);",
            "in session 0 at time 0, where a = 1, now = 0",
        ),
        (
            "pool m[2] { } "
            + ENGINE
            + ONE
            + "session { set a = 1; hold m[0] (1) { prefill on e (1) growing m[a]; } }",
            "SQ906",
            "prefill on e (1) growing m[a];",
            "prefill on e (1) growing m[a];",
            "in session 0 at time 0, where a = 1",
        ),
        (
            "stage d[2] : delay; " + ONE + "session { observe o = budget_left(d[serial + 1]); }",
            "SQ911",
            "observe o = budget_left(d[serial + 1]);",
            "d[serial + 1]",
            "in session 0 at time 0, where serial = 0",
        ),
    ],
)
def test_a_statement(text: str, code: str, place: str, read_at: str, circumstances: str) -> None:
    failure = failure_of(text)
    assert (failure.code, failure.span.text) == (code, place)
    assert notes_of(failure) == [(read_at, circumstances)]


@pytest.mark.parametrize(
    ("text", "place", "circumstances"),
    [
        (
            "pool m[2] { } stage e : step { budget 3; cost used(m[now + tokens]); } "
            + ONE
            + "session { prefill on e (3); }",
            "m[now + tokens]",
            "at time 0, where now = 0, tokens = 3",
        ),
        (
            "pool m[2] { } stage e : step { budget 1 + used(m[residents + 1]); cost 1; } "
            + ONE
            + "session { prefill on e (3); }",
            "m[residents + 1]",
            "at time 0, where residents = 1",
        ),
        (
            "pool r[2] { } pool m { cap 8; evict by (used(r[size])); } "
            + ONE
            + "session { hold m (8) { } cache (inf) set a = 1; hold m (1) reuse (0) { } }",
            "r[size]",
            "at time 0, where size = 8",
        ),
    ],
    ids=["cost", "budget", "eviction key"],
)
def test_an_expression_of_a_stage_or_pool(text: str, place: str, circumstances: str) -> None:
    failure = failure_of(text)
    assert (failure.code, failure.span.text) == ("SQ902", place)
    assert notes_of(failure) == [(place, circumstances)]


def test_a_statement_within_a_definition_is_shown_with_its_uses() -> None:
    failure = failure_of(
        "stage d[2] : delay; "
        + ONE
        + "def visit(k) { run d[k + 2] (1); } def twice(k) { visit(k); visit(k); } "
        + "session { set a = 3; twice(a); }"
    )
    assert failure.span.text == "run d[k + 2] (1);"
    assert notes_of(failure) == [
        ("d[k + 2]", "in session 0 at time 0, where a = 3"),
        ("visit(k);", "used here"),
        ("twice(a);", "used here"),
    ]


def test_the_member_of_a_family_is_named() -> None:
    failure = failure_of(
        "pool m[2] { } stage e[2] : step { budget 3; cost used(m[3 + queue(e[1])]); } "
        + ONE
        + "session { prefill on e[1] (3); }"
    )
    assert failure.span.text == "m[3 + queue(e[1])]"
    assert notes_of(failure) == [
        ("m[3 + queue(e[1])]", "in `e[1]` at time 0, where queue(e[1]) = 1")
    ]


def test_reading_again_draws_nothing() -> None:
    failure = failure_of(
        "pool m[2] { } stage d[2] : delay; "
        + ONE
        + "session { run d[2 + used(m[~bernoulli(1)]) + serial] (1); }"
    )
    assert notes_of(failure)[0][1] == "in session 0 at time 0, where serial = 0"


def test_an_error_of_an_ir_says_its_place_in_words() -> None:
    text = (
        "pool m[2] { } stage e[2] : step { budget 3; cost used(m[now + tokens]); } "
        + ONE
        + "session { prefill on e[1] (3); }"
        + RUN
    )
    program = sqlang.Program.from_json(sqlang.compile(source=text).to_json())
    with pytest.raises(sqlang.DiagnosticError) as caught:
        sqlang.run(program)
    [diagnostic] = caught.value.diagnostics
    assert diagnostic.message == "stage `e`: stages[1]: index 3 out of range (count 2)"
