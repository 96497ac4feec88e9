"""The protocol as bytes on pipes, for what no well-behaved client would send or see."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

import attrs

Json = dict[str, Any]

SERVER = (sys.executable, "-m", "sqlang_server")
PATIENCE = 20
URI = "file:///work/program.sq"
DOCUMENT: Json = {"textDocument": {"uri": URI}}
FOREVER = """stage s : delay;
workload { arrive batch(1); }
session { loop { run s (1); } }
run { horizon 1e15; }
"""


def at(line: int, character: int) -> Json:
    return {**DOCUMENT, "position": {"line": line, "character": character}}


def in_range(line: int, character: int) -> Json:
    there = {"line": line, "character": character}
    return {**DOCUMENT, "range": {"start": there, "end": there}}


@attrs.define(eq=False)
class Wire:
    """A server process; every message it sends is kept, in order.

    Messages go over its standard streams unless others are given.
    """

    process: asyncio.subprocess.Process
    received: list[Json] = attrs.Factory(list)
    ids: Any = attrs.Factory(lambda: count(1))
    news: asyncio.Event = attrs.Factory(asyncio.Event)
    opened: list[str] = attrs.Factory(list)
    reader: asyncio.StreamReader | None = None
    writer: asyncio.StreamWriter | None = None

    def write(self, data: bytes) -> None:
        writer = self.writer or self.process.stdin
        assert writer is not None
        writer.write(data)

    def send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: object = None) -> None:
        self.send({"method": method, "params": params})

    def ask(self, method: str, params: object = None) -> int:
        """Sends a request without waiting for its answer."""
        number: int = next(self.ids)
        self.send({"id": number, "method": method, "params": params})
        return number

    async def request(self, method: str, params: object = None) -> Json:
        """The whole answer to a request, be it a result or an error."""
        return await self.answer(self.ask(method, params))

    async def answer(self, number: int) -> Json:
        def found() -> Json | None:
            answers = (each for each in self.received if "method" not in each)
            return next((each for each in answers if each.get("id") == number), None)

        await self.until(lambda: found() is not None)
        answer = found()
        assert answer is not None
        return answer

    async def initialize(self, capabilities: Json | None = None, **params: object) -> Json:
        given = {"processId": None, "rootUri": None, "capabilities": capabilities or {}, **params}
        answer = await self.request("initialize", given)
        self.notify("initialized", {})
        return answer

    def open(self, text: str, uri: str = URI, version: int = 1) -> None:
        item = {"uri": uri, "languageId": "serq", "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})
        self.opened.append(uri)

    def close_all(self) -> None:
        """Closes every document and forgets what was said about them."""
        for uri in self.opened:
            self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
        self.opened.clear()
        self.received.clear()

    def methods(self) -> list[str]:
        """What the server asked or told of its own accord."""
        return [each["method"] for each in self.received if "method" in each]

    def published(self, uri: str = URI) -> list[Json]:
        return [
            each["params"]
            for each in self.received
            if each.get("method") == "textDocument/publishDiagnostics"
            and each["params"]["uri"] == uri
        ]

    async def until(self, done: Any) -> None:  # noqa: ANN401 - any condition
        async with asyncio.timeout(PATIENCE):
            while not done():
                self.news.clear()
                await self.news.wait()

    async def listen(self) -> None:
        reader = self.reader or self.process.stdout
        assert reader is not None
        with suppress(asyncio.IncompleteReadError):
            while True:
                header = await reader.readuntil(b"\r\n\r\n")
                lines = dict(line.split(": ") for line in header.decode().strip().split("\r\n"))
                body = await reader.readexactly(int(lines["Content-Length"]))
                self.received.append(json.loads(body))
                self.news.set()

    async def ended(self) -> int:
        """The exit code, once the process is gone."""
        return await asyncio.wait_for(self.process.wait(), PATIENCE)


@asynccontextmanager
async def wired(
    command: Sequence[str] = SERVER, environment: dict[str, str] | None = None
) -> AsyncIterator[Wire]:
    """A server of which nothing has been asked yet; killed in the end if it is still there."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **(environment or {})},
        limit=1 << 24,
    )
    wire = Wire(process)
    listener = asyncio.ensure_future(wire.listen())
    try:
        yield wire
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        listener.cancel()
