"""DEF-13, DEF-18 and DEF-19: definitions seen from the whole program."""

from __future__ import annotations

import pytest

from tests.semantics.programs import also, checked, codes, only, underlined


@pytest.mark.parametrize(
    ("other", "code"),
    [("pool f { }", "SQ227"), ("stage f : delay;", "SQ228"), ("let f = 1;", "SQ229")],
)
def test_a_definition_shares_no_name(other: str, code: str) -> None:
    for text in (f"def f(v) = v; {other}", f"{other} def f(v) = v;"):
        analysis = checked(text)
        assert (only(analysis).code, also(analysis)) == (code, ["f"])
        assert only(analysis).span.start == text.index("f(v)")


def test_a_definition_may_share_its_name_with_an_attribute() -> None:
    assert not checked("def now(v) = v; session { set a = now(1) + now; }").diagnostics


def test_the_clock_is_no_argument_of_statements() -> None:
    text = "def since(t) { observe d = now - t; } session { since(now + 1); }"
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == ("SQ220", "now + 1")


@pytest.mark.parametrize("meaning", ["let now = 3;", "workload { init { set now = 1; } init { } }"])
def test_a_context_name_with_a_meaning_of_its_own_is_an_argument(meaning: str) -> None:
    text = f"def since(t) {{ observe d = t; }} {meaning} session {{ since(now); }}"
    assert "SQ220" not in codes(checked(text))


def test_a_turn_changes_built_in_and_turn_attributes() -> None:
    turn = "workload { init { set k = 1; } turn { set n = 1; } }"
    body = "def next(v) { turn; observe d = v; }"
    for argument in ("serial", "n * 2"):
        analysis = checked(f"{turn} {body} session {{ next({argument}); }}")
        assert (only(analysis).code, underlined(analysis)) == ("SQ221", argument)
        assert also(analysis)[0].startswith("turn")
    assert not checked(f"{turn} {body} session {{ next(k); }}").diagnostics


def test_a_request_changes_what_the_server_assigns() -> None:
    sides = "workload { init { set j = 1; } session { ask(X); } } server { set k = 1; }"
    body = "def ask(v) { request; observe d = v; }"
    for argument in ("cached", "k + 1"):
        analysis = checked(f"{body} {sides.replace('X', argument)}")
        assert (only(analysis).code, underlined(analysis)) == ("SQ222", argument)
    assert not checked(f"{body} {sides.replace('X', 'j')}").diagnostics


def test_a_mistake_in_a_body_is_told_once_with_its_uses() -> None:
    text = "def f(v) { observe d = v + zz; } session { f(1); f(2); }"
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == ("SQ401", "zz")
    assert [each[:4] for each in also(analysis)] == ["f(1)", "f(2)"]


def test_a_mistake_in_an_argument_is_told_at_the_argument() -> None:
    text = "def f(v) { observe d = v + 1; } session { f(zz); }"
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == ("SQ401", "zz")
    assert only(analysis).span.start == text.index("zz")


def test_uses_of_uses_are_all_shown() -> None:
    text = "def f(v) = v + zz; def g(v) = f(v) * 2; session { set a = g(3); }"
    analysis = checked(text)
    assert also(analysis) == ["f(v)", "g(3)"]
