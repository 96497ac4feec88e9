"""Progress of what takes long: only where it can be shown, and every begin has its end."""

from __future__ import annotations

import asyncio

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from tests.server.editor import Editor, editing, poor, pushed
from tests.server.wire import FOREVER

SHORT = {"run": {"deadline": 1.0}, "trace": {"enabled": False}}


def kinds(editor: Editor) -> list[list[type[object]]]:
    """What was reported under each token, in order."""
    return [[type(each) for each in reports] for reports in editor.client.progress_reports.values()]


WHOLE: list[type[object]] = [types.WorkDoneProgressBegin, types.WorkDoneProgressEnd]


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
        async with asyncio.timeout(20):
            while not any(kinds(editor)):  # noqa: ASYNC110 - the client tells nobody
                await asyncio.sleep(0.02)
        (number,) = editor.client.protocol._request_futures
        editor.client.protocol.notify("$/cancelRequest", types.CancelParams(number))
        with pytest.raises(JsonRpcException):
            await running
        await editor.hover("stage")
        assert kinds(editor) == [WHOLE]


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
