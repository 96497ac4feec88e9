"""NAM-1 to NAM-10, REF-1 to REF-6 and CST-8: names, functions, references."""

from __future__ import annotations

import pytest

from tests.semantics.programs import also, checked, codes, in_session, only, underlined


def test_name_spaces_keep_apart() -> None:
    text = (
        "pool x { } stage x : fifo; session { set x = 1; hold x (x) { run x (x); observe x = x; } }"
    )
    assert not checked(text).diagnostics


@pytest.mark.parametrize(
    ("text", "code"),
    [("pool a { } pool a { }", "SQ405"), ("stage a : fifo; stage a : delay;", "SQ406")],
)
def test_a_family_declared_twice(text: str, code: str) -> None:
    analysis = checked(text)
    assert only(analysis).code == code
    assert only(analysis).span.start == text.rindex(" a ") + 1
    assert only(analysis).related[0].span.start == text.index(" a ") + 1


def test_a_constant_is_not_assigned() -> None:
    analysis = checked("let a = 1; session { choose a in 2 by (1); }")
    assert only(analysis).code == "SQ407"
    assert (underlined(analysis), also(analysis)) == ("a", ["a"])
    assert only(analysis).span.start > only(analysis).related[0].span.start


@pytest.mark.parametrize(
    ("statement", "code", "text"),
    [
        ("set a = b;", "SQ401", "b"),
        ("set a = kv;", "SQ401", "kv"),
        ("set a = min(kv, 1);", "SQ401", "kv"),
        ("set a = min(zz[3], 1);", "SQ401", "zz"),
        ("set a = ntok;", "SQ402", "ntok"),
        ("set a = queued + 1;", "SQ402", "queued"),
        ("drop zz;", "SQ403", "zz"),
        ("drop s;", "SQ403", "s"),
        ("set a = used(s);", "SQ403", "s"),
        ("run kv (1);", "SQ404", "kv"),
        ("run s, zz (1);", "SQ404", "zz"),
        ("set a = busy(kv);", "SQ404", "kv"),
        ("set a = foo(1);", "SQ408", "foo"),
        ("set a = 1 + min(1);", "SQ409", "min(1)"),
        ("set a = used();", "SQ409", "used()"),
        ("set a = used(1 + 2);", "SQ410", "1 + 2"),
        ("set a = used((kv));", "SQ410", "(kv)"),
        ("set a = busy(1);", "SQ411", "1"),
        ("set a = price(1, 2, 3);", "SQ411", "1"),
        ("set a = ~normal(0, 1);", "SQ412", "normal"),
        ("set a = 2 * ~exp(1, 2);", "SQ413", "exp(1, 2)"),
        ("set a = ~uniform();", "SQ413", "uniform()"),
        ("drop many;", "SQ414", "many"),
        ("set a = 1 + used(many);", "SQ414", "many"),
        ("set a = blocksize(1);", "SQ426", "1"),
        ("set a = blocksize(kv, kv);", "SQ427", "blocksize(kv, kv)"),
        ("set a = blocksize();", "SQ427", "blocksize()"),
        ("set a = blocksize(many[0]);", "SQ428", "many"),
        ("set a = blocksize(kv[~exp(1)]);", "SQ429", "~exp(1)"),
        ("set a = blocksize(zz);", "SQ403", "zz"),
    ],
)
def test_what_an_expression_may_not_name(statement: str, code: str, text: str) -> None:
    analysis = in_session(statement)
    assert only(analysis).code == code
    assert underlined(analysis) == text


def test_a_renamed_variable_is_told_its_new_name() -> None:
    assert "`tokens`" in only(checked("stage e : step { cost ntok; }")).message


def test_a_family_without_index_shows_its_declaration() -> None:
    assert also(in_session("drop many;")) == ["many"]


def test_a_name_that_the_program_sets_is_an_attribute_everywhere() -> None:
    text = (
        "pool kv { evict by (n + size); } session { set n = 1; set size = 2; hold kv (size) { } }"
    )
    assert not checked(text).diagnostics


def test_an_attribute_may_be_read_before_it_is_set() -> None:
    assert not checked("session { observe b = z; set z = 1; }").diagnostics


def test_a_block_that_a_later_one_replaces_assigns_nothing() -> None:
    text = "workload { init { set q = 1; } init { } } session { observe x = q; }"
    assert codes(checked(text)) == ["SQ401"]


def test_state_may_be_asked_at_every_moment() -> None:
    text = "pool kv { queue by (used(kv)); evict by (free(kv)); } stage s : ps(queue(s));"
    assert not checked(text).diagnostics


def test_each_unknown_name_is_told() -> None:
    analysis = in_session("set a = b + c; drop zz; run s (d);")
    assert codes(analysis) == ["SQ401", "SQ401", "SQ403", "SQ401"]


def test_hidden_takes_built_in_and_assigned_names_only() -> None:
    text = "workload { hidden out, o, zz; init { set o = 1; } }"
    analysis = checked(text)
    assert (codes(analysis), underlined(analysis)) == (["SQ453"], "zz")


@pytest.mark.parametrize(
    ("text", "code", "name"),
    [
        ("pool p[2] { admit via e; } stage e[3] : fifo;", "SQ433", "e"),
        ("pool p { admit via e; } stage e[3] : fifo;", "SQ433", "e"),
        ("pool p[3] { } stage e[2] : step { cost 1; memory p; }", "SQ434", "p"),
        ("pool p[3] { } stage e : step { cost 1; memory p; }", "SQ434", "p"),
    ],
)
def test_families_that_do_not_fit(text: str, code: str, name: str) -> None:
    analysis = checked(text)
    assert (only(analysis).code, underlined(analysis)) == (code, name)
    assert also(analysis) == ["p", "e"]


@pytest.mark.parametrize(
    "text",
    [
        "pool p[3] { admit via e; } stage e[3] : fifo;",
        "pool p[3] { admit via e; } stage e : fifo;",
        "pool p[3] { } stage e[3] : step { cost 1; memory p; }",
        "pool p { } stage e[3] : step { cost 1; memory p; }",
        "pool p[2] { spill q via e (1) when (1); } pool q[3] { } stage e[4] : fifo;",
    ],
)
def test_families_that_fit(text: str) -> None:
    assert not checked(text).diagnostics


@pytest.mark.parametrize(
    ("option", "code", "name"),
    [
        ("admit via zz;", "SQ404", "zz"),
        ("spill zz via s (1) when (1);", "SQ403", "zz"),
        ("spill kv via zz (1) when (1);", "SQ404", "zz"),
        ("evict by (1, zz);", "SQ401", "zz"),
        ("queue by (zz);", "SQ401", "zz"),
        ("cap zz;", "SQ421", "zz"),
    ],
)
def test_pool_options_name_what_exists(option: str, code: str, name: str) -> None:
    analysis = checked(f"stage s : fifo; pool kv {{ {option} }}")
    assert (only(analysis).code, underlined(analysis)) == (code, name)


def test_a_constant_has_no_name_of_a_built_in_attribute() -> None:
    analysis = checked("let serial = 1;")
    assert (only(analysis).code, underlined(analysis)) == ("SQ407", "serial")


def test_an_unknown_name_is_one_mistake_wherever_it_is_named() -> None:
    analysis = in_session("set a = zz; observe b = zz + zz; hold yy (1) { release yy; }")
    assert codes(analysis) == ["SQ401", "SQ403"]
    assert [len(found.related) for found in analysis.diagnostics] == [2, 1]
    assert analysis.diagnostics[0].span.start == analysis.source.text.index("zz")


def test_a_hold_of_an_unknown_pool_may_hold_any() -> None:
    assert codes(in_session("hold zz (1) { release kv; load kv (1); }")) == ["SQ403"]
    assert codes(in_session("hold many[zz] (1) { release many[1]; }")) == ["SQ401"]


def test_an_infinite_number_of_members_is_one_mistake() -> None:
    assert codes(checked("pool p[1e999] { }")) == ["SQ125"]
    assert codes(checked("def f(x) = x; pool p[f(2)] { }")) == ["SQ125"]
    assert codes(checked("def f(x) = x; let a = f(1, 2); pool p[n] { }")) == ["SQ215", "SQ125"]
