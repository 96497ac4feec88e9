"""The server process: its streams, its end, and the code it exits with."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from importlib import metadata
from io import BufferedReader
from types import FrameType
from typing import BinaryIO, Final, NoReturn

# Thousands of classes are made while the protocol loads; collecting among them costs a fifth.
gc.disable()

from pygls.io_ import StdoutWriter  # noqa: E402

from sqlang_server.collecting import Collecting  # noqa: E402
from sqlang_server.server import SqServer  # noqa: E402

gc.enable()
gc.freeze()

_DISTRIBUTION: Final = "serq-lang"
_LOCAL: Final = "127.0.0.1"
_SWITCH_INTERVAL: Final = 0.0005
"""Seconds after which a thread makes way for another."""
_CHUNK: Final = 1 << 16
"""Bytes that are read at once, at most: a pipe holds no more."""


def main(tcp_port: int | None = None) -> int:
    """Serves one client, on standard input and output or on a local port, until it is gone.

    Returns the exit code: 0 after `shutdown` and `exit`, 1 for every other end.
    """
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(name)s: %(message)s")
    # It logs requests that are refused, and every error that the server object is told too.
    logging.getLogger("pygls").setLevel(logging.CRITICAL)
    # A thread that lays a long text out makes way for a key that is pressed.
    sys.setswitchinterval(_SWITCH_INTERVAL)
    Collecting.begin()
    signal.signal(signal.SIGINT, _interrupted)
    if tcp_port is not None:
        return asyncio.run(_serve_tcp(tcp_port))
    reader, writer = private_streams()
    return asyncio.run(_serve_stdio(reader, writer))


def _interrupted(_number: int, _frame: FrameType | None) -> NoReturn:
    """Ends at once: a thread may be blocked in reading standard input, and wait for ever.

    Workers see the end of their input, and end as well.
    """
    os._exit(1)


def private_streams() -> tuple[BufferedReader, BinaryIO]:
    """Standard input and output for the protocol alone.

    A stray `print`, here or in a process we start, goes to standard error, and nobody else can
    take a byte of the client's messages.
    """
    reader = os.fdopen(os.dup(0), "rb")
    writer = os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return reader, writer


async def _serve_stdio(reader: BufferedReader, writer: BinaryIO) -> int:
    server = SqServer(version())
    server.protocol.set_writer(StdoutWriter(writer))
    loop = asyncio.get_running_loop()
    return await _serve(
        server, lambda: loop.run_in_executor(server.thread_pool, reader.read1, _CHUNK)
    )


async def _serve_tcp(port: int) -> int:
    """Serves the first client that connects."""
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        listener.close()
        server = SqServer(version())
        server.protocol.set_writer(writer)
        ended.set_result(await _serve(server, lambda: reader.read(_CHUNK)))

    listener = await asyncio.start_server(connected, _LOCAL, port)
    return await ended


async def _serve(server: SqServer, read: Callable[[], Awaitable[bytes]]) -> int:
    try:
        await server.serve(read)
    except ConnectionError:
        pass
    finally:
        if server.session is not None:
            await server.session.close()
    return server.exit_code


def version() -> str:
    """The version of the distribution; `unknown` in a checkout that is not installed."""
    try:
        return metadata.version(_DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "unknown"
