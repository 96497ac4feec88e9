"""What the reference implementation says of programs, asked in a process of its own.

It is compiled code and may crash or never answer on a text that nobody has tried: then the process
ends and another takes its place.
"""

from __future__ import annotations

import json
import resource
import select
import subprocess
import sys
from collections.abc import Iterable
from types import TracebackType
from typing import Final, NamedTuple

_SECONDS: Final = 20
_BYTES: Final = 2 << 30


class Answer(NamedTuple):
    """Whether a program is accepted, else the first line of why not; `None`: there is no answer."""

    accepted: bool | None
    message: str


class Reference:
    """Asks one process at a time; a context manager, since the process must end."""

    def __init__(self) -> None:
        self._process = _start()

    def __enter__(self) -> Reference:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._end()

    def compile(
        self, *, path: str | None, text: str | None, sets: Iterable[tuple[str, str]]
    ) -> Answer:
        """Compile a file, or a text without a directory."""
        job = {"path": path, "source": text, "sets": dict(sets)}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{json.dumps(job)}\n")
        self._process.stdin.flush()
        ready, _, _ = select.select([self._process.stdout], [], [], _SECONDS)
        line = self._process.stdout.readline() if ready else ""
        if not line:
            self._end()
            self._process = _start()
            return Answer(None, "no answer")
        return Answer(*json.loads(line))

    def _end(self) -> None:
        self._process.kill()
        self._process.communicate()


def _start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.differential.reference"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _serve() -> None:
    """Answer the jobs that come in, a line each."""
    import pyserq

    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
    for line in sys.stdin:
        job = json.loads(line)
        given = {"source": job["source"]} if job["path"] is None else {"path": job["path"]}
        try:
            pyserq.compile(**given, sets=job["sets"])
            answer = Answer(True, "")
        except ValueError as error:
            answer = Answer(False, str(error).partition("\n")[0])
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    _serve()
