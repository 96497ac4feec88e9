"""Hints that need no run: constants, parameters, kernel forms, units; each can be turned off."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang_server.features.inlay_hints.hints import inlay_hints
from sqlang_server.features.inline_values import inline_values
from sqlang_server.settings import DEFAULTS, SETTINGS, parse
from tests.server.editor import label_of
from tests.server.snapshots import DEPLOYMENT, everything, mark, traced, view_of

KINDS = ("sq.hints.constants", "sq.hints.parameters", "sq.hints.kernelForms", "sq.hints.units")
NONE = dict.fromkeys(KINDS, False)
TRANSFER = "transfer on net prompt from kv to far (prompt);"
SERVING = f"""pool kv {{ cap 20; }}
pool far {{ cap 9; }}
stage engine : step {{ cost 1; memory kv; }}
stage net : fifo;
workload {{ arrive batch(1); init {{ set prompt = 2; }} }}
session {{
  hold kv (4), far (0) {{
    prefill (2 * prompt) growing kv;
    decode 3 growing kv;
    tool on net (1);
    {TRANSFER}
  }}
}}
run {{ horizon 20; }}
"""


def shown(text: str, only: str, place: types.Range | None = None) -> list[str]:
    """The hints of one kind, each as the line it is in with the label put in between bars."""
    settings, problems = parse({**NONE, only: True})
    assert problems == ()
    hints = inlay_hints(view_of(text, settings=settings), place or everything()) or []
    lines = text.splitlines()
    places = [(lines[hint.position.line], hint.position.character, hint) for hint in hints]
    return [f"{line[:at]}|{label_of(hint)}|{line[at:]}".strip() for line, at, hint in places]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("let a = 2 * 3;", ["let a = 2 * 3;|= 6|"]),
        ("let a = 1 / 3;", ["let a = 1 / 3;|= 0.333333333333|"]),
        ("let a = 5;", []),
        ("let a = -5;", []),
        ("let a = 5; let b = a;", ["let a = 5; let b = a;|= 5|"]),
        ("let a = 0.1 + 0.2;", ["let a = 0.1 + 0.2;|= 0.3|"]),
        ("let a = ;", []),
        ("let a = b + 1;", []),
        ("let a = 2 *\n  3; // six", ["3;|= 6| // six"]),
        ("let a = 1 + 1\nlet b = 2 + 2;", ["let b = 2 + 2;|= 4|"]),
    ],
)
def test_a_constant_that_has_to_be_worked_out_tells_its_value(
    text: str, expected: list[str]
) -> None:
    assert shown(text, "sq.hints.constants")[-len(expected) :] == expected or not expected
    assert len(shown(text, "sq.hints.constants")) >= len(expected)
    if not expected:
        assert shown(text, "sq.hints.constants") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "def w(length, rate) = length / rate; let a = w(3, 4);",
            ["|length:|3, 4);", "|rate:|4);"],
        ),
        ("def w(length) = length; let length = 3; let a = w(length);", []),
        ("def w(a) = a; let b = w(w(2));", ["|a:|w(2));", "|a:|2));"]),
        (
            "def greet(units) { hold kv (units) { } } session { greet(3); }",
            ["|units:|3); }"],
        ),
        ("def w(a) = a; let b = w(1, 2, 3);", ["|a:|1, 2, 3);"]),
        ("let a = max(1, 2);", []),
        ("let a = unknown(1);", []),
        ("def w(a, b) = a; let c = w(1, ;", []),
    ],
)
def test_arguments_of_definitions_tell_their_parameters(text: str, expected: list[str]) -> None:
    hints = shown(text, "sq.hints.parameters")
    assert len(hints) == len(expected)
    assert all(hint.endswith(end) for hint, end in zip(hints, expected, strict=True)), hints


def test_a_parameter_leads_to_where_it_is_declared() -> None:
    text = "def w(length) = length;\nlet a = w(3);\n"
    hint, _ = inlay_hints(view_of(text), everything()) or []
    assert not isinstance(hint.label, str)
    (part,) = hint.label
    assert part.location is not None
    assert part.location.range == types.Range(types.Position(0, 6), types.Position(0, 12))


def test_serving_forms_tell_the_kernel_statements_they_are_short_for() -> None:
    assert shown(SERVING, "sq.hints.kernelForms") == [
        "prefill (2 * prompt) growing kv;|run engine prefill (2 * prompt) growing kv;|",
        "decode 3 growing kv;|run engine decode (3) growing kv;|",
        "tool on net (1);|run net (1);|",
        f"{TRANSFER}|run net (prompt); load far (prompt); release kv;|",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "session { prefill 3; }",
        "session { prefill 3; } stage engine : step { cost 1; }",
        "stage a : step { cost 1; } stage b : step { cost 1; } session { prefill 3; }",
        "stage engine : step { cost 1; } session { prefill ; }",
        "stage net : fifo; session { transfer 3 on net; }",
    ],
)
def test_a_form_that_names_no_stage_has_none(text: str) -> None:
    assert shown(text, "sq.hints.kernelForms") == []


def test_options_and_work_tell_their_units() -> None:
    text = DEPLOYMENT.replace("cost 1;", "cost 1 + 2; chunk 3;")
    assert shown(text, "sq.hints.units") == [
        "pool kv { cap 20|units of the pool|; block 4; }",
        "pool kv { cap 20; block 4|units of the pool|; }",
        "stage engine : step { budget rate|tokens|; cost 1 + 2; chunk 3; memory kv; }",
        "stage engine : step { budget rate; cost 1 + 2|time|; chunk 3; memory kv; }",
        "stage engine : step { budget rate; cost 1 + 2; chunk 3|tokens|; memory kv; }",
        "hold kv (4) { run engine prefill (2|tokens|); }",
        "run { horizon 20|time|; }",
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_can_be_turned_off(kind: str) -> None:
    text = "def w(a) = a; let b = w(1) + 1;" + SERVING
    everything_on, _ = parse(dict.fromkeys(KINDS, True))
    without, _ = parse({**dict.fromkeys(KINDS, True), kind: False})
    most = inlay_hints(view_of(text, settings=everything_on), everything()) or []
    fewer = inlay_hints(view_of(text, settings=without), everything()) or []
    assert len(fewer) < len(most)


def test_with_all_turned_off_there_are_none() -> None:
    settings, _ = parse(NONE)
    assert inlay_hints(view_of(DEPLOYMENT, settings=settings), everything()) is None


def test_only_the_lines_asked_for_are_told() -> None:
    text = "let a = 1 + 1;\nlet b = a + 1;\nlet c = b + 1;\n"
    line = types.Range(types.Position(1, 0), types.Position(1, 99))
    assert shown(text, "sq.hints.constants", line) == ["let b = a + 1;|= 3|"]


def test_the_values_of_a_half_typed_program_stay() -> None:
    text = DEPLOYMENT.replace("hold kv (4) {", "hold kv (")
    hints = inlay_hints(view_of(text), everything()) or []
    assert [(hint.position.line, label_of(hint)) for hint in hints] == [(0, "= 6")]


def test_inline_values_are_those_of_the_run_and_the_constants() -> None:
    marks = (
        mark(DEPLOYMENT, "set t0 = now;", "0, 0", "set"),
        mark(DEPLOYMENT, "hold kv (4) { run engine prefill (2); }", "admitted 2", "hold"),
        mark(DEPLOYMENT, "observe total = now - t0;", "", "observe"),
    )
    values = inline_values(view_of(traced=traced(marks=marks)), everything())
    assert all(isinstance(value, types.InlineValueText) for value in values)
    told = [(value.range.start.line, getattr(value, "text", "")) for value in values]
    assert told == [(0, "rate = 6"), (5, "0, 0"), (6, "admitted 2")]


def test_the_settings_are_in_the_one_table() -> None:
    assert set(KINDS) < {setting.name for setting in SETTINGS}
    assert (DEFAULTS.hints_constants, DEFAULTS.hints_parameters) == (True, True)
    assert (DEFAULTS.hints_kernel_forms, DEFAULTS.hints_units) == (False, False)
