"""What the reference makes of programs that run, asked in a warm process of its own.

It never ends on some programs and fails internally on a few: each run has a bound on processor time
and the process one on memory; if it ends, another takes its place.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.differential.outcome import Ending, Outcome
from tests.differential.reference_process import ReferenceProcess

if TYPE_CHECKING:
    import pyserq

SECONDS: Final = 3
"""Of processor time, for one run."""

_WALL_SECONDS: Final = 60
_BYTES: Final = 2 << 30


class RunningReference(ReferenceProcess):
    """Compiles and runs one program at a time."""

    def __init__(self) -> None:
        super().__init__("tests.differential.reference_runs", _WALL_SECONDS)

    def run(self, path: Path) -> Outcome:
        """Compile and run a file; `ENDLESS` if it did not end, `INTERNAL` if it broke down."""
        line = self.ask(str(path))
        if line is None:
            return Outcome(Ending.ENDLESS)
        ending, message, report, samples, program, lines = json.loads(line)
        named = tuple((name, values) for name, values in samples)
        return Outcome(Ending(ending), message, report, named, tuple(lines), program)


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
