"""What each refactoring writes, and where it is not offered; derived by hand from the rules."""

from __future__ import annotations

import pytest

from sqlang.analysis import analyze
from tests.refactoring.selections import offered

PROGRAM = """let rate = 2 * 3; // how much
pool kv { cap 20 + rate * 2; }
stage engine : step { budget rate; cost 1 + 0.5 * tokens; memory kv; }
stage net : fifo;
def size(p) = p * rate + 1;
def ask(n) {
  // what is done
  prefill (n) growing kv;
  observe asked = now;
}
workload {
  arrive batch(2);
  init { set prompt = 3; }
}
session {
  set t0 = now;
  hold kv (size(prompt)) reserve (prompt + 1) {
    ask(prompt + 1);
    decode 3 growing kv;
    run net (2);
  }
  observe total = now - t0;
  end;
}
run { horizon 20; }
"""


def lines(text: str) -> list[str]:
    """The lines that the program has not."""
    before = PROGRAM.splitlines()
    return [line for line in text.splitlines() if line not in before]


def after(title: str, piece: str, *, cursor: int | None = None) -> list[str]:
    found = offered(PROGRAM, piece, cursor=cursor)
    assert title in found, list(found)
    assert analyze(found[title]).diagnostics == ()
    return lines(found[title])


def titles(text: str, piece: str, *, cursor: int | None = None) -> list[str]:
    return list(offered(text, piece, cursor=cursor))


def test_an_expression_of_constants_becomes_a_let_below_what_it_reads() -> None:
    assert after("Extract to `let value`", "rate * 2") == [
        "let value = rate * 2;",
        "pool kv { cap 20 + value; }",
    ]
    text = "session { set a = 2 * late + 1; }\nlet late = 3;\nrun { horizon 9; }\n"
    found = offered(text, "2 * late")["Extract to `let value`"]
    assert found == (
        "session { set a = value + 1; }\nlet late = 3;\nlet value = 2 * late;\nrun { horizon 9; }\n"
    )


def test_a_new_name_is_one_that_nothing_has() -> None:
    text = "let value = 1; pool kv { cap 2 + 3; } session { set value2 = 4; }"
    assert "Extract to `let value3`" in titles(text, "2 + 3")


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("stage e : step { cost 1 + tokens; }", "1 + tokens"),
        ("session { set a = ~exp(2); }", "~exp(2)"),
        ("session { set b = 1; set a = b + 1; }", "b + 1"),
        ("pool kv { cap 3; } session { set a = used(kv) + 1; }", "used(kv) + 1"),
        ("def f(x) = x + 1; session { set a = f(2); }", "x + 1"),
        ("let a = 1 + 2;", "1 + 2"),
        ("let a = 1 + 2;", "1 +"),
        ("stage s[2] : fifo;", "2"),
        ("let a = max(0 / 0, 1);", "0 / 0"),
        ("pool p[2] { cap 3; } session { hold p[1] (1) { drop p[1]; } }", "1] (1"),
        ("pool p[2] { cap 3; } session { hold p[(1)] (1) { } }", "(1)"),
    ],
)
def test_nothing_else_becomes_a_let(text: str, piece: str) -> None:
    assert not any(title.startswith("Extract to `let") for title in titles(text, piece))


def test_any_expression_becomes_a_definition() -> None:
    assert after("Extract to `def expression`", "1 + 0.5 * tokens") == [
        "def expression() = 1 + 0.5 * tokens;",
        "stage engine : step { budget rate; cost expression(); memory kv; }",
    ]


def test_parameters_of_the_definition_around_become_parameters() -> None:
    assert after("Extract to `def expression`", "p * rate + 1") == [
        "def expression(p) = p * rate + 1;",
        "def size(p) = expression(p);",
    ]


def test_statements_become_a_definition() -> None:
    assert after("Extract to `def steps`", "decode 3 growing kv;\n    run net (2);") == [
        "def steps() {",
        "  decode 3 growing kv;",
        "  run net (2);",
        "    steps();",
    ]


@pytest.mark.parametrize("piece", ["decode 3 growing", "3 growing kv;\n    run net (2);"])
def test_half_a_statement_does_not(piece: str) -> None:
    assert titles(PROGRAM, piece) in ([], ["Write `decode` as `run`"])


def test_a_cursor_extracts_nothing() -> None:
    assert titles(PROGRAM, "1 + 0.5", cursor=1) == []


def test_a_constant_is_written_in_its_places() -> None:
    assert after("Inline `rate`", "rate", cursor=1) == [
        "// how much",
        "pool kv { cap 20 + (2 * 3) * 2; }",
        "stage engine : step { budget (2 * 3); cost 1 + 0.5 * tokens; memory kv; }",
        "def size(p) = p * (2 * 3) + 1;",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "let b = 1; let a = b + 1; def f(b) = a * b; session { set x = f(2); }",
        "let u = 1; let a = u; pool p { cap 9; } session { hold p (a) at admission (u = 2) { } }",
        "let a = 1; let a = 2; session { set x = a; }",
        "let b = 1; let a = b + 10; let b = 2; pool p { cap a; }",
        "let a = a + 1; session { set x = a; }",
        "let a = ; session { set x = a; }",
        "let a = 1;",
    ],
)
def test_a_constant_that_would_come_to_mean_something_else_is_not(text: str) -> None:
    assert not any(title.startswith("Inline") for title in titles(text, "a =", cursor=0))


def test_one_use_of_a_definition_is_written_out() -> None:
    assert after("Inline this use of `size`", "size(prompt)", cursor=1) == [
        "  hold kv (prompt * rate + 1) reserve (prompt + 1) {"
    ]
    assert after("Inline this use of `ask`", "ask(prompt", cursor=0) == [
        "    // what is done",
        "    prefill (prompt + 1) growing kv;",
        "    observe asked = now;",
    ]


def test_parentheses_stay_where_they_mean_something() -> None:
    text = "def twice(x) = x * 2; session { set a = 1; set b = 3 ^ twice(a + 1); }"
    found = offered(text, "twice(a", cursor=0)["Inline this use of `twice`"]
    assert "set b = 3 ^ ((a + 1) * 2);" in found


def test_a_definition_goes_once_all_its_uses_are_written_out() -> None:
    found = offered(PROGRAM, "size(p)", cursor=1)["Inline `size` everywhere"]
    assert "def size" not in found
    assert lines(found) == ["  hold kv (prompt * rate + 1) reserve (prompt + 1) {"]


@pytest.mark.parametrize("body", ["= v + f(v);", "{ observe seen = v; f(v); }"])
def test_a_definition_that_uses_itself_does_not_go(body: str) -> None:
    text = f"def f(v) {body} session {{ set x = 1; f(x); observe y = f(x); }}"
    assert "Inline `f` everywhere" not in titles(text, "f(v)", cursor=0)


@pytest.mark.parametrize("break_of_others", ["\u2028", "\x85", "\x0b", "\r"])
def test_only_line_feeds_begin_a_line(break_of_others: str) -> None:
    """A comment goes on to the next one, whatever else Python would take for the end of a line."""
    comment = f"// before{break_of_others}behind"
    text = (
        "stage s : delay;\n"
        f"def wait(n) {{\n  {comment}\n  run s (n);\n  end;\n}}\n"
        f"session {{\n  set a = 1; {comment}\n  wait(a);\n}}\nrun {{ horizon 9; }}\n"
    )
    extracted = offered(text, f"set a = 1; {comment}\n  wait(a);")["Extract to `def steps`"]
    inlined = offered(text, "wait(a)", cursor=0)["Inline this use of `wait`"]
    for after_it in (extracted, inlined):
        assert analyze(after_it).diagnostics == analyze(text).diagnostics
        assert after_it.count(comment) == text.count(comment) + (after_it is inlined)


@pytest.mark.parametrize(
    ("piece", "title", "expected"),
    [
        ("decode 3", "Write `decode` as `run`", "    run engine decode (3) growing kv;"),
        ("run net", "Write `run` as `tool`", "    tool on net (2);"),
    ],
)
def test_serving_forms_and_kernel_forms(piece: str, title: str, expected: str) -> None:
    assert after(title, piece, cursor=0) == [expected]


def test_three_statements_become_a_transfer_and_back() -> None:
    text = (
        "pool a { cap 9; } pool b { cap 9; } stage link : fifo;\n"
        "session { hold a (1), b (1) {\n  run link (2); load b (3); release a;\n} }\n"
        "run { horizon 9; }\n"
    )
    found = offered(text, "run link", cursor=0)
    transferred = found["Write these three statements as `transfer`"]
    assert "  transfer (2) from a to b (3);\n" in transferred
    back = offered(transferred, "transfer", cursor=0)["Write `transfer` as `run`"]
    assert "  run link (2);\n  load b (3);\n  release a;\n" in back


def test_a_form_in_a_definition_is_left_to_its_uses() -> None:
    assert titles(PROGRAM, "prefill (n)", cursor=0) == []


def test_a_session_is_split_into_two_sides_and_joined_again() -> None:
    found = offered(PROGRAM, "session {", cursor=3)["Split the session into two sides"]
    assert "  session {\n    request;\n    end;\n  }\n}\nserver {\n  set t0 = now;\n" in found
    joined = offered(found, "server", cursor=0)["Join the two sides in one session"]
    assert analyze(joined).program == analyze(PROGRAM).program


def test_a_selection_becomes_the_server() -> None:
    piece = "decode 3 growing kv;\n    run net (2);"
    found = offered(PROGRAM, piece)["Split the session into two sides"]
    assert "server {\n  decode 3 growing kv;\n  run net (2);\n}\n" in found
    assert "      ask(prompt + 1);\n      request;\n    }\n" in found


@pytest.mark.parametrize("statement", ["turn;", "end;", "leave();"])
def test_a_server_neither_ends_nor_turns(statement: str) -> None:
    text = (
        "def leave() { end; } workload { arrive batch(1); }\n"
        f"session {{ loop {{ set a = 1; {statement} }} }}\nrun {{ horizon 9; }}\n"
    )
    assert titles(text, "session", cursor=0) == []


def test_what_a_hold_asks_for_is_bound_at_its_admission() -> None:
    title = "Bind `prompt + 1` at admission as `units`"
    assert after(title, "prompt + 1)", cursor=2) == [
        "  hold kv (size(prompt)) reserve (units) at admission (units = prompt + 1) {"
    ]
    text = (
        "pool p { cap 9; }\nsession { set a = 1;\n"
        "hold p (a + 1) reserve (a + 1) at admission (k = 2) { } cache (a + 1) }\n"
    )
    found = offered(text, "a + 1", cursor=0)["Bind `a + 1` at admission as `units`"]
    bound = "hold p (units) reserve (units) at admission (k = 2, units = a + 1) { } cache (units) }"
    assert bound in found


@pytest.mark.parametrize("asked", ["3", "a", "~exp(1)", "f(a)"])
def test_what_is_plain_or_drawn_is_not_bound(asked: str) -> None:
    program = "def f(x) = x + ~exp(1); pool p { cap 9; } session { set a = 1; hold p (@) { } }"
    text = program.replace("@", asked)
    assert not any("admission" in title for title in titles(text, f"({asked}) {{", cursor=1))


def test_nothing_that_would_lose_a_comment_is_offered() -> None:
    text = "stage s : fifo; session { tool on s /* why */ (2); } run { horizon 9; }"
    assert titles(text, "tool", cursor=0) == []


@pytest.mark.parametrize("text", ["", "let", "session { hold (", "def f(", "x y z", "}}}}", "/*"])
def test_broken_text_is_answered_too(text: str) -> None:
    for start in range(len(text) + 1):
        for end in range(start, len(text) + 1):
            offered(text, text[start:end])
