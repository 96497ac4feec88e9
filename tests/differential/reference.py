"""What the reference implementation says of programs, asked in a process of its own."""

from __future__ import annotations

import json
import resource
import sys
from collections.abc import Iterable
from typing import Final, NamedTuple

from tests.differential.reference_process import ReferenceProcess

_SECONDS: Final = 20
_BYTES: Final = 2 << 30


class Answer(NamedTuple):
    """Whether a program is accepted, else the first line of why not; `None`: there is no answer."""

    accepted: bool | None
    message: str


class Reference(ReferenceProcess):
    """Compiles one program at a time."""

    def __init__(self) -> None:
        super().__init__("tests.differential.reference", _SECONDS)

    def compile(
        self, *, path: str | None, text: str | None, sets: Iterable[tuple[str, str]]
    ) -> Answer:
        """Compile a file, or a text without a directory."""
        job = {"path": path, "source": text, "sets": dict(sets)}
        line = self.ask(json.dumps(job))
        return Answer(None, "no answer") if line is None else Answer(*json.loads(line))


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
