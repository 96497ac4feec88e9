"""What is asked of a worker; `sqlang.worker` describes the messages."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from sqlang_server.runs.process import Message
from sqlang_server.runs.sending import SentPieces

if TYPE_CHECKING:
    from sqlang.ir.pieces import ProgramPieces

_numbers = count(1)


class Job(NamedTuple):
    """A run that is wanted: a program, where its files are, and its bounds.

    The program comes in pieces, or as a whole as IR in JSON, of which a worker keeps nothing.
    `iterations` counts those of all step stages; `deadline` is in seconds of wall time; `lines` is
    how many of the first ITER lines are wanted. `key` is another one once a file that the program
    reads has changed. With `timeline` a run is watched for that alone, which costs time.
    """

    number: int
    program: ProgramPieces | str
    directory: str | None
    iterations: int
    deadline: float
    lines: int = 0
    key: str | None = None
    timeline: bool = False

    @classmethod
    def of(
        cls,
        program: ProgramPieces | str,
        directory: str | None,
        iterations: int,
        deadline: float,
        lines: int = 0,
        key: str | None = None,
    ) -> Job:
        return cls(next(_numbers), program, directory, iterations, deadline, lines, key)

    @property
    def content(self) -> tuple[object, ...]:
        """Equal for jobs with equal results."""
        program = self.program if isinstance(self.program, str) else self.program.digest
        return self.key or program, self.directory, self.iterations, self.deadline, self.lines

    def request(self, sent: SentPieces) -> Message:
        """The message to a worker that has been `sent` pieces, which learns of more."""
        program = self.program
        run = {
            "directory": self.directory,
            "iterations": self.iterations,
            "deadline": self.deadline,
            "lines": self.lines,
            "timeline": self.timeline,
        }
        told = {"ir": program} if isinstance(program, str) else sent.request(program)
        return {"id": self.number, "run": {**told, **run}}

    def preparation(self, sent: SentPieces) -> Message | None:
        """What lets a worker know the program ahead of a run; `None` if it mostly does."""
        program = self.program
        if isinstance(program, str) or program.frame in sent:
            return None
        return {"pieces": sent.request(program)["pieces"]}
