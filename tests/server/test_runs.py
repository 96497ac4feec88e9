"""Runs while one types, with real workers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from pathlib import Path

from tests.server.editor import EXAMPLE, Editor, Editors, editing, pushed
from tests.server.test_process import READS_PROC, alive, child_processes
from tests.server.wire import FOREVER

PROGRAM = EXAMPLE.read_text(encoding="utf-8")


def server_pid(editor: Editor) -> int:
    process = editor.client._server
    assert process is not None
    return process.pid


async def test_an_edit_overtakes_a_run_that_never_ends(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(FOREVER)
    await asyncio.sleep(0.3)
    editor.edit((0, len(editor.text), PROGRAM))
    labels = await editor.traced()
    assert labels[editor.line_of("run { horizon")][0].startswith("ends 4")


async def test_a_run_that_goes_on_shows_what_it_has(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(FOREVER)
    labels = await editor.traced()
    assert labels[editor.line_of("run s (1)")]


async def test_a_run_is_stopped_at_its_deadline() -> None:
    async with editing(pushed(), {"run": {"deadline": 0.3}}) as editor:
        editor.open(FOREVER)
        preview = await editor.preview("sq/report")
        assert "deadline" in preview.text


@READS_PROC
async def test_a_killed_worker_is_replaced() -> None:
    async with editing(pushed()) as editor:
        editor.open(FOREVER)
        await editor.traced()
        for pid in child_processes(server_pid(editor)):
            os.kill(pid, signal.SIGKILL)
        editor.edit((0, len(editor.text), PROGRAM))
        editor.edit((0, 0, "\n"))
        labels = await again(editor)
        assert labels[editor.line_of("run { horizon")][0].startswith("ends 4")


async def again(editor: Editor) -> dict[int, list[str]]:
    """The labels of a program; a worker that died with its run costs one more edit."""
    for _ in range(5):
        try:
            async with asyncio.timeout(3):
                return await editor.traced()
        except TimeoutError:
            editor.edit((0, 0, "\n"))
    return await editor.traced()


@READS_PROC
async def test_many_edits_leave_two_workers_and_the_right_values() -> None:
    async with editing(pushed(), {"trace": {"delay": 0}}) as editor:
        editor.open(PROGRAM)
        for number in range(60):
            text = FOREVER if number % 3 == 0 else PROGRAM
            editor.edit((0, len(editor.text), text))
            await asyncio.sleep(0.01 * (number % 4))
        editor.edit((0, len(editor.text), PROGRAM))
        labels = await editor.traced()
        assert labels[editor.line_of("run { horizon")][0].startswith("ends 4")
        assert sum(map(alive, child_processes(server_pid(editor)))) <= 2


async def test_two_documents_have_their_own_values(editors: Editors) -> None:
    editor = await editors.of(pushed())
    editor.open(PROGRAM, "file:///work/one.sq")
    first = await editor.traced()
    editor.open(PROGRAM.replace("cost 1", "cost 2"), "file:///work/two.sq")
    second = await editor.traced()
    assert first != second
    editor.uri = "file:///work/one.sq"
    assert await editor.labels() == first


@READS_PROC
async def test_nothing_runs_when_the_user_does_not_want_it() -> None:
    async with editing(pushed(), {"trace": {"enabled": False}}) as editor:
        editor.open(PROGRAM)
        for _ in range(50):
            editor.edit((0, 0, " "))
        await editor.diagnostics()
        await asyncio.sleep(0.3)
        assert child_processes(server_pid(editor)) == []
        assert await editor.labels() == {}


@READS_PROC
async def test_the_server_opens_no_connection() -> None:
    async with editing(pushed()) as editor:
        editor.open(PROGRAM)
        await editor.traced()
        pid = server_pid(editor)
        for process in [pid, *child_processes(pid)]:
            assert internet_sockets(process) == set()


def internet_sockets(pid: int) -> set[str]:
    """The sockets of a process that lead anywhere beyond the machine's own pipes."""
    own = {link[len("socket:[") : -1] for link in open_files(pid) if link.startswith("socket:[")}
    known: set[str] = set()
    for table in ("tcp", "tcp6", "udp", "udp6"):
        path = Path(f"/proc/{pid}/net/{table}")
        rows = path.read_text(encoding="utf-8").splitlines()[1:] if path.exists() else []
        known |= {row.split()[9] for row in rows}
    return own & known


def open_files(pid: int) -> list[str]:
    """What the file descriptors of a process lead to."""
    found: list[str] = []
    for descriptor in Path(f"/proc/{pid}/fd").iterdir():
        with contextlib.suppress(FileNotFoundError):  # closed meanwhile
            found.append(descriptor.readlink().name)
    return found


async def test_a_trace_that_changes_on_the_disk_is_replayed_anew(
    editors: Editors, tmp_path: Path
) -> None:
    examples = EXAMPLE.parent
    for name in ("trace_replay.sq", "trace_replay.csv"):
        (tmp_path / name).write_bytes((examples / name).read_bytes())
    editor = await editors.of(pushed())
    program = tmp_path / "trace_replay.sq"
    editor.open(program.read_text(encoding="utf-8"), program.as_uri())
    before = (await editor.preview("sq/report")).text
    trace = tmp_path / "trace_replay.csv"
    lines = trace.read_text(encoding="utf-8").splitlines()
    trace.write_text("\n".join(lines[:2]) + "\n", encoding="utf-8")
    assert (await editor.preview("sq/report")).text != before
