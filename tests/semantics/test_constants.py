"""CST-1 to CST-8 and LET-1 to LET-6: constants, and constants from outside."""

from __future__ import annotations

import math

import pytest

from sqlang.analysis import Settings, analyze
from tests.semantics.programs import RUN, checked, codes, only, underlined


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4 ^ 2", 50.0),
        ("1 ? 2 : nothing", 2.0),
        ("0 ? nothing : 3", 3.0),
        ("min(3, 2) + max(1, 2) * abs(-3)", 8.0),
        ("1 / 0", math.inf),
        ("-inf", -math.inf),
        ("(3 > 2) + !0", 2.0),
        ("max(0 / 0, 1)", 1.0),
        ("base[nothing]" and "min(base[nothing], 9)", 7.0),
    ],
)
def test_a_constant_is_computed(expression: str, value: float) -> None:
    analysis = checked(f"let base = 7; let a = {expression};")
    assert not analysis.diagnostics
    assert analysis.constants["a"] == value


def test_a_let_sees_those_before_it_and_the_later_value_of_a_name() -> None:
    analysis = checked("let a = 1; let b = a + 10; let a = 2; let c = a + 20;")
    assert analysis.constants == {"a": 2.0, "b": 11.0, "c": 22.0}


def test_inf_in_a_constant_is_infinity_though_a_let_has_its_name() -> None:
    analysis = checked("let inf = 3; let b = inf;")
    assert analysis.constants == {"inf": 3.0, "b": math.inf}


@pytest.mark.parametrize(
    ("expression", "code", "text"),
    [
        ("nothing + 1", "SQ421", "nothing"),
        ("now", "SQ421", "now"),
        ("serial", "SQ421", "serial"),
        ("0 && nothing", "SQ421", "nothing"),
        ("1 || nothing", "SQ421", "nothing"),
        ("used(kv)", "SQ421", "kv"),
        ("used(1)", "SQ423", "used"),
        ("min(1)", "SQ423", "min"),
        ("round(1)", "SQ423", "round"),
        ("blocksize(nothing)", "SQ424", "blocksize"),
        ("2 * ~exp(1)", "SQ422", "exp"),
        ("0 / 0", "SQ425", "0 / 0"),
        ("1 + sqrt(-1)", "SQ425", "1 + sqrt(-1)"),
    ],
)
def test_what_a_constant_cannot_be(expression: str, code: str, text: str) -> None:
    analysis = checked(f"pool kv {{ block 2; }} let a = {expression};")
    assert only(analysis).code == code
    assert underlined(analysis) == text


def test_a_refused_constant_is_no_second_mistake_where_it_is_read() -> None:
    analysis = checked("let a = nothing; let b = a; pool p { cap b; } session { set x = a + b; }")
    assert codes(analysis) == ["SQ421"]


@pytest.mark.parametrize(
    ("program", "code", "text"),
    [
        ("pool p { block 0; }", "SQ431", "0"),
        ("pool p { block 1 - 2; }", "SQ431", "1 - 2"),
        ("stage s : fifo(1.5);", "SQ432", "1.5"),
        ("stage s : fifo(0);", "SQ432", "0"),
        ("stage s : fifo(inf);", "SQ432", "inf"),
    ],
)
def test_constants_with_a_range(program: str, code: str, text: str) -> None:
    analysis = checked(program)
    assert only(analysis).code == code
    assert underlined(analysis) == text


def test_only_the_last_of_a_repeated_option_is_read() -> None:
    assert not checked("pool p { cap nothing; cap 1; }").diagnostics


def test_an_override_takes_the_place_of_a_let() -> None:
    analysis = checked("let a = 2; let b = a * 3; let c = nothing;", c="a + b", a="5")
    assert not analysis.diagnostics
    assert analysis.constants == {"a": 5.0, "b": 15.0, "c": 20.0}


def test_an_override_replaces_each_let_of_its_name() -> None:
    analysis = checked("let a = 1; let b = a; let a = 2;", a="9")
    assert analysis.constants == {"a": 9.0, "b": 9.0}


def test_the_last_override_of_a_name_counts() -> None:
    analysis = analyze(f"let a = 1; {RUN}", overrides=(("a", "2"), ("a", "3")))
    assert analysis.constants == {"a": 3.0}


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("zz", "1", "SQ461"),
        ("1a", "1", "SQ462"),
        ("a b", "1", "SQ462"),
        (" a", "1", "SQ462"),
        ("", "1", "SQ462"),
        ("a", "2 +", "SQ463"),
        ("a", "", "SQ463"),
        ("a", "1; let c = 2", "SQ463"),
        ("a", "b", "SQ421"),
        ("a", "~exp(1)", "SQ422"),
        ("a", "f(1)", "SQ423"),
        ("a", "0/0", "SQ425"),
    ],
)
def test_what_an_override_cannot_be(name: str, text: str, code: str) -> None:
    program = f"def f(x) = x; let a = 1; let b = 2; {RUN}"
    analysis = analyze(program, overrides=((name, text),))
    assert codes(analysis) == [code]
    assert analysis.diagnostics[0].span.source is not analysis.source


def test_run_settings_from_outside_replace_those_of_the_program_unread() -> None:
    given = Settings(seed=7, horizon=5.0, warmup=1.0, arrivals=3)
    text = "workload { arrive poisson(1); } run { horizon zz; seed zz; warmup zz; arrivals zz; }"
    analysis = analyze(text, settings=given)
    program = analysis.program
    assert program is not None
    assert (program.seed, program.horizon, program.warmup, program.arrivals) == (7, 5.0, 1.0, 3)


def test_a_horizon_from_outside_is_enough() -> None:
    assert analyze("session { end; }", settings=Settings(horizon=1.0)).program is not None


def test_a_trace_from_outside_replaces_the_path_alone() -> None:
    text = f'workload {{ trace "y.csv" ordered; }} {RUN}'
    program = analyze(text, settings=Settings(trace="x.csv")).program
    assert program is not None
    assert (program.trace, program.trace_ordered) == ("x.csv", True)
