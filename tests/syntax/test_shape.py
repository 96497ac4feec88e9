"""What may stand once in a program, and on which side: SYN-3, SYN-6, SID-1."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from tests.syntax.texts import kernel, refusals

TWICE = [
    ("workload { } workload { }", "SQ111", "workload"),
    ("session { end; } session { }", "SQ112", "session"),
    ("server { } server { }", "SQ113", "server"),
    ("share maxmin; share bottleneck;", "SQ114", "share bottleneck;"),
    ("workload { session { } session { } }", "SQ127", "session"),
    (
        "stage s : step { cost 1; serve admission; serve by (1); }",
        "SQ121",
        "serve by (1)",
    ),
]


@pytest.mark.parametrize(("text", "code", "underlined"), TWICE)
def test_the_second_of_its_kind_is_refused(text: str, code: str, underlined: str) -> None:
    assert refusals(text) == [(code, underlined)]


@pytest.mark.parametrize(("text", "underlined"), [(text, last) for text, _, last in TWICE])
def test_it_names_the_first(text: str, underlined: str) -> None:
    (found,) = kernel(text).diagnostics
    (related,) = found.related
    first = text.index(underlined.partition(" ")[0])
    assert (related.span.start, found.span.start > first) == (first, True)


def test_an_empty_session_is_replaced() -> None:
    assert refusals("session { } session { end; } session { }") == [("SQ112", "session")]
    assert refusals("session { } session { }") == []


def test_a_session_that_only_uses_an_empty_definition_is_empty() -> None:
    assert refusals("def f() { } session { f(); } session { end; }") == []


def test_options_may_be_given_again() -> None:
    text = "pool p { cap 1; cap 2; } stage s : step { cost 1; cost 2; budget 1; budget 2; }"
    assert refusals(text + " workload { arrive none; arrive batch (1); } run { seed 1; }") == []


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("server { turn; }", "SQ301", "turn"),
        ("server { hold kv (1) { branch (1) { } else { end; } } }", "SQ302", "end"),
        ("server { loop { request; } }", "SQ303", "request"),
        ("session { request; }", "SQ304", "request"),
        ("workload { init { request; } }", "SQ304", "request"),
        ("workload { turn { request; } }", "SQ304", "request"),
    ],
)
def test_statements_of_the_other_side(text: str, code: str, underlined: str) -> None:
    assert refusals(text) == [(code, underlined)]


def checked_codes(text: str) -> list[str]:
    """The codes of what refuses a program, as they are reported."""
    return [found.code for found in analyze(text + " run { horizon 1; }").diagnostics]


def test_a_statement_of_the_other_side_is_refused_before_what_is_wrong_behind_it() -> None:
    assert sorted(refusals("session { request q = 1; }")) == [("SQ101", "q"), ("SQ304", "request")]
    found = checked_codes("server { turn x = 1; } workload { session { request; } }")
    assert found == ["SQ301", "SQ101"]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("workload { } workload run { }", ["SQ111", "SQ101"]),
        ("session { end; } session", ["SQ112", "SQ101"]),
        ("session { } server { } server 1;", ["SQ113", "SQ101"]),
        ("share maxmin; share fair;", ["SQ114", "SQ115"]),
        ("workload { session { } session run { } }", ["SQ127", "SQ101"]),
        ("stage e : step { cost 1; serve admission; serve lifo; }", ["SQ121", "SQ122"]),
    ],
)
def test_a_second_of_its_kind_is_refused_before_what_is_wrong_in_it(
    text: str, codes: list[str]
) -> None:
    assert [found.code for found in analyze(text).diagnostics] == codes


def test_what_is_broken_is_no_second_without_a_first() -> None:
    assert refusals("session { } session") == [("SQ101", "")]
    assert refusals("share fair;") == [("SQ115", "fair")]


def test_statements_of_the_right_side() -> None:
    text = "workload { session { request; turn; end; } init { turn; } } server { set a = 1; }"
    assert refusals(text) == []


def test_what_a_definition_says_belongs_to_the_side_of_its_use() -> None:
    text = "def f() { end; } server { f(); } workload { session { f(); request; } }"
    (found,) = kernel(text).diagnostics
    assert (found.code, found.span.start) == ("SQ302", text.index("end"))
    assert [related.span.text for related in found.related] == ["f();"]


def test_a_mistake_in_a_body_is_one_whatever_uses_it() -> None:
    text = "def f() { request; } session { f(); f(); }"
    (found,) = kernel(text).diagnostics
    assert [related.span.start for related in found.related] == [31, 36]


def test_a_missing_cost_is_not_missed_where_something_could_not_be_read() -> None:
    assert refusals("stage s : step { cst 1; }") == [("SQ119", "cst")]
