"""Programs that never end or would need all there is, typed letter by letter."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from lsprotocol import types

from tests.server.editor import EXAMPLE, Editor, editing, pushed
from tests.server.test_process import READS_PROC, alive, child_processes
from tests.server.test_runs import server_pid
from tests.server.wire import FOREVER

pytestmark = pytest.mark.asyncio(loop_scope="module")

PROGRAM = EXAMPLE.read_text(encoding="utf-8")
EAGER = {"trace": {"delay": 0}, "run": {"deadline": 0.5}, "diagnostics": {"delay": 0}}
_SOON = 10.0
"""Seconds, on a machine that may be busy; what is computed here takes for ever."""
DOUBLING = "def g0() { run engine (1); }\n" + "".join(
    f"def g{level}() {{ g{level - 1}(); g{level - 1}(); }}\n" for level in range(1, 40)
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared_editor() -> AsyncIterator[Editor]:
    async with editing(pushed(), EAGER) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def editor(shared_editor: Editor) -> AsyncIterator[Editor]:
    """The editor of the module with no document open."""
    yield shared_editor
    shared_editor.close_all()


async def hover_in_time(editor: Editor) -> None:
    asked = editor.client.text_document_hover_async(
        types.HoverParams(editor.document, types.Position(0, 0))
    )
    # Not taken back if it is late: an answer that nobody wants ends the client.
    await asyncio.wait_for(asyncio.shield(asked), _SOON)


@READS_PROC
@pytest.mark.parametrize(
    ("old", "typed"),
    [
        ("horizon 20", "horizon 1e15"),
        ("batch(2)", "batch(1e9)"),
        ("batch(2)", "poisson(1e9)"),
        ("cap 20;", "cap 1e300;"),
        ("end;", "loop { run gate (0); }"),
    ],
)
async def test_whatever_it_would_do_the_next_letter_is_answered(
    editor: Editor, old: str, typed: str
) -> None:
    """In the end the program that was there before is back, with its values, and two workers."""
    editor.open(PROGRAM)
    editor.replace(old, "")
    at = PROGRAM.index(old)
    for count, letter in enumerate(typed):
        editor.edit((at + count, at + count, letter))
        await hover_in_time(editor)
    await asyncio.sleep(0.2)
    await hover_in_time(editor)
    editor.edit((0, len(editor.text), PROGRAM))
    labels = await editor.traced()
    assert labels[editor.line_of("run { horizon")][0].startswith("ends 4")
    assert sum(map(alive, child_processes(server_pid(editor)))) <= 2


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("stage many[1000000000] : delay;\n" + PROGRAM, "SQ006"),
        (DOUBLING + PROGRAM.replace("end;", "g39(); end;"), "SQ226"),
        (f"let deep = {'(' * 50_000}1{')' * 50_000};\n{PROGRAM}", "SQ006"),
    ],
)
async def test_what_would_be_too_large_is_one_mistake(editor: Editor, text: str, code: str) -> None:
    editor.open(text, version=editor.version + 1)
    found = await editor.diagnostics()
    assert [each.code for each in found if each.code == code] == [code]
    await hover_in_time(editor)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
async def test_edits_and_runs_leave_nothing_behind(editor: Editor) -> None:
    """After as many edits again the server is as large as it was, but for a tenth."""
    editor.open(PROGRAM)
    sizes = []
    for _ in range(3):
        for number in range(100):
            text = PROGRAM.replace("cap 20", f"cap {20 + number}")
            editor.edit((0, len(editor.text), FOREVER if number % 10 == 0 else text))
            await editor.hints()
        await editor.traced()
        sizes.append(resident(server_pid(editor)))
    assert sizes[2] < sizes[1] * 1.1


def resident(pid: int) -> int:
    """How much of a process is in memory, in kibibytes."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:"))
