"""A worker process and a client that waits for its answers."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

REPOSITORY = Path(__file__).parent.parent.parent


class Worker:
    """`python -m sqlang.worker`, ended with the test."""

    def __init__(self, *options: str, interpreter_options: tuple[str, ...] = ()) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *interpreter_options, "-m", "sqlang.worker", *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=REPOSITORY,
        )

    def __enter__(self) -> Worker:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()

    def send(self, message: object) -> None:
        self.send_line(json.dumps(message))

    def send_line(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        message = json.loads(self.process.stdout.readline())
        assert isinstance(message, dict)
        return message

    def answer(self, identity: object) -> dict[str, Any]:
        """The message that ends a run, after whatever comes before it."""
        while True:
            message = self.receive()
            if message["id"] == identity and not {"ready", "partial"} & message.keys():
                return message

    def end_of_input(self) -> int:
        """Closes the pipe; the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(timeout=10)
