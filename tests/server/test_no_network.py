"""The server opens no socket and tells nobody anything, nor do its workers."""

from __future__ import annotations

import os
from pathlib import Path

from tests.server.editor import EXAMPLE
from tests.server.wire import DOCUMENT, URI, at, wired

_WATCH = """import sys

LOG = {log!r}
REACHING_OUT = ("socket.connect", "socket.bind", "socket.getaddrinfo", "socket.sendto")


def note(line):
    with open(LOG, "a", encoding="utf-8") as file:
        file.write(line + "\\n")


def watch(event, arguments):
    # An event loop wakes itself through a pair of local sockets: family 1.
    if event in REACHING_OUT or (event == "socket.__new__" and int(arguments[1]) != 1):
        note(f"{{event}} {{arguments[1:]!r}}")


sys.addaudithook(watch)
note("watched " + " ".join(sys.orig_argv[1:]))
"""


async def test_no_process_of_ours_opens_a_socket(tmp_path: Path) -> None:
    log = tmp_path / "log"
    watcher = tmp_path / "sitecustomize.py"
    watcher.write_text(_WATCH.format(log=str(log)), encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    async with wired(environment={"PYTHONPATH": path}) as server:
        await server.initialize()
        server.open(EXAMPLE.read_text(encoding="utf-8"))
        for method in ("sq/ir", "sq/trace", "sq/report"):
            assert "result" in await server.request(method, DOCUMENT)
        await server.request("textDocument/hover", at(0, 3))
        await server.request("textDocument/completion", at(0, 3))
        arguments = [{"uri": URI, "without": "12"}]
        compared = {"command": "sq.compare", "arguments": arguments}
        assert "result" in await server.request("workspace/executeCommand", compared)
        await server.request("shutdown")
        server.notify("exit")
        assert await server.ended() == 0
    lines = log.read_text(encoding="utf-8").splitlines()
    watched = {line for line in lines if line.startswith("watched ")}
    assert any("sqlang_server" in line for line in watched)
    assert any("sqlang.worker" in line for line in watched)
    assert [line for line in lines if line not in watched] == []
