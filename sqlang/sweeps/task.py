"""One run of a sweep, in whichever process: texts and numbers in, figures out."""

from __future__ import annotations

import hashlib
import io
import os
import signal
import threading
from collections.abc import Mapping
from functools import lru_cache
from time import sleep
from typing import Final, NamedTuple

from sqlang import __version__, engine
from sqlang.diagnostics.catalogue import message
from sqlang.engine import Limits, Report, RunError
from sqlang.engine.memory import memory_to_use
from sqlang.engine.traces.reading import parse_trace
from sqlang.engine.traces.trace import Trace
from sqlang.ir import program as ir
from sqlang.ir.reading import from_json
from sqlang.ir.replace import replace
from sqlang.sweeps.measures import figures_of
from sqlang.views.numbers import exact

STOPPED: Final = "SQ990"
"""The code of a run that a bound has ended."""
_MEMORY: Final = "memory"
_SECONDS_BETWEEN_LOOKS: Final = 1.0
_PROGRAMS_KEPT: Final = 4


class TraceFile(NamedTuple):
    """A trace that programs replay, and what it was when the sweep was planned.

    `directory` is where its relative name begins. `digest` is empty if it could not be read then,
    so that its runs fail.
    """

    directory: str
    name: str
    digest: str

    @property
    def path(self) -> str:
        return os.path.join(self.directory, self.name)


class Task(NamedTuple):
    """What a process is told of a run: a program as JSON, for records do not travel."""

    version: str
    program: str
    trace: TraceFile | None
    seed: int
    limits: Limits
    starter: int
    """The process on this machine without which the run is for nobody; 0 if there is none."""


class Outcome(NamedTuple):
    """How a run came out: its figures, or the code and the message of what ended it.

    `bound` is which one was met, if one was.
    """

    figures: Mapping[str, float | None]
    code: str = ""
    message: str = ""
    bound: str = ""

    @property
    def is_whole(self) -> bool:
        """Whether the run came to its own end."""
        return not self.code


class WorkerError(Exception):
    """A process cannot do what it is told, for a reason that is none of the program's."""


def perform(task: Task) -> Outcome:
    """Run a program with a seed; raises `WorkerError` if this machine is not fit for it."""
    if task.version != __version__:
        raise WorkerError(f"a worker has sqlang {__version__}, and this is {task.version}")
    if task.starter and task.starter != os.getpid():
        _end_with(task.starter)
    program = replace(_program(task.program), seed=task.seed)
    limits = task.limits
    if limits.memory is None:
        limits = limits._replace(memory=memory_to_use())
    try:
        report = _report(program, task.trace, limits)
    except RunError as error:
        return Outcome({}, error.code, error.message.partition("\n")[0])
    except MemoryError:
        return _stopped(_MEMORY, "")
    if report.stopped is not None:
        return _stopped(report.stopped.reason, f", at time {exact(report.stopped.time)}")
    return Outcome(figures_of(report.json()))


def _report(program: ir.Program, file: TraceFile | None, limits: Limits) -> Report:
    if file is None:
        return engine.run(program, limits=limits, sample_places=False)
    trace, directory = _trace(file), file.directory
    return engine.run(program, directory=directory, trace=trace, limits=limits, sample_places=False)


def digest_of(data: bytes) -> str:
    """What tells one content from another."""
    return hashlib.sha256(data).hexdigest()


def _stopped(bound: str, when: str) -> Outcome:
    return Outcome({}, STOPPED, message(STOPPED, {"bound": f"{bound}{when}"}), bound)


@lru_cache(maxsize=_PROGRAMS_KEPT)
def _program(text: str) -> ir.Program:
    return from_json(text)


@lru_cache(maxsize=1)
def _trace(file: TraceFile) -> Trace | None:
    """The trace; None if the run shall find out itself why there is none."""
    if not file.digest:
        return None
    try:
        with open(file.path, "rb") as opened:
            data = opened.read()
    except OSError as error:
        reason = error.strerror or str(error)
        raise WorkerError(f"a worker cannot read the trace {file.path}: {reason}") from error
    if digest_of(data) != file.digest:
        raise WorkerError(f"the trace {file.path} is not what it was when the sweep began")
    return parse_trace(file.path, io.BytesIO(data))


@lru_cache(maxsize=1)
def _end_with(starter: int) -> None:
    """End this process soon after the one that started it, and by nothing else from a keyboard."""

    def watch() -> None:
        while os.getppid() == starter:
            sleep(_SECONDS_BETWEEN_LOOKS)
        os._exit(1)

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, name="sq-sweep-starter", daemon=True).start()
