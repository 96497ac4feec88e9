"""Every fix mends what it is for: a safe one wholly, another at least in form where it stands."""

from __future__ import annotations

from collections import Counter

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.diagnostics.model import Diagnostic, Fix
from tests.advice.mending import analysis_after, edited, errors_of_form_at, new_mistakes
from tests.conformance import vectors

RUN = " run { horizon 1; }"

MENDED = {
    # Characters and literals
    "let a = 1；": "let a = 1;",
    "let a = 3 − 1;": "let a = 3 - 1;",
    "\u200blet a = 1;": "let a = 1;",
    "\ufefflet a = 1;": "let a = 1;",
    "let a = 1 & 1;": "let a = 1 && 1;",
    "# note\nlet a = 1;": "// note\nlet a = 1;",
    "workload { trace “t.csv”; }": 'workload { trace "t.csv"; }',
    "workload { trace 't.csv'; }": 'workload { trace "t.csv"; }',
    "workload { trace t.csv; }": 'workload { trace "t.csv"; }',
    'workload { trace "t.csv; }': 'workload { trace "t.csv"; }',
    # Arguments
    "session { set a = min(1, 2 + serial, 3, 4); }": (
        "session { set a = min(min(min(1, 2 + serial), 3), 4); }"
    ),
    "pool kv { block 0; cap 3; }": "pool kv { cap 3; }",
    "def f(x) = x; def f(x)  = x; let a = f(1);": "def f(x) = x; let a = f(1);",
    "def mark(v) { set t = 0; observe b = v; } session { mark(t + 1); end; }": (
        "def mark(v) { set t = 0; observe b = v; } session { set v = t + 1; mark(v); end; }"
    ),
    "def since(v) { observe d = v; } session { set v = 1; since(now - v); end; }": (
        "def since(v) { observe d = v; } session { set v = 1; set v_before = now - v; "
        "since(v_before); end; }"
    ),
    "pool kv { } def rep(w) { observe d = w; } session { rep(free(kv)); end; }": (
        "pool kv { } def rep(w) { observe d = w; } session { set w = free(kv); rep(w); end; }"
    ),
    "def adv(v) { turn; observe d = out - v; } session { adv(out); end; }": (
        "def adv(v) { turn; observe d = out - v; } session { set v = out; adv(v); end; }"
    ),
    # Marks
    "session { set a == 1; end; }": "session { set a = 1; end; }",
    "session { branch (serial = 1) { end; } end; }": (
        "session { branch (serial == 1) { end; } end; }"
    ),
    "session { loop { end; }; }": "session { loop { end; } }",
    "session {\n  end;\nrun { horizon 1; }": "session {\n  end;\n}\nrun { horizon 1; }",
    "let a = min(1, 2, );": "let a = min(1, 2 );",
    # Words
    "session { hodl kv (1) { } end; } pool kv { }": "session { hold kv (1) { } end; } pool kv { }",
    "session { x = 1; end; }": "session { set x = 1; end; }",
    "session { choose j 2 by (1); end; }": "session { choose j in 2 by (1); end; }",
    "pool kv { capp 3; }": "pool kv { cap 3; }",
    "stage s : fifa;": "stage s : fifo;",
    "stage e : step { cost 1; budgte 2; }": "stage e : step { cost 1; budget 2; }",
    "stage e : step { cost 1; serve admision; }": "stage e : step { cost 1; serve admission; }",
    "stage e : step { budget 4; }": "stage e : step { cost 1; budget 4; }",
    "stage e : step { cost 1; serve admission; serve admission; }": (
        "stage e : step { cost 1; serve admission; }"
    ),
    "workload { arrive poison(1); }": "workload { arrive poisson(1); }",
    "workload { arive poisson(1); }": "workload { arrive poisson(1); }",
    "run { horizon 1; warmpu 0; }": "run { horizon 1; warmup 0; }",
    "share maxmin; share maxmin; stage a : ps(1); stage b : ps(1); session { run a, b (1); }": (
        "share maxmin; stage a : ps(1); stage b : ps(1); session { run a, b (1); }"
    ),
    # Other editions
    "fn main() {\n  pool kv { cap 1; }\n  session { end; }\n}\n": (
        "  pool kv { cap 1; }\n  session { end; }\n"
    ),
    "pool kv { }\nfn main() {\n  hold kv (1) { }\n  end;\n}": (
        "pool kv { }\nsession {\n  hold kv (1) { }\n  end;\n}"
    ),
    "pool kv { } session { enter kv (1) { } end; }": "pool kv { } session { hold kv (1) { } end; }",
    "pool kv { } session { hold kv (1) fits (2) { } end; }": (
        "pool kv { } session { hold kv (1) reserve (2) { } end; }"
    ),
    "pool kv { } session { hold kv (1) { } keep (1) end; }": (
        "pool kv { } session { hold kv (1) { } cache (1) end; }"
    ),
    "pool kv { } session { hold kv (u) where u = 1, v = 2 { } end; }": (
        "pool kv { } session { hold kv (u) at admission (u = 1, v = 2) { } end; }"
    ),
    "session { set keep = 1; observe x = keep; end; }": (
        "session { set keep_ = 1; observe x = keep_; end; }"
    ),
    "stage e : step { cost 1; exclusive prefill; }": (
        "stage e : step { cost 1; serve exclusive prefill; }"
    ),
    "stage e : step { cost 1; exclusive; }": "stage e : step { cost 1; serve exclusive prefill; }",
    "stage e : step { cost 1; decode first; }": "stage e : step { cost 1; serve decode first; }",
    "stage e : step { cost ntok; }": "stage e : step { cost tokens; }",
    # Definitions
    "def f(x) x + 1;": "def f(x) = x + 1;",
    "def f(x): x + 1;": "def f(x)= x + 1;",
    "def f(x) = x);": "def f(x) = x;",
    "def f(x) { } session { f(1) end; }": "def f(x) { } session { f(1); end; }",
    # Sides and holds
    "pool kv { } session { hold kv (u) at (u = 1) { } end; }": (
        "pool kv { } session { hold kv (u) at admission (u = 1) { } end; }"
    ),
    "pool kv { } session { hold kv (u) at admission (u = 1, u = 2) { } end; }": (
        "pool kv { } session { hold kv (u) at admission (u = 1) { } end; }"
    ),
    "stage l : fifo; pool a { } pool b { } session { hold a (1), b (1) {"
    " transfer on l 1 growing a from a to b (1); } end; }": (
        "stage l : fifo; pool a { } pool b { } session { hold a (1), b (1) {"
        " transfer on l 1 from a to b (1); } end; }"
    ),
    "session { request; end; }": "session { end; }",
    # Names
    "pool kv { } session { hold vk (1) { grow vk (1); } end; }": (
        "pool kv { } session { hold kv (1) { grow kv (1); } end; }"
    ),
    "stage engine : step { cost 1; } session { decode on engin 1; end; }": (
        "stage engine : step { cost 1; } session { decode on engine 1; end; }"
    ),
    "pool kv { } session { set a = fre(kv); }": "pool kv { } session { set a = free(kv); }",
    "session { set a = log(3); end; }": "session { set a = ln(3); end; }",
    "session { set a = uniform(1, 2); end; }": "session { set a = ~uniform(1, 2); end; }",
    "session { set a = ~exponential(1); end; }": "session { set a = ~exp(1); end; }",
    "let total = 1; let b = totl;": "let total = 1; let b = total;",
    "stage e : step { cost tokns; }": "stage e : step { cost tokens; }",
    "pool kv { } session { set a = used((kv)); end; }": (
        "pool kv { } session { set a = used(kv); end; }"
    ),
    "workload { hidden ot; } session { set out_ = 1; set oth = 1; end; }": (
        "workload { hidden oth; } session { set out_ = 1; set oth = 1; end; }"
    ),
    # Structure
    "stage e : step { cost 1; } session { run e (1); end; }": (
        "stage e : step { cost 1; } session { run e prefill (1); end; }"
    ),
    "stage e : step { cost 1; } session { tool on e 1; end; }": (
        "stage e : step { cost 1; } session { prefill on e 1; end; }"
    ),
    "stage s : fifo; session { run s prefill (1); end; }": (
        "stage s : fifo; session { run s (1); end; }"
    ),
    "pool kv { } stage s : fifo; session { run s (1) growing kv; end; }": (
        "pool kv { } stage s : fifo; session { run s (1); end; }"
    ),
    "pool kv[2] { } session { hold kv (1) { } end; }": (
        "pool kv[2] { } session { hold kv[0] (1) { } end; }"
    ),
    "pool kv[2] { } session { hold kv[1] (1) { load kv[0] (1); } end; }": (
        "pool kv[2] { } session { hold kv[1] (1) { load kv[1] (1); } end; }"
    ),
    "session { branch (0.3) { end; } end; }": "session { branch with (0.3) { end; } end; }",
    "session { branch ((0.3)) { end; } end; }": "session { branch with ((0.3)) { end; } end; }",
    "workload { hidden out, new, out; } session { end; }": (
        "workload { hidden out, new; } session { end; }"
    ),
    "workload { hidden out, cached; } session { end; }": (
        "workload { hidden out; } session { end; }"
    ),
    "pool kv { } workload { hidden out; } session { hold kv (out) { } end; }": (
        "pool kv { } workload { } session { hold kv (out) { } end; }"
    ),
    "stage a : ps(1); stage b : ps(1); session { run a, b (1); end; }": (
        "stage a : ps(1); stage b : ps(1); share maxmin;\nsession { run a, b (1); end; }"
    ),
    "share maxmin; session { end; }": "session { end; }",
    # Live state read too early
    "pool kv { }\nsession {\n  set h = used(kv);\n  hold kv (h) {\n    end;\n  }\n}\n": (
        "pool kv { }\nsession {\n  hold kv (h) at admission (h = used(kv)) {\n    end;\n  }\n}\n"
    ),
    "pool kv { } session { set h = used(kv); hold kv (h) { observe x = h; } end; }": (
        "pool kv { } session { set h = used(kv); hold kv (h_admitted)"
        " at admission (h_admitted = used(kv)) { observe x = h; } end; }"
    ),
    "pool kv { } session { set h = used(kv); hold kv (h + q) at admission (q = 2) { } end; }": (
        "pool kv { } session { hold kv (h + q) at admission (h = used(kv), q = 2) { } end; }"
    ),
}
"""A program with a mistake, and the same after the first fix; a run block is added to both."""

REVEALED = {("040-block-not-closed", "SQ451"), ("115-no-server", "SQ308")}
"""What could not be seen before a fix: it is another mistake of that program."""


def fixes(analysis: Analysis) -> list[tuple[Diagnostic, Fix]]:
    return [(found, fix) for found in analysis.diagnostics for fix in found.fixes]


@pytest.mark.parametrize("text", MENDED, ids=lambda text: text[:40])
def test_the_first_fix_mends_the_program(text: str) -> None:
    before = analyze(text + RUN)
    found, fix = fixes(before)[0]
    after = edited(before.source, fix)
    assert after.text == MENDED[text] + RUN
    assert found.code not in [each.code for each in analyze(after).diagnostics]


@pytest.mark.parametrize("text", MENDED, ids=lambda text: text[:40])
def test_nothing_is_wrong_after_a_fix(text: str) -> None:
    before = analyze(text + RUN)
    for _, fix in fixes(before):
        assert analyze(edited(before.source, fix)).diagnostics == ()


@pytest.mark.parametrize("name", vectors.names("reject"))
def test_fixes_of_rejected_programs(name: str) -> None:
    before = vectors.analyzed("reject", name)
    sets = vectors.expectation("reject", name).get("sets", {})
    for found, fix in fixes(before):
        after = analysis_after(before, fix, sets)
        new = [code for code, _ in new_mistakes(before, found, after).elements()]
        assert errors_of_form_at(after, fix.edits) == []
        assert [code for code in new if (name, code) not in REVEALED] == []


@pytest.mark.parametrize(("count", "is_offered"), [(16, True), (17, False), (100_000, False)])
def test_very_many_arguments_are_not_nested(count: int, is_offered: bool) -> None:
    (found,) = analyze(f"session {{ set a = min({'1, ' * (count - 1)}1); }}").diagnostics[:1]
    assert (found.code, bool(found.fixes)) == ("SQ409", is_offered)


def test_a_renamed_variable_where_it_does_not_exist_is_no_safe_fix() -> None:
    ((_, fix),) = fixes(analyze("session { set a = ntok; end; }" + RUN))
    assert (fix.title, fix.safe) == ("Write `tokens`", False)


def test_a_stage_with_a_serving_rule_gets_no_second_one_by_a_safe_fix() -> None:
    text = "stage e : step { cost 1; exclusive prefill; serve admission; }" + RUN
    ((_, fix),) = fixes(analyze(text))
    assert (fix.title, fix.safe) == ("Insert `serve`", False)


def test_every_safe_fix_is_of_a_kind_that_cannot_be_meant_otherwise() -> None:
    analyses = [vectors.analyzed("reject", name) for name in vectors.names("reject")]
    safe = Counter(found.code for each in analyses for found, fix in fixes(each) if fix.safe)
    assert set(safe) == {
        *("SQ101", "SQ106", "SQ108", "SQ123", "SQ124", "SQ128", "SQ207"),
        *("SQ225", "SQ311", "SQ402", "SQ502", "SQ604", "SQ612"),
    }
