"""The life of the process: when it may be asked, how it ends, and that nothing of it stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import socket
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from tests.server.wire import DOCUMENT, FOREVER, PATIENCE, Wire, at, wired

READS_PROC = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


async def test_initialize_waits_for_nothing_but_the_framework() -> None:
    """The front end and the views load when something is opened."""
    script = "import sys, sqlang_server.app; print(*sys.modules)"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, stdout=asyncio.subprocess.PIPE
    )
    output, _ = await process.communicate()
    heavy = {"lark", "sqlang.analysis", "sqlang.engine", "sqlang.views", "sqlang.vocabulary"}
    assert not heavy & set(output.decode().split())


async def test_nothing_is_answered_before_initialize_but_with_an_error(wire: Wire) -> None:
    answer = await wire.request("textDocument/hover", at(0, 0))
    assert answer["error"]["code"] == types.ErrorCodes.ServerNotInitialized


async def test_a_second_initialize_is_refused(wire: Wire) -> None:
    await wire.initialize()
    answer = await wire.initialize()
    assert answer["error"]["code"] == types.ErrorCodes.InvalidRequest


async def test_after_shutdown_requests_are_refused(wire: Wire) -> None:
    await wire.initialize()
    await wire.request("shutdown")
    answer = await wire.request("textDocument/hover", at(0, 0))
    assert answer["error"]["code"] == types.ErrorCodes.InvalidRequest


async def test_the_server_answers_while_a_program_runs_forever(wire: Wire) -> None:
    await wire.initialize({"workspace": {"inlayHint": {"refreshSupport": True}}})
    wire.open(FOREVER)
    await wire.until(lambda: "workspace/inlayHint/refresh" in wire.methods())
    loop = asyncio.get_running_loop()
    for _ in range(50):
        start = loop.time()
        answer = await wire.request("textDocument/hover", at(2, 0))
        assert answer["result"] is not None
        assert loop.time() - start < 1


async def test_cancelled_requests_are_answered_soon(wire: Wire) -> None:
    await wire.initialize()
    wire.open(FOREVER)
    numbers = []
    for _ in range(20):
        numbers.append(wire.ask("sq/trace", DOCUMENT))
        wire.notify("$/cancelRequest", {"id": numbers[-1]})
    answers = [await wire.answer(number) for number in numbers]
    codes = [answer.get("error", {}).get("code") for answer in answers]
    assert codes == [types.LSPErrorCodes.RequestCancelled] * 20


async def test_every_request_has_one_answer_cancelled_or_not(wire: Wire) -> None:
    """Hovers that were cancelled while they waited behind a run that never ends."""
    await wire.initialize()
    wire.open(FOREVER)
    numbers = [wire.ask("textDocument/hover", at(2, 0)) for _ in range(20)]
    for number in numbers:
        wire.notify("$/cancelRequest", {"id": number})
    answers = [await wire.answer(number) for number in numbers]
    cancelled = types.LSPErrorCodes.RequestCancelled
    assert all("result" in each or each["error"]["code"] == cancelled for each in answers)
    await wire.request("textDocument/hover", at(2, 0))
    answered = [each["id"] for each in wire.received if each.get("id") in numbers]
    assert sorted(answered) == numbers


async def test_shutdown_and_exit_end_with_0(wire: Wire) -> None:
    await wire.initialize()
    wire.open(FOREVER)
    await wire.request("shutdown")
    wire.notify("exit")
    assert await wire.ended() == 0


async def test_exit_alone_ends_with_1(wire: Wire) -> None:
    await wire.initialize()
    wire.notify("exit")
    assert await wire.ended() == 1


async def test_exit_before_initialize_ends_with_1(wire: Wire) -> None:
    wire.notify("exit")
    assert await wire.ended() == 1


async def test_an_interrupt_ends_the_process_though_the_input_stays_open(wire: Wire) -> None:
    await wire.initialize()
    wire.process.send_signal(signal.SIGINT)
    assert await wire.ended() == 1


async def test_the_end_of_the_input_ends_the_process(wire: Wire) -> None:
    await wire.initialize()
    assert wire.process.stdin is not None
    wire.process.stdin.close()
    assert await wire.ended() == 1


@READS_PROC
async def test_no_process_outlives_the_server(wire: Wire) -> None:
    await wire.initialize()
    wire.open(FOREVER)
    family = await children(wire.process.pid)
    os.kill(wire.process.pid, signal.SIGKILL)
    await gone(family)


@READS_PROC
async def test_the_server_does_not_outlive_the_editor(wire: Wire) -> None:
    """Its pipes stay open here, as when something else inherited them."""
    editor = await asyncio.create_subprocess_exec(
        sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE
    )
    await wire.initialize(processId=editor.pid)
    wire.open(FOREVER)
    family = await children(wire.process.pid)
    editor.kill()
    await editor.wait()
    assert await wire.ended() == 1
    await gone(family)


async def children(pid: int) -> list[int]:
    """The workers of a server, once there are some."""
    async with asyncio.timeout(PATIENCE):
        while not (found := child_processes(pid)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    return found


def child_processes(pid: int) -> list[int]:
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in lists for child in each.read_text().split()]


async def gone(pids: list[int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while any(alive(pid) for pid in pids):  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(0.05)


def alive(pid: int) -> bool:
    """Whether a process is there and no mere entry that waits for its parent."""
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


STRAY = """
import os, threading
from sqlang_server import app
threading.Timer(0.3, lambda: (print("stray"), os.write(1, b"stray"))).start()
app.main()
"""


async def test_a_stray_print_does_not_break_the_stream() -> None:
    async with wired((sys.executable, "-c", STRAY)) as wire:
        await wire.initialize()
        await asyncio.sleep(0.5)
        wire.open(FOREVER)
        assert (await wire.request("textDocument/hover", at(2, 0)))["result"] is not None


async def test_one_client_may_come_by_a_local_port() -> None:
    port = free_port()
    script = f"import sys; from sqlang_server import app; sys.exit(app.main({port}))"
    async with wired((sys.executable, "-c", script)) as stdio:
        reader, writer = await connected(port)
        wire = Wire(stdio.process, reader=reader, writer=writer)
        listener = asyncio.ensure_future(wire.listen())
        answer = await wire.initialize()
        assert answer["result"]["serverInfo"]["name"] == "sqlang"
        await wire.request("shutdown")
        wire.notify("exit")
        assert await wire.ended() == 0
        await listener


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


async def connected(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A connection, as soon as somebody listens."""
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(ConnectionRefusedError):
                return await asyncio.open_connection("127.0.0.1", port)
            await asyncio.sleep(0.05)
