"""What a message says beyond what is wrong: the word that was meant, and the places it is about."""

from __future__ import annotations

import pytest

from sqlang.advice import MOST_ADVISED
from sqlang.analysis import analyze
from sqlang.diagnostics.model import Diagnostic

RUN = " run { horizon 1; }"


def only(text: str) -> Diagnostic:
    (found,) = analyze(text + RUN).diagnostics
    return found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "session { set total = 1; observe x = totl; }",
            "unknown name `totl`; did you mean `total`?",
        ),
        ("pool kv { } session { drop vk; }", "unknown pool `vk`; did you mean `kv`?"),
        ("stage cpu : fifo; session { run cpi (1); }", "unknown stage `cpi`; did you mean `cpu`?"),
        ("session { set a = flor(1); }", "unknown function `flor`; did you mean `floor`?"),
        (
            "def half(v) = v / 2; session { set a = halv(1); }",
            "unknown function `halv`; did you mean `half`?",
        ),
        (
            "session { set a = ~unifrom(1, 2); }",
            "unknown distribution `unifrom`; did you mean `uniform`?",
        ),
        ("session { obsrve a = 1; }", "no statement starts with `obsrve`; did you mean `observe`?"),
        ("stge s : fifo;", "no item of a program starts with `stge`; did you mean `stage`?"),
        ("pool p { capp 1; }", "`capp` is not an option of a pool; did you mean `cap`?"),
        ("workload { hiden out; }", "`hiden` is not part of a workload; did you mean `hidden`?"),
    ],
)
def test_the_nearest_word_that_is_legal_there(text: str, message: str) -> None:
    assert only(text).message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("stage e : step { cost 1; budget tokns; }", "unknown name `tokns`"),
        ("session { set a = tokns; }", "unknown name `tokns`"),
        ("let first = secnd; let second = 2;", "`secnd` is not a constant"),
        ("session { set b = 1; observe o = a; }", "unknown name `a`"),
        ("workload { hidden cahed; }", "no attribute is called `cahed`"),
    ],
)
def test_a_near_word_that_is_not_legal_there_is_none(text: str, message: str) -> None:
    assert only(text).message == message


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("pool kv { } session { set a = kv; }", "`kv` is a pool, which only a function can read"),
        (
            "stage s : fifo; session { set a = s; }",
            "`s` is a stage, which only a function can read",
        ),
        ("session { set a = min; }", "`min` is a function and takes arguments"),
        ("session { if (serial) { } }", "a statement is called `branch` here"),
        ("let a = 5 % 2;", "the remainder of `a / b` is `a - b * floor(a / b)`"),
        ("end;", "`end` is a statement, and statements stand in a `session`"),
        ("pool kv { budget 4; }", "`budget` is an option of a step stage"),
        ("stage e : step { cost 1; horizon 4; }", "`horizon` is an option of `run`"),
        ("session { cap 4; }", "`cap` is an option of a pool"),
        ("session { use x; }", "`use` is an item of the program"),
        ("arrive none;", "`arrive` is a part of the `workload`"),
        (
            "fn main() { session { end; } }",
            "`fn` is of a later edition; in this one the items of a program stand by themselves",
        ),
        (
            "fn main() { end; }",
            "`fn` is of a later edition; in this one the statements stand in a `session`",
        ),
    ],
)
def test_what_a_word_is_elsewhere(text: str, hint: str) -> None:
    assert only(text).message.endswith(f"; {hint}")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("stage s : fifo; session { drop s; }", [("`s` is declared as a stage here", "s")]),
        (
            "session { tool on late 1; } stage late : fifo;",
            [("`late` is declared here, below the statement", "late")],
        ),
        (
            "session { tool 1; } stage tool : fifo;",
            [("declared here, below the statement", "tool")],
        ),
        ("let a = f(1); def f(x) = x;", []),
        ("let a = b; let b = 1;", [("it is declared here, and known only below", "b")]),
        (
            "session { set a = f(1); } def f(x) = x;",
            [("it is defined here, and known only below", "f")],
        ),
        (
            "def f(x) { hold kv (1) { observe o = x; } } pool kv { } session { f(2 * cached); }",
            [("this `hold` assigns `cached`", "hold")],
        ),
        (
            "def g() { set t = 1; } def f(x) { g(); observe o = x; } session { f(2 * t); }",
            [("this `g` assigns `t`", "g")],
        ),
        ("def f(x) = x; let a = f();", [("defined here", "f")]),
        (
            "def f(x, y) = x + y; session { set a = f(1, ); }",
            [("the body reads it here", "y")],
        ),
        (
            "pool a { } pool b { } session { hold a (1) { load b (1); } }",
            [("the hold begins here", "hold")],
        ),
        (
            "def since(t) { observe o = t; } session { since(now); }",
            [("`since` reads it here", "t")],
        ),
    ],
)
def test_places_that_explain_a_mistake(text: str, places: list[tuple[str, str]]) -> None:
    assert [(each.message, each.span.text) for each in only(text).related] == places


def test_an_override_of_nothing_names_the_nearest_constant() -> None:
    analysis = analyze("let rate = 1;" + RUN, overrides=[("rat", "2")])
    assert analysis.diagnostics[0].message == "no constant is called `rat`; did you mean `rate`?"


def test_of_many_mistakes_the_first_get_advice() -> None:
    name = "serving_capacity"
    misspelt = [
        name[:at] + letter + name[at + 1 :] for at in range(16) for letter in "bdfhjklmoquwx"
    ]
    reads = "".join(f"set {name} = {each}; " for each in misspelt[: MOST_ADVISED + 1])
    found = analyze(f"session {{ {reads}}}{RUN}").diagnostics
    assert len(found) == MOST_ADVISED + 1
    assert [bool(each.fixes) for each in (found[0], found[-1])] == [True, False]
