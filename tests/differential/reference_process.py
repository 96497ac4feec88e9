"""A process that answers with the reference, started when it is asked and anew once it has ended.

The reference is compiled code that may crash or never answer on a text that nobody has tried.
"""

from __future__ import annotations

import select
import subprocess
import sys
from types import TracebackType
from typing import Final, Self


class ReferenceProcess:
    """Asks a module that answers each line with a line; a context manager: the process must end.

    It is given up if an answer takes more than `seconds` of wall time.
    """

    def __init__(self, module: str, seconds: float) -> None:
        self._module: Final = module
        self._seconds: Final = seconds
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def ask(self, question: str) -> str | None:
        """The answer to a line; None if there is none, and the next question goes to another."""
        process = self._process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{question}\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], self._seconds)
        line = process.stdout.readline() if ready else ""
        if line:
            return line
        self.close()
        return None

    def close(self) -> None:
        """End the process; the next question starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _start(self) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", self._module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
