"""`python subject.py IMPLEMENTATION FILE`: one implementation and one program in its own process.

Runs as a script, so that it loads the implementation that its interpreter has and nothing of the
checkout beside it. Each line that comes in is a request, `first`, `compile` or `run`, and each is
answered with a line of JSON. Times are processor times in seconds.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

_BYTES = 4 << 30
_SECONDS = 600
_LEAST_SECONDS = 0.1


class Subject:
    """`implementation` is `sqlang` or `pyserq`, which have the same functions."""

    def __init__(self, implementation: str, path: str) -> None:
        self._module: Any = importlib.import_module(implementation)
        self._path = path
        self._program: Any = None

    def first(self) -> dict[str, object]:
        """Compile and run for the first time; what came out, and the most memory that it took."""
        self._program = self._module.compile(self._path)
        report = self._module.run(self._program)
        iterations = sum(stage.iterations for stage in report.stages)
        return {
            "report": report.json(),
            "events": report.events,
            "iterations": iterations,
            "peak": _peak(),
            "form": _form(self._module.__name__),
        }

    def compile(self) -> float:
        """Processor time of one compilation."""
        compile_path, path = self._module.compile, self._path
        return _mean_time(lambda: compile_path(path))

    def run(self) -> float:
        """Processor time of one run."""
        run, program = self._module.run, self._program
        return _mean_time(lambda: run(program))


def _mean_time(action: Callable[[], object]) -> float:
    """What is done once may be shorter than what the clock can tell: it is done for a while."""
    begun = process_time()
    times, spent = 0, 0.0
    while spent < _LEAST_SECONDS:
        action()
        times += 1
        spent = process_time() - begun
    return spent / times


def _form(implementation: str) -> str:
    if implementation != "sqlang":
        return "reference"
    return "compiled" if importlib.import_module("sqlang.engine").COMPILED else "plain"


def _peak() -> float:
    """The most memory in use so far, in mebibytes.

    What the system counts for a process begins with that of the one it was forked from, so it is
    asked for that of the program in it where the system tells.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            for line in file:
                if line.startswith("VmHWM:"):
                    return int(line.split()[1]) / 1024
    except OSError:
        pass
    unit = 2**20 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit


def main() -> None:
    """Answer requests until there are no more."""
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (_BYTES, _BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, resource.RLIM_INFINITY))
    subject = Subject(sys.argv[1], sys.argv[2])
    for line in sys.stdin:
        request = line.strip()
        answer: object
        if request == "first":
            answer = subject.first()
        elif request == "compile":
            answer = subject.compile()
        else:
            answer = subject.run()
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
