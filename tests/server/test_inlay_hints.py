"""Where hints stand, what they say, and that they stay while one types."""

from __future__ import annotations

import pytest
from lsprotocol import types

from sqlang_server.client import Client
from sqlang_server.edits import Edit
from sqlang_server.features.inlay_hints.traces import resolved, trace_hints
from sqlang_server.runs.marks import Mark
from sqlang_server.runs.traced import Traced
from sqlang_server.view import View
from tests.server.editor import EXAMPLE, Editors, poor, pushed
from tests.server.snapshots import DEPLOYMENT, everything, mark, traced, view_of

HOLD = "hold kv (4) { run engine prefill (2); }"
RUN = "run engine prefill (2);"
MARKS = (
    mark(DEPLOYMENT, RUN, "0:p2 @0"),
    mark(DEPLOYMENT, HOLD, "admitted 2", "hold"),
    mark(DEPLOYMENT, "set t0 = now;", "0, 0", "set"),
    mark(DEPLOYMENT, "observe total = now - t0;", "", "observe"),
    mark(DEPLOYMENT, "run { horizon 20; }", "ends 4", "program"),
)


def shown(view: View, place: types.Range | None = None) -> list[tuple[int, str]]:
    hints = trace_hints(view, place or everything())
    return [(hint.position.line, str(hint.label)) for hint in hints]


def test_labels_stand_in_the_order_of_the_text() -> None:
    view = view_of(traced=traced(marks=MARKS))
    assert shown(view) == [(6, "admitted 2"), (6, "0:p2 @0"), (9, "ends 4")]


def test_without_a_run_there_are_none() -> None:
    assert trace_hints(view_of(), everything()) == []


def test_only_the_lines_asked_for_are_told() -> None:
    view = view_of(traced=traced(marks=MARKS))
    asked = types.Range(types.Position(7, 0), types.Position(9, 0))
    assert shown(view, asked) == [(9, "ends 4")]


@pytest.mark.parametrize(("cursor", "values"), [(None, []), (4, []), (5, [(5, "0, 0")])])
def test_values_of_set_belong_to_the_line_of_the_cursor(
    cursor: int | None, values: list[tuple[int, str]]
) -> None:
    view = view_of(traced=traced(marks=MARKS), cursor=cursor)
    assert [hint for hint in shown(view) if hint[0] == 5] == values


def test_a_failure_is_left_to_the_diagnostics() -> None:
    failed = (mark(DEPLOYMENT, RUN, "guard is 2", "failure"),)
    assert shown(view_of(traced=traced(marks=failed))) == []


def test_values_of_another_program_are_marked() -> None:
    text = DEPLOYMENT.replace("cap 20", "cap 30")
    hints = trace_hints(view_of(text, traced=traced(marks=MARKS)), everything())
    assert {str(hint.label)[-2:] for hint in hints} == {" …"}
    assert all(hint.data == {**hint.data, "stale": True} for hint in hints if hint.data)


def test_a_comment_changes_neither_labels_nor_lines() -> None:
    text = DEPLOYMENT.replace("session {", "session { // one request")
    view = view_of(text, traced=traced(marks=()))
    assert not view.stale


def test_tooltips_come_at_once_to_who_cannot_ask_for_them() -> None:
    hints = trace_hints(view_of(traced=traced(marks=MARKS)), everything())
    assert [hint.tooltip for hint in hints] == [f"all about {hint.label}" for hint in hints]


def test_a_tooltip_says_that_its_values_are_old() -> None:
    text = DEPLOYMENT.replace("cap 20", "cap 30")
    hint, *_ = trace_hints(view_of(text, traced=traced(marks=MARKS)), everything())
    assert hint.tooltip == "from the last version that ran\n\nall about admitted 2"


def test_tooltips_come_later_to_who_asks() -> None:
    client = Client(resolves_hint_tooltip=True, markdown_hover=True)
    view = view_of(client=client, traced=traced(marks=MARKS))
    hints = trace_hints(view, everything())
    assert [hint.tooltip for hint in hints] == [None] * 3
    for hint in hints:
        tooltip = resolved(view, hint).tooltip
        assert isinstance(tooltip, types.MarkupContent)
        assert f"all about {hint.label}" in tooltip.value


@pytest.mark.parametrize("data", [None, {}, 3, {"mark": "x"}, {"mark": 99}, {"mark": -1}])
def test_a_hint_that_is_none_of_ours_stays_as_it_is(data: object) -> None:
    hint = types.InlayHint(types.Position(0, 0), "x", data=data)
    view = view_of(traced=traced(marks=MARKS))
    assert resolved(view, hint) == types.InlayHint(types.Position(0, 0), "x", data=data)


def after(values: Traced, piece: str, new: str) -> tuple[str, Traced]:
    """The text and the values once a piece of it was replaced."""
    start = DEPLOYMENT.index(piece)
    edit = Edit(start, start + len(piece), len(new))
    return DEPLOYMENT.replace(piece, new, 1), values.moved([edit])


@pytest.mark.parametrize(
    ("piece", "new", "lines"),
    [
        ("let rate", "\n\nlet rate", [8, 8, 11]),
        ("t0 = now;", "t0 = ;", [6, 6, 9]),
        ("prefill (2)", "prefill (", [6, 6, 9]),
        ("  hold", "\n    hold", [7, 7, 10]),
        (RUN, "", [6, 9]),
        (f"  {HOLD}\n", "", [8]),
    ],
)
def test_values_stay_beside_their_statements_while_one_types(
    piece: str, new: str, lines: list[int]
) -> None:
    text, values = after(traced(marks=MARKS), piece, new)
    assert [line for line, _ in shown(view_of(text, traced=values))] == lines


def test_each_hint_stands_at_the_end_of_its_line() -> None:
    text = DEPLOYMENT.replace("run { horizon 20; }", "run { horizon 20; } // done")
    marks: tuple[Mark, ...] = (mark(text, "run { horizon 20; }", "ends 4"),)
    (hint,) = trace_hints(view_of(text, traced=traced(text, marks)), everything())
    assert hint.position == types.Position(9, len("run { horizon 20; } // done"))


async def test_a_half_typed_statement_keeps_the_last_values(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(EXAMPLE.read_text(encoding="utf-8"))
    before = await editor.traced()
    editor.replace("set t0 = now;", "set t0 = ;")
    after = await editor.labels()
    marked = {line: [f"{each} …" for each in labels] for line, labels in before.items()}
    assert after == marked
    editor.replace("set t0 = ;", "set t0 = now;")
    assert await editor.traced() == before


async def test_typing_in_a_comment_moves_nothing(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(EXAMPLE.read_text(encoding="utf-8"))
    before = await editor.traced()
    for character in "and so on":
        at = editor.text.index("\n")
        editor.edit((at, at, character))
        assert await editor.labels() == before


async def test_the_client_is_asked_to_ask_again_once_a_run_shows_values(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(EXAMPLE.read_text(encoding="utf-8"))
    await editor.until(lambda: types.WORKSPACE_INLAY_HINT_REFRESH in editor.asked)
    assert await editor.labels()
    assert types.WORKSPACE_CODE_LENS_REFRESH not in editor.asked


async def test_a_client_that_cannot_be_asked_to_ask_again_gets_them_at_once(
    editors: Editors,
) -> None:
    editor = await editors.of(poor())
    editor.open(EXAMPLE.read_text(encoding="utf-8"))
    await editor.traced()
    editor.replace("cap 2;", "cap 1;")
    labels = await editor.labels()
    assert not any(label.endswith(" …") for line in labels.values() for label in line)


async def test_values_of_set_follow_the_cursor(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(EXAMPLE.read_text(encoding="utf-8"))
    line = editor.line_of("set t0")
    assert line not in await editor.traced()
    position = {"line": line, "character": 0}
    editor.client.protocol.notify(
        "sq/cursor", {"textDocument": {"uri": editor.uri}, "position": position}
    )
    assert (await editor.labels())[line] == ["0, 1"]
