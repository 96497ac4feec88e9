"""SQ801 to SQ806: what is never used or reached, said only of a program without errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.diagnostics import Severity
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from tests.semantics.programs import checked

ROOT = Path(__file__).parents[2]
LIBRARY = "def half(x) = x / 2; def note(x) { set noted = x; }"


def hints(analysis: Analysis) -> list[tuple[str, str]]:
    """The code of each hint and what it underlines."""
    assert analysis.diagnostics == ()
    return [(hint.code, hint.span.text) for hint in analysis.hints]


def with_library(text: str) -> Analysis:
    """A program beside a library `parts.sq`, with a run block added."""
    workspace = Workspace()
    workspace.open_buffer("parts.sq", LIBRARY)
    return analyze(Source(f"{text} run {{ horizon 10; }}", "main.sq", "."), workspace=workspace)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let a = 1;", [("SQ801", "a")]),
        ("let a = 1; let b = a;", [("SQ801", "b")]),
        ("session { set a = 1; }", [("SQ802", "a")]),
        ("workload { init { set a = 1; } hidden a; }", [("SQ802", "a")]),
        ("session { loop { set a = a + 1; } }", [("SQ802", "a")]),
        ("stage s[2] : fifo; session { choose j in 2 by (queue(s[j])); }", [("SQ802", "j")]),
        ("pool p { cap 1; }", [("SQ803", "p")]),
        ("pool p { cap 1; evict by (used(p)); }", [("SQ803", "p")]),
        ("stage s : fifo;", [("SQ804", "s")]),
        ("stage s : step { cost 1; budget 1 + queue(s); }", [("SQ804", "s")]),
        ("def f(x) = x;", [("SQ805", "f")]),
        ("def f() { }", [("SQ805", "f")]),
    ],
)
def test_what_is_never_used(text: str, expected: list[tuple[str, str]]) -> None:
    assert hints(checked(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "let a = 1; pool p { cap a; } session { drop p; }",
        "let a = 9; run { horizon a; }",
        "session { set a = 1; observe o = a; }",
        "session { observe o = a; set a = 1; }",
        "session { set a = 1; set b = a; set a = b; observe o = a; }",
        "session { set serial = 1; set out = 2; }",
        "pool p { } session { hold p (1) { } }",
        "pool p { } session { observe o = free(p); }",
        "pool p { } stage s : step { cost 1; memory p; } session { run s prefill (1); }",
        "pool p { admit via s; } stage s : step { cost 1; } session { hold p (1) { } }",
        "stage s : fifo; session { run s (1); }",
        "def f(x) = x; session { observe o = f(1); }",
        "def f(x) = x; def g(x) = f(x); session { observe o = g(1); }",
    ],
)
def test_what_is_used(text: str) -> None:
    assert hints(checked(text)) == []


def test_what_a_definition_does_with_a_parameter_is_a_use() -> None:
    text = (
        "pool p { } stage s : fifo; let a = 1; "
        "def visit(room, desk, work_of) { hold room (1) { run desk (work_of); } } "
        "session { visit(p, s, a); }"
    )
    assert hints(checked(text)) == []


@pytest.mark.parametrize("form", ["prefill 1;", "prefill on e 1;"])
def test_a_serving_form_uses_the_stage_it_finds(form: str) -> None:
    text = f"stage e : step {{ cost 1; }} stage tool : fifo; session {{ {form} }}"
    assert hints(checked(text)) == [("SQ804", "tool")]


def test_an_attribute_is_told_once_with_all_its_places() -> None:
    analysis = checked("session { set a = 1; branch (serial) { set a = 2; } }")
    (hint,) = analysis.hints
    assert hint.severity is Severity.HINT
    assert hint.message == "attribute `a` is never read"
    text = analysis.source.text
    assert hint.span.start == text.index("a = 1")
    assert [place.span.start for place in hint.related] == [text.index("a = 2")]


def test_hints_are_in_the_order_of_the_text() -> None:
    text = "stage s : fifo; let a = 1; session { set b = 1; end; set c = 1; } pool p { }"
    assert [code for code, _ in hints(checked(text))] == [
        *("SQ804", "SQ801", "SQ802", "SQ806", "SQ802", "SQ803")
    ]


def test_what_is_only_in_an_unused_definition_is_not_told_again() -> None:
    assert hints(checked("let a = 1; def f() { set b = a; }")) == [("SQ805", "f")]


def test_a_library_serves_other_programs_too() -> None:
    assert hints(with_library('use "parts.sq"; session { observe o = half(1); }')) == []
    assert hints(with_library('use "parts.sq"; session { note(1); }')) == []
    assert hints(with_library('use "parts.sq"; let a = 1; session { note(a); }')) == []


def test_there_are_no_hints_beside_an_error() -> None:
    """`rate` may be unused only because it is misspelt."""
    analysis = checked("let rate = 1; session { observe o = rat; }")
    assert [found.code for found in analysis.diagnostics] == ["SQ401"]
    assert analysis.hints == ()


@pytest.mark.parametrize(
    ("session", "unreached", "reason"),
    [
        ("end; observe a = 1; observe b = 2;", "observe a = 1; observe b = 2;", "ends before it"),
        ("loop { end; } observe a = 1;", "observe a = 1;", "never leaves the `loop`"),
        (
            "branch (serial) { end; } else { loop { end; } } end;",
            "end;",
            "never leaves the `branch`",
        ),
        ("hold p (1) { end; } end;", "end;", "never leaves the `hold`"),
        ("loop { end; observe a = 1; }", "observe a = 1;", "ends before it"),
        ("bye(); observe a = 1;", "observe a = 1;", "ends before it"),
        ("end; hello(1); hello(2);", "hello(1); hello(2);", "ends before it"),
    ],
)
def test_what_stands_behind_the_end(session: str, unreached: str, reason: str) -> None:
    definitions = "def bye() { end; } def hello(x) { observe a = x; }"
    uses = "branch (serial) { bye(); } else { hello(3); }"
    analysis = checked(f"pool p {{ }} {definitions} session {{ drop p; {uses} {session} }}")
    assert hints(analysis) == [("SQ806", unreached)]
    assert reason in analysis.hints[0].message


@pytest.mark.parametrize(
    "session",
    [
        "branch (serial) { end; } observe a = 1;",
        "branch (serial) { end; } else { observe a = 1; } observe b = 1;",
        "loop { branch (serial) { end; } observe a = 1; }",
        "observe a = 1; end;",
    ],
)
def test_what_may_be_reached(session: str) -> None:
    assert hints(checked(f"session {{ {session} }}")) == []


def test_the_body_of_a_definition_is_told_once_for_all_uses() -> None:
    text = "def f(x) { loop { end; } observe a = x; } session { branch (serial) { f(1); } f(2); }"
    assert hints(checked(text)) == [("SQ806", "observe a = x;")]


def test_what_an_argument_chooses_may_be_reached_in_another_use() -> None:
    text = (
        "def stop(x) { end; } def go(x) { observe a = x; } "
        "def try(how) { how(1); observe b = 1; } "
        "session { branch (serial) { try(stop); } else { try(go); } }"
    )
    assert hints(checked(text)) == []


def test_the_server_is_told_once_for_all_requests() -> None:
    text = (
        "workload { session { branch (serial) { request; } else { request; } } } "
        "server { loop { observe a = 1; } observe b = 1; }"
    )
    assert hints(checked(text)) == [("SQ806", "observe b = 1;")]


def test_what_follows_an_endless_answer_is_never_reached() -> None:
    text = "workload { session { request; observe b = 1; } } server { loop { observe a = 1; } }"
    assert hints(checked(text)) == [("SQ806", "observe b = 1;")]


def test_a_statement_that_ends_outside_of_its_use_has_a_place() -> None:
    text = "pool p { } def take() { end; hold p (1) { } } session { take(); cache (1) }"
    assert hints(checked(text)) == [("SQ806", "hold")]


def test_an_example_to_learn_from_has_no_hints() -> None:
    text = (ROOT / "examples" / "separate_phases.sq").read_text(encoding="utf-8")
    assert hints(analyze(text)) == []
