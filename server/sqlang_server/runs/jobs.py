"""What is asked of a worker; `sqlang.worker` describes the messages."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import NamedTuple

from sqlang_server.runs.process import Message

_numbers = count(1)
_ENDINGS = ("done", "failed", "crashed")


class Job(NamedTuple):
    """A run that is wanted: a program as IR in JSON, where its files are, and its bounds.

    `iterations` counts those of all step stages; `deadline` is in seconds of wall time; `lines` is
    how many of the first ITER lines are wanted.
    """

    number: int
    program: str
    directory: str | None
    iterations: int
    deadline: float
    lines: int = 0

    @classmethod
    def of(
        cls,
        program: str,
        directory: str | None,
        iterations: int,
        deadline: float,
        lines: int = 0,
    ) -> Job:
        return cls(next(_numbers), program, directory, iterations, deadline, lines)

    @property
    def content(self) -> tuple[object, ...]:
        """Equal for jobs with equal results."""
        digest = sha256(self.program.encode("utf-8", "surrogatepass")).digest()
        return digest, self.directory, self.iterations, self.deadline, self.lines

    def request(self) -> Message:
        bounds = {"iterations": self.iterations, "deadline": self.deadline}
        run = {"ir": self.program, "directory": self.directory, "lines": self.lines, **bounds}
        return {"id": self.number, "run": run}

    def cancellation(self) -> Message:
        return {"cancel": self.number}

    def begun_by(self, message: Message) -> bool:
        """Whether a message says that the run begins now."""
        return "ready" in message

    def ended_by(self, message: Message) -> bool:
        """Whether a message is the last one about this job."""
        return any(ending in message for ending in _ENDINGS)
