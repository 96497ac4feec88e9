"""What is wrong with the IR is told where it was written (spec 02 §10.1, MOM, HID, WRK, FLW)."""

from __future__ import annotations

import pytest

from sqlang.analysis import Settings, analyze
from tests.semantics.programs import also, checked, codes, only, underlined

SHARED_STEP = (
    "stage a : ps(1); stage e : step { cost 1; } share maxmin; session { run e, a decode (1); }"
)
HIDDEN = "workload { hidden o; init { set o = 1; } }"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("session { set a = 1 + tokens; }", "tokens"),
        ("pool kv { } session { hold kv (size) { } }", "size"),
        ("pool kv { queue by (age); }", "age"),
        ("stage e : step { budget 8 - tokens; cost 1; }", "tokens"),
        ("pool kv { evict by (size, present); }", "present"),
        ("stage e : step { cost 1 + decoding; }", "decoding"),
        ("stage s : ps(residents);", "residents"),
        ("stage e : step { cost 1; serve by (tokens); }", "tokens"),
        ("workload { arrive renewal(size); }", "size"),
        ("pool kv[2] { } session { hold kv[size] (1) { } }", "size"),
        ("pool kv { } session { hold kv (u) at admission (u = age) { } }", "age"),
        ("def f(v) = v + tokens; session { set a = f(1); }", "tokens"),
    ],
)
def test_a_variable_at_a_wrong_moment(text: str, name: str) -> None:
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == ("SQ601", name)


def test_the_moment_is_told_in_words() -> None:
    assert "the cost of an iteration" in only(checked("stage e : step { cost admission; }")).message


@pytest.mark.parametrize(
    "text",
    [
        "pool kv { } session { hold kv (1 + o) { } }",
        "pool kv { queue by (o); }",
        "stage e : step { cost max(o, 1); }",
        "pool kv[2] { evict by (used(kv[o])); }",
        "stage e : ps(~exp(o));",
    ],
)
def test_a_hidden_attribute_outside_the_session(text: str) -> None:
    analysis = checked(f"{text} {HIDDEN}")
    assert (only(analysis).code, underlined(analysis)) == ("SQ602", "o")
    assert also(analysis) == ["o"]
    assert only(analysis).related[0].span.start == analysis.source.text.index("hidden o") + 7


def test_a_family_with_a_mistake_in_an_option_has_one_mistake() -> None:
    assert codes(checked("pool kv[5] { queue by (age); admit via s; } stage s[5] : fifo;")) == [
        "SQ601"
    ]


@pytest.mark.parametrize(
    ("text", "code", "mark", "places"),
    [
        ("workload { hidden cached; }", "SQ603", "cached", []),
        ("workload { hidden out; hidden serial, out; }", "SQ604", "out", ["out"]),
        (
            "stage e : step { cost 1; serve by (remaining, ~uniform(0, 1)); }",
            "SQ605",
            "~uniform(0, 1)",
            [],
        ),
        ("workload { arrive renewal(1 + serial); }", "SQ606", "serial", []),
        ("pool kv { } workload { arrive renewal(used(kv)); }", "SQ606", "used(kv)", []),
        ("workload { arrive renewal(now); }", "SQ606", "now", []),
        ("stage a : ps(1); stage b : ps(2); session { run a, b (1); }", "SQ611", "a, b", []),
        ("share maxmin; session { end; }", "SQ612", "share maxmin;", []),
        (
            "stage a : ps(1); stage b : fifo; share maxmin; session { run a, b (1); }",
            "SQ613",
            "b",
            ["b"],
        ),
        (
            "stage a : ps(1 + 1); stage b : ps(1); share maxmin; session { run a, b (1); }",
            "SQ613",
            "a",
            ["a"],
        ),
        (
            SHARED_STEP,
            "SQ613",
            "e",
            ["e"],
        ),
        (
            "stage a[2] : ps(1); share maxmin; session { run a[0], a[1] (1); }",
            "SQ615",
            "a[1]",
            ["a[0]"],
        ),
    ],
)
def test_what_the_ir_refuses(text: str, code: str, mark: str, places: list[str]) -> None:
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis), also(analysis)) == (code, mark, places)


@pytest.mark.parametrize(
    ("options", "code", "mark", "places"),
    [
        ("horizon inf;", "SQ609", "inf", []),
        ("horizon 10; warmup -1;", "SQ609", "-1", ["10"]),
        ("horizon 10; arrivals 0.9;", "SQ607", "arrivals 0.9", ["arrive poisson(1);"]),
    ],
)
def test_the_run_window(options: str, code: str, mark: str, places: list[str]) -> None:
    analysis = analyze(f"workload {{ arrive poisson(1); }} run {{ {options} }}")
    assert (only(analysis).code, also(analysis)) == (code, places)
    assert underlined(analysis).rstrip(";") == mark


def test_arrivals_of_a_closed_workload() -> None:
    analysis = analyze("workload { arrive batch(4); } run { horizon 10; arrivals 3; }")
    assert (only(analysis).code, also(analysis)) == ("SQ608", ["arrive batch(4);"])


def test_a_window_given_from_outside_is_told_at_the_run_block() -> None:
    analysis = analyze("session { end; } run { }", settings=Settings(horizon=float("inf")))
    assert (only(analysis).code, underlined(analysis)) == ("SQ609", "run")


def test_moments_are_checked_beside_other_mistakes() -> None:
    analysis = checked("session { set a = zz; set b = tokens; }")
    assert codes(analysis) == ["SQ401", "SQ601"]


def test_what_may_follow_from_another_mistake_is_not_told() -> None:
    assert codes(checked("share maxmin; session { run zz, yy (1); }")) == ["SQ404", "SQ404"]
