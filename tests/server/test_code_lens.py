"""The lenses above `run`: always the same number, wherever the text goes."""

from __future__ import annotations

import pytest

from sqlang_server.features.code_lens import code_lenses
from sqlang_server.view import View
from tests.server.editor import EXAMPLE, editing, pushed
from tests.server.snapshots import DEPLOYMENT, URI, mark, traced, view_of

COMMANDS = ["sq.run", "sq.ir", "sq.trace", "sq.timeline"]


def lines(view: View) -> list[int]:
    return [lens.range.start.line for lens in code_lenses(view) or ()]


def test_they_stand_at_the_run_item() -> None:
    assert lines(view_of()) == [9, 9, 9, 9]


def test_each_carries_the_document() -> None:
    lenses = code_lenses(view_of()) or []
    commands = [lens.command for lens in lenses if lens.command is not None]
    assert [command.command for command in commands] == COMMANDS
    assert all(command.arguments == [URI] for command in commands)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "let x = ;",
        DEPLOYMENT.replace("run {", "ru {"),
        DEPLOYMENT.replace("run {", "run"),
        DEPLOYMENT.replace("session {", "session "),
        DEPLOYMENT + "run { horizon 3; }",
    ],
)
def test_there_are_as_many_in_any_text(text: str) -> None:
    assert len(lines(view_of(text))) == len(COMMANDS)


def test_a_half_typed_run_keeps_them_where_they_were() -> None:
    settings = mark(DEPLOYMENT, "run { horizon 20; }", "ends 4", "program")
    text = DEPLOYMENT.replace("run {", "rn {")
    assert lines(view_of(text, traced=traced(marks=(settings,)))) == [9, 9, 9, 9]


async def test_the_number_never_changes_while_one_types_and_runs() -> None:
    async with editing(pushed()) as editor:
        editor.open(EXAMPLE.read_text(encoding="utf-8"))
        counts = [len(await editor.lenses())]
        await editor.traced()
        counts.append(len(await editor.lenses()))
        for character in "observe x = (1":
            at = editor.text.index("  end;")
            editor.edit((at, at, character))
            counts.append(len(await editor.lenses()))
        editor.edit((0, len(editor.text), ""))
        counts.append(len(await editor.lenses()))
        assert set(counts) == {len(COMMANDS)}
