"""`sq lsp` starts the server on standard input and output, or on a port."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time

import pytest

from tests.cli.commands import ROOT

MESSAGES: tuple[dict[str, object], ...] = (
    {"id": 1, "method": "initialize", "params": {"processId": None, "capabilities": {}}},
    {"method": "initialized", "params": {}},
    {"id": 2, "method": "shutdown"},
    {"method": "exit"},
)


def framed(messages: tuple[dict[str, object], ...]) -> bytes:
    """The messages as the protocol sends them: a header with the length, then JSON."""
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)


def start(*options: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "sqlang", "lsp", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'server'}"},
    )


@pytest.mark.parametrize("options", [[], ["--stdio"]])
def test_the_server_speaks_on_standard_input_and_output(options: list[str]) -> None:
    with start(*options) as server:
        output, _ = server.communicate(framed(MESSAGES), timeout=60)
    assert server.returncode == 0
    assert output.startswith(b"Content-Length: ")
    assert b'"hoverProvider"' in output


def test_the_server_speaks_on_a_port() -> None:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    with start("--tcp", str(port)) as server:
        with connection(port) as client:
            client.sendall(framed(MESSAGES))
            answer = client.recv(65536)
        code = server.wait(timeout=60)
    assert answer.startswith(b"Content-Length: ")
    assert code == 0


def connection(port: int) -> socket.socket:
    """Connects as soon as the server listens."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=60)
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
