"""What is left of a program after a mistake: all but one statement, and one diagnostic."""

from __future__ import annotations

import pytest

from sqlang.syntax import tree
from tests.syntax.texts import kernel, nodes, places, refusals, surface

PROGRAM = """let load = 1;
pool kv { cap 20; block 4; }
stage engine : step {
  budget 4;
  cost 1;
}
workload {
  arrive batch(2);
  init { set prompt = 3; }
}
session {
  set t0 = now;
  hold kv (prompt) {
    prefill prompt growing kv;
    observe ttft = now - t0;
    branch (serial == 0) {
      decode (2);
    } else {
      end;
    }
  }
  end;
}
run { horizon 20; }
"""

STATEMENTS = ["Set", "Set", "Hold", "Serving", "Observe", "Branch", "Serving", "End", "End"]


def items(text: str) -> list[str]:
    return [type(item).__name__ for item in kernel(text).program.items]


def statements(text: str) -> list[str]:
    """The statements of all blocks of the kernel tree, in the order of the text."""
    blocks = nodes(kernel(text).program, tree.Block)
    found = [statement for block in blocks for statement in block.statements]
    return [type(each).__name__ for each in sorted(found, key=lambda each: each.span.start)]


def test_the_program_is_sound() -> None:
    assert (refusals(PROGRAM), statements(PROGRAM)) == ([], STATEMENTS)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("set t0 = now;", "set t0 = now", [("SQ101", "")]),
        ("hold kv (prompt) {", "hold kv (prompt {", [("SQ101", "{")]),
        ("hold kv", "hodl kv", [("SQ107", "hodl")]),
        ("branch (serial == 0) {", "branch serial == 0) {", [("SQ101", "serial")]),
        ("} else {", "} els {", [("SQ107", "els")]),
        ("observe ttft = now", "observe ttft == now", [("SQ101", "==")]),
        ("    }\n  }\n  end;", "    }\n  end;", [("SQ101", "")]),
        ("branch (serial == 0) {", "branch (serial == 0)", [("SQ101", "")]),
        ("session {", "session", [("SQ101", "")]),
        ("session {", "{", [("SQ110", "{")]),
        ("end;\n}", "end;\n", [("SQ101", "")]),
        ("prefill prompt growing kv;", "prefill prompt growing kv 3;", [("SQ101", "3")]),
        ("set prompt = 3;", "set prompt = 3 +;", [("SQ105", ";")]),
        ("cap 20;", "cap 20", [("SQ101", "block")]),
        ("cost 1;", "cost 1", [("SQ101", "")]),
        ("arrive batch(2);", "arrive bath(2);", [("SQ102", "bath")]),
        ("stage engine : step", "stage engine step", [("SQ101", "step")]),
    ],
)
def test_one_mistake_costs_no_other_statement(
    old: str, new: str, expected: list[tuple[str, str]]
) -> None:
    text = PROGRAM.replace(old, new, 1)
    assert refusals(text) == expected
    assert items(text) == items(PROGRAM)
    assert statements(text) == STATEMENTS


def test_a_statement_that_is_no_statement_is_damaged() -> None:
    text = PROGRAM.replace("set t0 = now;", "now is + the time;")
    assert refusals(text) == [("SQ107", "now")]
    assert statements(text) == [*STATEMENTS[:1], "Damaged", *STATEMENTS[2:]]


def test_a_damaged_head_leaves_the_statements_of_its_block() -> None:
    text = PROGRAM.replace("hold kv (prompt) {", "hold , ( = ; ) kv kv {", 1)
    assert set(STATEMENTS[3:]) <= set(statements(text))


def test_declarations_around_a_damaged_item_stay() -> None:
    text = "let a = 1;\npool , [ kv {\nlet b = 2;\nstage s : fifo;\n"
    names = [node.name.name for node in nodes(kernel(text).program, tree.Let)]
    assert names == ["a", "b"]
    assert len(nodes(kernel(text).program, tree.Stage)) == 1


def test_two_mistakes_make_two_diagnostics() -> None:
    text = "let x = ;\nlet y = 2;\npool m { cap 1 \nlet z = 3;\n"
    parsed = kernel(text)
    assert sorted(places(parsed.diagnostics)) == [("SQ101", ""), ("SQ105", ";")]
    assert [node.name.name for node in nodes(parsed.program, tree.Let)] == ["x", "y", "z"]
    assert [node.name.name for node in nodes(parsed.program, tree.Pool)] == ["m"]


def test_a_missing_brace_is_placed_by_the_indentation() -> None:
    text = PROGRAM.replace("  init { set prompt = 3; }\n}", "  init { set prompt = 3; }", 1)
    (found,) = kernel(text).diagnostics
    assert (found.code, found.span.start) == ("SQ101", text.index("}\nsession") + 1)
    assert found.related[0].span.start == text.index("{\n  arrive")
    assert found.fixes[0].edits[0].text == "\n}"


@pytest.mark.parametrize(
    ("text", "code", "word"),
    [
        ("pool p {\n  cap 1;\nsession { end; }\n", "SQ117", "session"),
        ("stage s : step {\n  cost 1;\nsession { end; }\n", "SQ119", "session"),
        ("workload {\n  arrive none;\npool p { }\n", "SQ126", "pool"),
        ("session {\n  end;\npool p { }\n", "SQ107", "pool"),
    ],
)
def test_a_word_behind_a_missing_brace_is_what_the_list_does_not_hold(
    text: str, code: str, word: str
) -> None:
    (found,) = kernel(f"{text}run {{ horizon 1; }}\n").diagnostics
    assert (found.code, found.span.text) == (code, word)
    assert found.related[0].span.start == text.index("{")
    (edit,) = found.fixes[0].edits
    assert (edit.span.start, edit.text) == (text.index(f"\n{word}"), "\n}")


def test_a_definition_without_its_brace_is_never_closed() -> None:
    text = "def log(n) { observe seen = n;\nsession { log(1); }\nrun { horizon 1; }\n"
    (found,) = kernel(text).diagnostics
    assert (found.code, found.span.start, found.span.text) == ("SQ208", text.index("{"), "{")


def test_the_item_after_an_open_definition_is_another() -> None:
    text = "def log(n) { observe seen = n\nsession { log(1);\nrun { horizon 1; }\n"
    codes = [found.code for found in kernel(text).diagnostics]
    assert codes.count("SQ208") == 1


def test_a_stray_brace_leaves_the_statements_after_it_alone() -> None:
    text = PROGRAM.replace("set t0 = now;", "set t0 = now; }", 1)
    assert len(refusals(text)) <= 2
    assert items(text)[-1] == "RunSettings"


@pytest.mark.parametrize(
    ("block", "expected", "kept"),
    [
        # Too many `{`, as many of both, too many `}`, too few `}`, none missing.
        ("set a = 1; { set b = 2; set c = 3; set d = 4;", ("SQ106", "{"), ["Set"] * 4),
        ("set a = 1; { set b = 2; } set c = 3;", ("SQ106", "{"), ["Set", "Loop", "Set", "Set"]),
        ("set a = 1 }; set b = 2; set c = 3; end; end;", ("SQ101", ""), ["Set"] * 3),
        ("hold m (1) { turn; cache (5); turn;", ("SQ107", "cache"), ["Hold", "Turn", "Turn"]),
        ("hold m (1) { ; turn; turn; turn; turn; turn; turn; } end;", ("SQ106", ";"), ["Hold"]),
    ],
)
def test_braces_that_are_missing_or_too_many_are_one_mistake(
    block: str, expected: tuple[str, str], kept: list[str]
) -> None:
    text = f"session {{ {block} }}\nrun {{ horizon 9; }}\n"
    assert refusals(text) == [expected]
    assert statements(text)[: len(kept)] == kept
    assert items(text) == ["NamedBlock", "RunSettings"]


def test_a_stray_brace_before_a_run_statement_is_one_mistake() -> None:
    text = "session { turn; } run d (1); run e (2); end; }\nrun { horizon 9; }\n"
    assert refusals(text) == [("SQ101", "d")]
    assert items(text)[-1] == "RunSettings"


def test_a_comma_is_missed_rather_than_the_block() -> None:
    text = "session { hold a (1) b (min(x + 1, 2 * y)) { turn; } cache (1); end; }"
    assert refusals(text) == [("SQ101", "b")]
    assert statements(text) == ["Hold", "Turn", "End"]


def test_an_operator_is_missed_rather_than_a_conditional() -> None:
    text = "session { set d = ~exp(1) + ~det(2) ~uniform(3, 4) + ~erlang(5, 6) + ~h2(7, 8); }"
    assert refusals(text) == [("SQ101", "~")]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("if horizon 9; warmup 3;", [("SQ101", "9")]),
        ("speed 9 9; warmup 3;", [("SQ101", "9")]),
        ("horizon 9 9; warmup 3;", [("SQ101", "9")]),
        ("speed 9 warmup 3;", [("SQ101", "warmup")]),
    ],
)
def test_what_follows_an_unknown_option_is_no_second_mistake(
    options: str, expected: list[tuple[str, str]]
) -> None:
    assert refusals(f"session {{ end; }} run {{ {options} }}") == expected


def test_a_mistake_of_the_lexer_is_not_followed_by_another() -> None:
    assert refusals("let a = 1 @ 2;") == [("SQ001", "@")]
    assert refusals('use "a.sq;\nlet b = 1;') == [("SQ004", '"a.sq;')]
    assert refusals("session { /* end; }") == [("SQ002", "/*")]
    assert refusals("let a = 1.2.3;") == [("SQ003", "1.2.3")]


def test_damaged_places_are_told() -> None:
    parsed = kernel("session { set a = 1 2; set b = 2; foo bar baz; }")
    assert {span.text for span in parsed.damaged} == {"set a = 1 2;", "foo bar baz;"}
    assert parsed.lost == {"foo", "bar", "baz"}


def test_a_sound_program_has_no_damaged_places() -> None:
    parsed = kernel(PROGRAM)
    assert (parsed.damaged, parsed.lost) == ((), frozenset())


def test_what_was_put_in_is_marked() -> None:
    (node,) = nodes(surface("session { drop ; }").program, tree.Drop)
    assert node.pool.name.first.inserted
    (value,) = nodes(surface("let a = ;").program, tree.Let)
    assert isinstance(value.value, tree.Damaged)


def test_undefined_words_before_parentheses() -> None:
    assert surface("session { foo(1); }").diagnostics == ()
    assert refusals("session { foo(1); end; }") == [("SQ107", "foo")]
    assert places(surface("session { brnch (1) { } }").diagnostics) == [("SQ107", "brnch")]
