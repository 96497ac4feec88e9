"""Definitions and their uses: DEF-1 to DEF-20 as far as tokens decide them."""

from __future__ import annotations

import pytest

from sqlang.syntax import tree
from tests.syntax.texts import codes, kernel, nodes, refusals, shape, surface

RUN = " run { horizon 1; }"


def value(text: str) -> str:
    """The expression that the first `let` of a program has."""
    parsed = kernel(text + RUN)
    assert parsed.diagnostics == ()
    return shape(nodes(parsed.program, tree.Let)[0].value)


# Definitions


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("def min(a) = a;", "SQ201", "min"),
        ("def hold() { }", "SQ201", "hold"),
        ("def uniform() = 1;", "SQ201", "uniform"),
        ("def blocksize() = 1;", "SQ201", "blocksize"),
        ("def admit() = 1;", "SQ201", "admit"),
        ("def keep() = 1;", "SQ109", "keep"),
        ("def f() = 1; def f(x) = x;", "SQ203", "f"),
        ("def out(v) = in1(v); def in1(v) = v;", "SQ204", "in1"),
        ("def f(on) = 1;", "SQ205", "on"),
        ("def f(used) = 1;", "SQ205", "used"),
        ("def f(fit) = 1;", "SQ109", "fit"),
        ("def f(admit) = 1;", "SQ109", "admit"),
        ("def f(x, y, x) = x;", "SQ206", "x"),
        ("def f(x) x;", "SQ207", "x"),
        ("def f(x) = x);", "SQ209", ")"),
        ("def f(x) { ] }", "SQ209", "]"),
        ("def f(x) { ( } )", "SQ209", ")"),
        ("def f(x) = ;", "SQ210", "f"),
        ("def f(v) = g(1) + f(v - 1);", "SQ211", "f"),
        ("def f(w) { set w = w + 1; }", "SQ212", "w"),
        ("def f(w) { observe w = 1; }", "SQ212", "w"),
        ("def f(w) { choose w in 2 by (1); }", "SQ212", "w"),
        ("def f(w) = w = 1;", "SQ212", "w"),
        ("def 3() = 1;", "SQ103", "3"),
        ("def f = 1;", "SQ101", "="),
        ("def f(1) = 1;", "SQ103", "1"),
        ("def f(,) = 1;", "SQ103", ","),
        ("def f(x y) = 1;", "SQ101", "y"),
    ],
)
def test_a_definition_that_is_none(text: str, code: str, underlined: str) -> None:
    assert refusals(text + RUN) == [(code, underlined)]


def test_names_that_may_be_defined() -> None:
    text = "def now(size, uniform, x,) = x; def where2() { } def n() = 1;"
    assert codes(text + RUN) == []


def test_a_body_that_is_never_closed() -> None:
    assert refusals("def f(x) = x + (1;" + RUN) == [("SQ208", "(")]
    assert refusals("def f(x) { end;" + RUN) == [("SQ208", "{")]
    assert refusals("def f(x) = x + 1\nrun { horizon 1; }") == [("SQ208", "")]


def test_a_body_that_is_never_closed_ends_before_the_next_item() -> None:
    text = "def f(x) = x + 1 session { end; } run { horizon 1; }"
    (found,) = kernel(text).diagnostics
    assert (found.code, found.span.start) == ("SQ208", text.index(" session"))


def test_an_unused_body_may_say_anything() -> None:
    text = "def f(x) = 1 + + ] (; def g() { foo bar; } ".replace("] (", "[ )")
    assert codes(text + RUN) == []
    assert surface(text + RUN).diagnostics


def test_an_unused_body_is_not_to_blame_for_another_mistake() -> None:
    text = "def f(x) = 1 + + 2; def g() { foo bar; } session { set a 1; }"
    assert refusals(text + RUN) == [("SQ101", "1")]


def test_a_use_that_follows_an_expression_is_no_second_mistake() -> None:
    text = "def f(x) = x; session { set a = f(1) f(2); }"
    assert refusals(text + RUN) == [("SQ101", "f")]


def test_brackets_of_a_body_need_not_match() -> None:
    assert codes("def f(x) = (1; ]; let a = 1;" + RUN) == []


def test_a_definition_is_seen_by_what_stands_after_it() -> None:
    assert codes("session { f(); } def f() { }" + RUN) == ["SQ107"]


# Uses


@pytest.mark.parametrize(
    ("text", "code", "underlined"),
    [
        ("let a = f(1, 2;", "SQ213", "("),
        ("session { set a = f(1, 2]); }", "SQ214", "]"),
        ("let a = f(1);", "SQ215", "f"),
        ("let a = f(1, 2, 3);", "SQ215", "f"),
        ("let a = f();", "SQ215", "f"),
        ("let a = f(1,);", "SQ216", ""),
        ("let a = f(,1);", "SQ216", ""),
        ("session { f(1, 2); }", "SQ223", "f"),
        ("let a = s(1);", "SQ224", "s"),
        ("session { s(1) end; }", "SQ225", ""),
        ("session { s(t); }", "SQ217", "t"),
        ("session { s(2 * g(t)); }", "SQ217", "2 * g(t)"),
        ("let a = twice(~exp(1));", "SQ218", "~exp(1)"),
        ("let a = twice(d());", "SQ218", "d()"),
        ("session { s(1 + free(kv)); }", "SQ219", "1 + free(kv)"),
        ("session { s(l()); }", "SQ219", "l()"),
        ("session { h(cached); }", "SQ217", "cached"),
        ("session { h(computed); }", "SQ217", "computed"),
    ],
)
def test_a_use_that_is_refused(text: str, code: str, underlined: str) -> None:
    definitions = (
        "def f(x, y) = x + y; def g(x) = x; def d() = ~exp(1); def l() = busy(e);"
        "def twice(v) = v + v; def s(v) { set t = 0; observe b = v; } def h(v) { hold kv (v) { } } "
    )
    assert refusals(definitions + text + RUN) == [(code, underlined)]


def test_what_the_checks_let_pass() -> None:
    definitions = (
        "def once(v) = v; def s(v) { observe t = v; } def live(v) = v; "
        "def shadow(t) { set u = t; } def o(v) { observe w = v; } "
    )
    uses = "session { s(t); set a = once(~exp(1)); set b = live(free(kv)); shadow(x); o(w); }"
    assert codes(definitions + uses + RUN) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("def f(x) = x * 2; let a = f(1 + 2) ^ 2;", "(((1 + 2) * 2) ^ 2)"),
        ("def f(x) = used(x); let a = f(kv[1 + 1]);", "used@?"),
        ("def f(x) = used(x); let a = f(kv);", "used[kv]"),
        ("def f(x) = used(x); let a = f((kv));", "used[kv]"),
        ("def f(g) = g(2); def sq(v) = v * v; let a = f(sq);", "(2 * 2)"),
        ("def f() = 3; def g(x,) = x - f(); let a = g(f());", "(3 - 3)"),
        ("def f(x, y) = y - x; let a = f(f(1, 2), 3);", "(3 - (2 - 1))"),
        ("def f(x) = x; let a = f + f(1);", "(f + 1)"),
        ("def exp2(x) = x; let a = ~exp2(1);", "~exp2[1]"),
    ],
)
def test_replacement(text: str, expected: str) -> None:
    assert value(text) == expected.replace("used@?", "used[kv@(1 + 1)]")


def test_only_a_bare_reference_stays_one() -> None:
    call = nodes(kernel("def f(x) = used(x); let a = f((kv));" + RUN).program, tree.Call)[0]
    assert isinstance(call.arguments[0], tree.Parenthesized)


def test_a_name_is_a_use_only_where_an_atom_or_a_statement_starts() -> None:
    text = (
        "def kv2(x) = x; pool kv2 { } session { hold kv2 (1) { } load kv2 (1); set a = ~kv2(1); }"
    )
    program = kernel(text + RUN).program
    assert len(nodes(program, tree.Hold)) == 1
    assert nodes(program, tree.Draw)[0].distribution.name == "kv2"


def test_a_statement_use_is_replaced_with_its_semicolon() -> None:
    text = "def f() { hold kv (1) { } } session { f(); cache (2); f(); lease kv (3) ; }"
    holds = nodes(kernel(text + RUN).program, tree.Hold)
    assert [(shape(h.cache), h.lease is None) for h in holds] == [("2", True), ("NoneType", False)]


def test_an_else_after_a_use_belongs_to_the_branch_in_it() -> None:
    text = "def f() { branch (1) { } } session { f(); else { end; } }"
    (branch,) = nodes(kernel(text + RUN).program, tree.Branch)
    assert branch.otherwise is not None


def test_a_second_semicolon_makes_good_the_last_of_a_body() -> None:
    assert codes("def f() { set a = 1 } session { f();; }" + RUN) == []


def test_uses_are_recorded_in_the_order_of_expansion() -> None:
    text = "def f(x) { set a = x; } def g(y) { f(y + z); turn; } session { g(b); f(1); }"
    parsed = kernel(text + RUN)
    assert [use.definition.name.text for use in parsed.uses] == ["g", "f", "f"]
    assert [[a.reads for a in use.arguments] for use in parsed.uses] == [
        [frozenset({"b"})],
        [frozenset({"b", "z"})],
        [frozenset()],
    ]


def test_what_a_definition_does_is_recorded() -> None:
    text = (
        "def f(x) = x + y + ~exp(used(kv)); def g(x) { set a = f(x); choose b in 1 by (c); turn; }"
        "def h() { g(1); hold kv (1) { request; } observe o = 1; }"
    )
    f, g, h = kernel(text + RUN).definitions
    assert (f.reads, f.draws, f.live) == (frozenset({"y", "kv"}), True, True)
    assert g.reads == {"y", "kv", "a", "b", "c"}
    assert g.assigned == {"a", "b"}
    assert (g.draws, g.live, g.turn is not None, g.request) == (True, True, True, None)
    assert h.assigned == {"a", "b", "cached", "computed"}
    assert h.turn is not None
    assert h.request is not None
    assert (h.turn.text, h.request.text) == ("g", "request")


# Mistakes in definitions


def test_a_damaged_definition_makes_its_uses_no_second_mistake() -> None:
    text = "def f(x = x + 1;\ndef s() { set a = ; }\nlet b = f(1);\nsession { s(); s(); }\n"
    assert codes(text + RUN) == ["SQ101", "SQ105"]


def test_a_mistake_in_a_body_is_reported_in_the_body() -> None:
    text = "def s(v) { set a = v }\nsession { s(1); s(2); }\n"
    (found,) = kernel(text + RUN).diagnostics
    assert (found.code, found.span.start) == ("SQ101", text.index(" }"))


def test_a_mistake_in_an_argument_is_reported_at_the_use() -> None:
    text = "def f(v) = v * 2; let a = f(1 2);"
    (found,) = kernel(text + RUN).diagnostics
    assert (found.code, found.span.start) == ("SQ101", text.index("2);"))


# Bounds (DEF-20)


def test_too_much_expansion_is_refused_once() -> None:
    text = "def d0(x) = x + x; "
    text += "".join(f"def d{n + 1}(x) = d{n}(x) + d{n}(x); " for n in range(20))
    assert codes(text + "let a = d20(1);" + RUN) == ["SQ226"]


def test_expansion_that_never_ends_is_stopped() -> None:
    text = "def t(s) { s(1); } def n(v) { t(n); } session { n(1); end; }"
    assert codes(text + RUN) == ["SQ226"]


def test_many_tokens_without_a_use_are_no_expansion() -> None:
    assert codes("def f() = 1; " + "let a = 1 + 1 + 1; " * 12_000 + RUN) == []
