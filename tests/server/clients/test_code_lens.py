"""Lenses above `run` of an example: the same four for all clients and in any text."""

from __future__ import annotations

import pytest
from lsprotocol import types

from tests.server.editor import Editor

pytestmark = pytest.mark.asyncio(loop_scope="package")

COMMANDS = ["sq.run", "sq.ir", "sq.trace", "sq.timeline"]


async def shown(editor: Editor) -> list[tuple[int, str]]:
    """The commands with the lines they stand at, each with the document as its argument."""
    lenses = await editor.lenses()
    commands = [lens.command for lens in lenses if lens.command is not None]
    assert len(commands) == len(lenses)
    assert [list(command.arguments or ()) for command in commands] == [[editor.uri]] * 4
    return [(lens.range.start.line, lens.command.command) for lens in lenses if lens.command]


async def test_they_are_whole_at_once_and_stay_through_run_and_error(editor: Editor) -> None:
    editor.open_example()
    line = editor.line_of("run { horizon")
    expected = [(line, command) for command in COMMANDS]
    assert await shown(editor) == expected
    await editor.traced()
    assert await shown(editor) == expected
    editor.replace("set t0 = now;", "set t0 = (")
    assert await shown(editor) == expected
    provider = editor.result.capabilities.code_lens_provider
    assert provider is not None
    assert not provider.resolve_provider
    if editor.name != "vs code":
        assert types.WORKSPACE_CODE_LENS_REFRESH not in editor.asked


async def test_each_command_can_be_executed(editor: Editor) -> None:
    editor.open_example()
    announced = editor.result.capabilities.execute_command_provider
    assert announced is not None
    assert set(COMMANDS) <= set(announced.commands)
    for command, beginning in zip(
        COMMANDS, ("serQ run", "{", " 1  //", "0 to 4 · 2 sessions"), strict=True
    ):
        assert (await editor.execute(command))["text"].startswith(beginning)
