"""Progress of what takes long: only where it can be shown, and every begin has its end."""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor, editing, poor, pushed
from tests.server.test_process import READS_PROC, child_processes
from tests.server.test_runs import server_pid
from tests.server.wire import FOREVER, URI, Wire

SHORT = {"run": {"deadline": 1.0}, "trace": {"enabled": False}}


def kinds(editor: Editor) -> list[list[type[object]]]:
    """How what was reported under each token begins and ends."""
    told = editor.client.progress_reports.values()
    return [[type(each) for each in one if not _is_report(each)] for one in told]


def _is_report(told: object) -> bool:
    return isinstance(told, types.WorkDoneProgressReport)


def reports(editor: Editor) -> list[types.WorkDoneProgressReport]:
    """What was told between the ends, in order."""
    everything: list[object] = []
    for told in editor.client.progress_reports.values():
        everything += told
    return [each for each in everything if isinstance(each, types.WorkDoneProgressReport)]


WHOLE: list[type[object]] = [types.WorkDoneProgressBegin, types.WorkDoneProgressEnd]
# Two million waits of one unit take some seconds.
LONG = FOREVER.replace("1e15", "2e6")
PATIENT = {"run": {"deadline": 60.0}, "trace": {"enabled": False}}


async def begun(editor: Editor) -> None:
    """Waits until something is shown."""
    async with asyncio.timeout(20):
        while not any(kinds(editor)):  # noqa: ASYNC110 - the client tells nobody
            await asyncio.sleep(0.02)


async def under_way(editor: Editor) -> None:
    """Waits until a worker has told how far it is: one that dies earlier is replaced."""
    async with asyncio.timeout(60):
        while not reports(editor):  # noqa: ASYNC110 - the client tells nobody
            await asyncio.sleep(0.02)


async def cancel(editor: Editor, running: asyncio.Future[object]) -> None:
    """Cancels the only request there is, which is then answered with an error."""
    (number,) = editor.client.protocol._request_futures
    editor.client.protocol.notify("$/cancelRequest", types.CancelParams(number))
    with pytest.raises(JsonRpcException):
        await running


async def test_a_long_run_shows_that_it_goes_on() -> None:
    async with editing(pushed(), SHORT) as editor:
        editor.open(FOREVER)
        await editor.execute("sq.run")
        await editor.hover("stage")
        assert kinds(editor) == [WHOLE]


async def test_a_cancelled_run_ends_its_progress() -> None:
    async with editing(pushed(), SHORT) as editor:
        editor.open(FOREVER)
        running = asyncio.ensure_future(editor.execute("sq.run"))
        await begun(editor)
        await cancel(editor, running)
        await editor.hover("stage")
        assert kinds(editor) == [WHOLE]


@READS_PROC
async def test_a_worker_that_dies_ends_its_progress() -> None:
    async with editing(pushed(), PATIENT) as editor:
        editor.open(FOREVER)
        running = asyncio.ensure_future(editor.execute("sq.run"))
        await under_way(editor)
        for pid in child_processes(server_pid(editor)):
            os.kill(pid, signal.SIGKILL)
        with suppress(JsonRpcException):
            async with asyncio.timeout(20):
                await running
        await editor.hover("stage")
        assert kinds(editor) == [WHOLE]


async def test_it_tells_the_share_of_the_horizon() -> None:
    async with editing(pushed(), PATIENT) as editor:
        editor.open(LONG)
        running = asyncio.ensure_future(editor.execute("sq.run"))
        async with asyncio.timeout(60):
            while len(reports(editor)) < 2:  # noqa: ASYNC110 - the client tells nobody
                await asyncio.sleep(0.02)
        shares = [each.percentage or 0 for each in reports(editor)]
        assert shares == sorted(shares)
        assert all(0 <= share <= 100 for share in shares)
        told = reports(editor)[-1].message or ""
        assert told.startswith("time ")
        assert told.endswith(" of 2e+06")
        await cancel(editor, running)


async def test_a_client_may_cancel_it_where_it_is_shown() -> None:
    async with editing(pushed(), PATIENT) as editor:
        editor.open(FOREVER)
        running = asyncio.ensure_future(editor.execute("sq.run"))
        await begun(editor)
        (token,) = editor.client.progress_reports
        params = types.WorkDoneProgressCancelParams(token)
        editor.client.window_work_done_progress_cancel(params)
        with pytest.raises(JsonRpcException) as refused:
            await running
        assert refused.value.code == types.LSPErrorCodes.RequestCancelled
        await editor.hover("stage")
        assert kinds(editor) == [WHOLE]


async def test_the_token_of_the_client_is_used_at_once(wire: Wire) -> None:
    await wire.initialize()
    wire.open(FOREVER.replace("1e15", "10"))
    given = {"command": "sq.run", "arguments": [URI], "workDoneToken": "mine"}
    await wire.request("workspace/executeCommand", given)
    told = [each["params"] for each in wire.received if each.get("method") == "$/progress"]
    assert {each["token"] for each in told} == {"mine"}
    assert [each["value"]["kind"] for each in (told[0], told[-1])] == ["begin", "end"]
    assert "window/workDoneProgress/create" not in wire.methods()


async def test_a_short_run_shows_nothing() -> None:
    async with editing(pushed()) as editor:
        editor.open(FOREVER.replace("1e15", "10"))
        await editor.traced()
        await editor.execute("sq.run")
        assert kinds(editor) == []


async def test_a_client_that_cannot_show_it_is_not_told() -> None:
    async with editing(poor(), SHORT) as editor:
        editor.open(FOREVER)
        await editor.execute("sq.run")
        assert kinds(editor) == []
