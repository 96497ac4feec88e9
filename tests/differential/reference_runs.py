"""What the reference makes of programs that run, asked in a warm process of its own.

It never ends on some programs and fails internally on a few: each run has a bound on processor time
and the process one on memory; if it ends, another takes its place.
"""

from __future__ import annotations

import json
import os
import resource
import select
import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from tests.differential.outcome import Ending, Outcome

if TYPE_CHECKING:
    import pyserq

SECONDS: Final = 3
"""Of processor time, for one run."""

_WALL_SECONDS: Final = 60
_BYTES: Final = 2 << 30


class RunningReference:
    """Asks one process at a time; a context manager, since the process must end."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> RunningReference:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.close()

    def run(self, path: Path) -> Outcome:
        """Compile and run a file; `ENDLESS` if it did not end, `INTERNAL` if it broke down."""
        process = self._process = self._process or _start()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{path}\n")
        process.stdin.flush()
        ready, _, _ = select.select([process.stdout], [], [], _WALL_SECONDS)
        line = process.stdout.readline() if ready else ""
        if line:
            ending, message, report, samples, program, lines = json.loads(line)
            named = tuple((name, values) for name, values in samples)
            return Outcome(Ending(ending), message, report, named, tuple(lines), program)
        self.close()
        return Outcome(Ending.ENDLESS)

    def close(self) -> None:
        """End the process; the next run starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _start() -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "tests.differential.reference_runs"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _serve() -> None:
    """Answer the paths that come in, a line each."""
    os.environ["SERQ_TRACE_ITER"] = os.environ["SERQ_TRACE_EVICT"] = "1"
    resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with tempfile.TemporaryFile("w+") as errors:
        os.dup2(errors.fileno(), sys.stderr.fileno())
        for line in sys.stdin:
            used = resource.getrusage(resource.RUSAGE_SELF)
            limit = int(used.ru_utime + used.ru_stime) + 1 + SECONDS
            resource.setrlimit(resource.RLIMIT_CPU, (limit, resource.RLIM_INFINITY))
            os.ftruncate(errors.fileno(), 0)
            os.lseek(errors.fileno(), 0, os.SEEK_SET)
            answer = _answer(line.rstrip("\n"))
            errors.seek(0)
            written = errors.read().splitlines()
            lines = [each for each in written if each.startswith("ITER ")]
            lines += [each for each in written if each.startswith("EVICT ")]
            print(json.dumps([*answer, lines]), flush=True)


def _answer(path: str) -> tuple[str, str, str, list[tuple[str, str]], str]:
    import pyserq

    try:
        program = pyserq.compile(path)
    except ValueError as error:
        return Ending.REFUSED.value, str(error), "", [], ""
    try:
        report = pyserq.run(program)
    except ValueError as error:
        return Ending.FAILED.value, str(error), "", [], program.to_json()
    except BaseException as error:
        if type(error).__name__ != "PanicException":
            raise
        return Ending.INTERNAL.value, str(error), "", [], program.to_json()
    samples = [(name, _samples(observe)) for name, observe in report.observes.items()]
    return Ending.REPORT.value, "", report.json(), samples, program.to_json()


def _samples(observe: pyserq.Observe) -> str:
    return repr((observe.samples, observe.times, observe.sessions, observe.turns))


if __name__ == "__main__":
    _serve()
