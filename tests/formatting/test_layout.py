"""What the one layout looks like; the expected texts are written by hand, after docs/fmt.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import EXAMPLE
from tests.formatting.programs import EXAMPLES, formatted


def body(*lines: str) -> str:
    """The statements of a session, formatted, without their indentation."""
    text = formatted("session {" + "\n".join(lines) + "\nend; }")
    first, *inner, end, last = text.splitlines()
    assert (first, end, last) == ("session {", "  end;", "}")
    assert all(line.startswith("  ") for line in inner)
    return "".join(line[2:] + "\n" for line in inner)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_stay_as_they_are(path: Path) -> None:
    text = path.read_bytes().decode()
    assert formatted(text) == text


def test_the_example_comes_back_from_one_line() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    comments, _, rest = text.partition("pool")
    program, blank, promises = f"pool{rest}".partition("\n\n//!")
    assert formatted(comments + " ".join(program.split()) + blank + promises) == text


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        ("let a=1+2*-3;", "let a = 1 + 2 * -3;"),
        ("let a = ( 1 - -2 )^-x^y;", "let a = (1 - -2) ^ -x ^ y;"),
        ("let a=!b&&c||!(d<=e);", "let a = !b && c || !(d <= e);"),
        ("let a = b?c:-d;", "let a = b ? c : -d;"),
        ("let a = min (1,2 , max(3 , 4) );", "let a = min(1, 2, max(3, 4));"),
        ("let a = ~exp ( 1 )+~ det(2);", "let a = ~exp(1) + ~det(2);"),
        ("let a = 1_000 + .5 + 1.e2 + 3E-2;", "let a = 1_000 + .5 + 1.e2 + 3E-2;"),
        ("def  f ( x,y , )=x-y;", "def f(x, y,) = x - y;"),
        ("def f ( ) { }", "def f() { }"),
        ('use   "a  b.sq" ;', 'use "a  b.sq";'),
        ("pool kv [ 3 ] { }", "pool kv[3] { }"),
        ("stage s[2]:fifo (2);", "stage s[2] : fifo(2);"),
        ("stage s :ps( -1 );", "stage s : ps(-1);"),
        ("stage s : step { cost(1); } ;", "stage s : step { cost (1); };"),
        ("share   maxmin ;", "share maxmin;"),
        ("run{horizon -1;seed(2);}", "run { horizon -1; seed (2); }"),
    ],
)
def test_spaces_of_items(written: str, layout: str) -> None:
    assert formatted(written) == f"{layout}\n"


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        ("prefill( a )+2;", "prefill (a) + 2;"),
        ("prefill-1;", "prefill -1;"),
        ("prefill min(a,b)growing kv [j];", "prefill min(a, b) growing kv[j];"),
        ("decode [ j ] -1 growing kv;", "decode[j] -1 growing kv;"),
        ("decode[j](a-1);", "decode[j] (a - 1);"),
        ("tool on e(3)*f(2);", "tool on e (3) * f(2);"),
        ("tool on e[0],i -1;", "tool on e[0], i -1;"),
        ("transfer f(4)from a to b[1]( 5 );", "transfer f(4) from a to b[1] (5);"),
        ("transfer from from a to b (1);", "transfer from from a to b (1);"),
        ("run s[i-1](w);", "run s[i - 1] (w);"),
        ("run e prefill( 8 )growing kv;", "run e prefill (8) growing kv;"),
        ("run a,b(1);", "run a, b (1);"),
        ("grow a(2);", "grow a (2);"),
        ("load b[i]( f(1) );", "load b[i] (f(1));"),
        ("choose j in-n+1 by(queue(r[j]),-j);", "choose j in -n + 1 by (queue(r[j]), -j);"),
        ("choose j in (n) by (1);", "choose j in (n) by (1);"),
        ("visit(mem[j],-1);", "visit(mem[j], -1);"),
        ("branch with(0.5){turn;}", "branch with (0.5) { turn; }"),
        ("branch(a){turn;}else{}", "branch (a) { turn; } else { }"),
        ("loop{turn;}", "loop { turn; }"),
        (
            "hold kv(1),r[j](2)reserve(3)reuse(4){}",
            "hold kv (1), r[j] (2) reserve (3) reuse (4) { }",
        ),
        ("hold kv(1){turn;}cache(2)lease kv(3);", "hold kv (1) { turn; } cache (2) lease kv (3);"),
        ("hold kv(1){turn;};", "hold kv (1) { turn; };"),
        ("hold end(1){run turn(2);}", "hold end (1) { run turn (2); }"),
    ],
)
def test_spaces_of_statements(written: str, layout: str) -> None:
    assert body(written) == f"{layout}\n"


def test_a_body_of_statements_with_more_than_one_is_opened() -> None:
    assert body("branch (a) { turn; } else { set b = 1; turn; }") == (
        "branch (a) {\n  turn;\n} else {\n  set b = 1;\n  turn;\n}\n"
    )


def test_a_body_in_a_body_opens_the_outer_one() -> None:
    assert body("loop { branch (a) { turn; } }") == "loop {\n  branch (a) { turn; }\n}\n"


def test_what_follows_a_hold_without_semicolon_is_a_clause_of_its_own() -> None:
    assert body("hold a (1) { } cache (1) turn; hold a (1) { } turn;") == (
        "hold a (1) { } cache (1)\nturn;\nhold a (1) { }\nturn;\n"
    )


def test_pools_and_run_settings_stand_on_one_line_as_far_as_it_goes() -> None:
    assert formatted("run { horizon 1; warmup 0; seed 3; arrivals 4; }").count("\n") == 1
    options = "".join(f"cap {digit * 5}; " for digit in "123456")
    name = "p" * (88 - len(f"pool  {{ {options}}}"))
    longest = f"pool {name} {{ {options}}}\n"
    assert formatted(longest) == longest
    assert formatted(longest.replace(name, f"{name}p")) == (
        f"pool {name}p {{\n" + options.replace("; ", ";\n").replace("cap", "  cap") + "}\n"
    )


def test_step_options_have_a_line_each_once_there_are_two() -> None:
    assert formatted("stage e : step { cost 1; }") == "stage e : step { cost 1; }\n"
    assert formatted("stage e : step { cost 1; chunk 2; }") == (
        "stage e : step {\n  cost 1;\n  chunk 2;\n}\n"
    )


def test_a_long_hold_goes_on_behind_its_word() -> None:
    assert body(
        "hold requests (1), kv (min(prompt, left)) reserve (prompt + decoded) reuse (own)"
        " at admission (left = 2) { end; }"
    ) == (
        "hold requests (1), kv (min(prompt, left)) reserve (prompt + decoded)\n"
        "     reuse (own)\n"
        "     at admission (left = 2) {\n"
        "  end;\n"
        "}\n"
    )


def test_a_hold_of_many_pools_has_a_line_for_each() -> None:
    pools = [f"pool_number_{n} (serial + {n})" for n in range(4)]
    assert body(f"hold {', '.join(pools)} {{ end; }}") == (
        f"hold {pools[0]},\n     {pools[1]},\n     {pools[2]},\n     {pools[3]} {{\n  end;\n}}\n"
    )


def test_a_long_list_has_a_line_for_each_entry() -> None:
    names = [letter * 30 for letter in "abc"]
    assert body(f"set x = min({', '.join(names)});") == (
        f"set x = min(\n  {names[0]},\n  {names[1]},\n  {names[2]}\n);\n"
    )


def test_a_long_sum_is_broken_before_its_signs_and_not_inside_of_products() -> None:
    names = [letter * 30 for letter in "abc"]
    assert body(f"set x = {names[0]} * 2 - {names[1]} / 3 + -{names[2]};") == (
        f"set x = {names[0]} * 2\n    - {names[1]} / 3\n    + -{names[2]};\n"
    )


def test_a_long_condition_in_brackets_is_broken_inside_of_them() -> None:
    names = [letter * 30 for letter in "abc"]
    assert body(f"branch ({names[0]} == {names[1]} && {names[2]}) {{ turn; }}") == (
        f"branch (\n  {names[0]} == {names[1]}\n    && {names[2]}\n) {{\n  turn;\n}}\n"
    )


def test_a_long_conditional_and_a_chain_of_them() -> None:
    names = [letter * 30 for letter in "abc"]
    assert body(f"set x = {names[0]} ? {names[1]} : {names[2]};") == (
        f"set x = {names[0]}\n    ? {names[1]}\n    : {names[2]};\n"
    )
    assert body(f"set x = {names[0]} ? 1 : {names[1]} ? 2 : {names[2]};") == (
        f"set x = {names[0]} ? 1\n    : {names[1]} ? 2\n    : {names[2]};\n"
    )


def test_a_broken_condition_in_a_chain_has_its_value_further_in() -> None:
    names = [letter * 42 for letter in "abcd"]
    assert body(f"set x = {names[0]} > 1 ? {names[1]} : {names[2]} ? {names[3]} : 0;") == (
        f"set x = {names[0]} > 1\n      ? {names[1]}\n"
        f"    : {names[2]}\n      ? {names[3]}\n    : 0;\n"
    )


@pytest.mark.parametrize("start", ["let x", "def f(x)"])
def test_a_value_that_has_room_on_a_line_of_its_own_moves_there_whole(start: str) -> None:
    value = f"min({'a' * 40}, {'b' * 32}) * 2"
    assert len(value) == 88 - len("    ;")
    assert formatted(f"{start} = {value};") == f"{start} =\n    {value};\n"
    longer = f"min({'a' * 40}, {'b' * 42}) * 2"
    assert formatted(f"{start} = {longer};") == (
        f"{start} = min(\n  {'a' * 40},\n  {'b' * 42}\n) * 2;\n"
    )


def test_a_value_with_a_comment_that_ends_a_line_stays() -> None:
    value = f"{'a' * 40} * // c\n{'b' * 40}"
    assert formatted(f"let {'x' * 20} = {value};") == (
        f"let {'x' * 20} = {'a' * 40} * // c\n    {'b' * 40};\n"
    )


def test_of_brackets_side_by_side_the_widest_is_broken() -> None:
    names = [letter * 40 for letter in "ab"]
    for start in ("grow kv[j]", "run e[j] prefill", "hold kv[j]"):
        end = " {" if start.startswith("hold") else ";"
        rest = " end; }" if end == " {" else ""
        assert body(f"{start} ({names[0]} + {names[1]}){end}{rest}").startswith(
            f"{start} (\n  {names[0]} + {names[1]}\n){end}\n"
        )
    assert body(f"grow kv[{names[0]} + {names[1]}] (1);") == (
        f"grow kv[\n  {names[0]} + {names[1]}\n] (1);\n"
    )


def test_what_is_beside_a_broken_bracket_stays_on_its_line() -> None:
    names = [letter * 30 for letter in "abc"]
    lines = "".join(f"  {name},\n" for name in names[:2]) + f"  {names[2]}\n"
    inside = ", ".join(names)
    assert body(f"set x = max({inside}) / 2;") == f"set x = max(\n{lines}) / 2;\n"
    assert body(f"set x = 2 - max({inside});") == f"set x = 2 - max(\n{lines});\n"
    assert body(f"choose j in 4 by ({inside});") == f"choose j in 4 by (\n{lines});\n"
    assert body(f"prefill max({inside}) growing kv;") == f"prefill max(\n{lines}) growing kv;\n"


def test_in_a_hold_each_word_begins_a_line_all_the_same() -> None:
    bindings = [f"{letter * 30} = 1" for letter in "abc"]
    inside = "".join(f"       {each},\n" for each in bindings)[:-2]
    assert body(f"hold kv (1) at admission ({', '.join(bindings)}) {{ }}") == (
        f"hold kv (1)\n     at admission (\n{inside}\n     ) {{ }}\n"
    )


def test_blank_lines_are_kept_up_to_one_and_not_at_the_ends() -> None:
    written = (
        "\n\nlet a = 1;\n\n\n\nlet b = 2;\nlet c = 3;\nsession {\n\nturn;\n \t\n\nend;\n\n}\n\n"
    )
    assert formatted(written) == (
        "let a = 1;\n\nlet b = 2;\nlet c = 3;\nsession {\n  turn;\n\n  end;\n}\n"
    )


def test_a_blank_line_between_options_keeps_a_body_open() -> None:
    assert formatted("pool kv { cap 1;\n\nblock 2; }") == "pool kv {\n  cap 1;\n\n  block 2;\n}\n"


@pytest.mark.parametrize("text", ["", "\n", " \t\r\n\n", "\f"])
def test_a_text_without_anything_becomes_empty(text: str) -> None:
    assert formatted(text) == ""


@pytest.mark.parametrize(
    ("written", "layout"),
    [
        ("let a=1;\r\nlet b=2;\n", "let a = 1;\r\nlet b = 2;\r\n"),
        ("let a=1;\nlet b=2;\r\n", "let a = 1;\nlet b = 2;\n"),
        ("let a=1; // x\r\n\r\n\r\nlet b=2;", "let a = 1; // x\r\n\r\nlet b = 2;\r\n"),
        ("/* a\r\n b */\nlet a=1;", "/* a\r\n b */\r\nlet a = 1;\r\n"),
        ("/* a\r\r\n b */\nlet a=1;\r\r\n", "/* a\r\n b */\r\nlet a = 1;\r\n"),
        ("let a=1;\r\r\n/* a\r\r\n b */", "let a = 1;\r\n/* a\r\n b */\r\n"),
        ("let a=1;\rlet b=2;", "let a = 1;\nlet b = 2;\n"),
        ('use "a\r\nb";\n', 'use "a\r\nb";\r\n'),
        ('use "a";\nuse "a\r\nb";\n', 'use "a";\nuse "a\r\nb";\n'),
    ],
)
def test_lines_end_as_the_first_one_does_but_in_strings(written: str, layout: str) -> None:
    assert formatted(written) == layout


def test_definitions_are_formatted_as_written_also_if_nothing_uses_them() -> None:
    assert formatted('use "no.sq";def f(p,n){hold p(n){tool n;}}session{g(1);set a=h(kv,2);}') == (
        'use "no.sq";\ndef f(p, n) {\n  hold p (n) { tool n; }\n}\n'
        "session {\n  g(1);\n  set a = h(kv, 2);\n}\n"
    )


@pytest.mark.parametrize(
    "kept",
    [
        "def f(x) = (  x];",
        "def f(x) {  x  y;\n\n\n  // why\n }",
        "session {  set a = f(1  2;);\n  end; }",
        "session {  g(1);   cache (2);\n end; }",
    ],
)
def test_an_item_that_does_not_parse_as_it_is_written_is_kept(kept: str) -> None:
    defined = "def e(x)" if "def f" in kept else "def f(x)"
    around = f"{defined} = 1; def g(x) {{ hold kv (x) {{ }} }} pool kv {{ }}"
    written = f"{around}\n {kept} // c\nrun {{horizon   1;}}"
    text = formatted(written)
    assert f"\n{kept} // c\nrun {{ horizon 1; }}\n" in text
    assert formatted(text) == text


def test_meaning_is_not_asked_for() -> None:
    assert formatted("session{set a=unknown;turn;}session{end;}run{speed 1;}") == (
        "session {\n  set a = unknown;\n  turn;\n}\nsession { end; }\nrun { speed 1; }\n"
    )
