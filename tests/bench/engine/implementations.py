"""What is measured beside each other, and how it is asked: a process for each program."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

_SCRIPT: Final = Path(__file__).parent / "subject.py"
_SECONDS: Final = 900
"""Of wall time for an answer."""


class Implementation(NamedTuple):
    """`form` is `reference`, `compiled` or `plain`; `interpreter` is a Python that has it."""

    form: str
    module: str
    interpreter: str
    finds_checkout: bool = False
    """Whether its Python looks for modules where this one does, which may be in a checkout."""


REFERENCE: Final = Implementation("reference", "pyserq", sys.executable)
PLAIN: Final = Implementation("plain", "sqlang", sys.executable, finds_checkout=True)


def compiled(interpreter: str) -> Implementation:
    """Our compiled form, which the environment of an interpreter has."""
    return Implementation("compiled", "sqlang", interpreter)


class SilentError(RuntimeError):
    """An implementation gave no answer."""


class Running(NamedTuple):
    """What the first run of a program gave; `peak` in mebibytes."""

    report: str
    events: int
    iterations: int
    peak: float


class Process:
    """A process with an implementation and a program; a context manager: the process must end."""

    def __init__(self, implementation: Implementation, program: Path) -> None:
        self.implementation: Final = implementation
        self._program: Final = program
        environment = dict(os.environ)
        if not implementation.finds_checkout:
            environment.pop("PYTHONPATH", None)
        self._process: Final = subprocess.Popen(
            [implementation.interpreter, "-P", str(_SCRIPT), implementation.module, str(program)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def first(self) -> Running:
        """Compile and run for the first time in this process; raises `SilentError`."""
        answer = self._ask("first")
        assert isinstance(answer, dict)
        form = self.implementation.form
        if answer["form"] != form:
            raise SilentError(f"{self.implementation.interpreter} has no {form} form of sqlang")
        return Running(
            str(answer["report"]),
            int(answer["events"]),
            int(answer["iterations"]),
            float(answer["peak"]),
        )

    def compile(self) -> float:
        """Seconds of processor time of one compilation."""
        return self._seconds("compile")

    def run(self) -> float:
        """Seconds of processor time of one run."""
        return self._seconds("run")

    def _seconds(self, request: str) -> float:
        answer = self._ask(request)
        assert isinstance(answer, float)
        return answer

    def _ask(self, request: str) -> object:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        line = ""
        try:
            self._process.stdin.write(f"{request}\n")
            self._process.stdin.flush()
            ready, _, _ = select.select([self._process.stdout], [], [], _SECONDS)
            line = self._process.stdout.readline() if ready else ""
        except BrokenPipeError:
            pass
        if not line:
            name = self._program.stem
            raise SilentError(f"{self.implementation.form}: no answer on {name}")
        found: object = json.loads(line)
        return found
