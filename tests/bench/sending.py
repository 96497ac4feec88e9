"""`python -m tests.bench.sending [LINES ...]`: what a run while one types costs beside the run.

Milliseconds of processor time, the best of some rounds, for each step between an edit of one number
and its values in the text: first if nothing is known of the program, then as the steps are taken,
with what the edit before left known.
"""

from __future__ import annotations

import gc
import json
import sys
from collections.abc import Generator, Mapping
from time import process_time

from sqlang.incremental import IncrementalAnalysis
from sqlang.ir.pieces import PieceTable, PieceWriter
from sqlang.source import Source
from sqlang.worker.channel import Channel
from sqlang.worker.job import Job as WorkersJob
from sqlang.worker.requests import RunRequest, parse_request
from sqlang_server.edits import Edit
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.results import result_of, tracing
from sqlang_server.runs.sending import SentPieces
from sqlang_server.runs.traced import Traced
from tests.bench.programs import half_in_session

LENGTHS = (100, 1000, 5000)
ROUNDS = 6
ITERATIONS = 20_000
DEADLINE = 5.0


class Steps:
    """The steps of a run, on both sides of a pipe that is not there."""

    def __init__(self) -> None:
        self.analyses = IncrementalAnalysis()
        self.writer = PieceWriter()
        self.sent = SentPieces()
        self.table = PieceTable()
        self.times: dict[str, float] = {}

    def take(self, text: str) -> None:
        """All steps for one text."""
        analysis = self.analyses.update(Source(text))
        assert analysis.program is not None
        gc.freeze()  # as the server does
        self._began = process_time()
        pieces = self.writer.pieces(analysis.program)
        key = pieces.digest
        self._step("key")
        job = Job.of(pieces, None, ITERATIONS, DEADLINE)
        line = json.dumps(job.request(self.sent)).encode()
        self._step("request")
        request = parse_request(line)
        assert isinstance(request, RunRequest)
        request.program.read(self.table)
        self._step("read by the worker")
        answer = _answer(request, self.table)
        self._began = process_time()
        message = json.loads(answer)
        self._step("answer")
        shown = self._in_steps(tracing(result_of(message), key, analysis, ""))
        assert shown.moved([Edit(len(text) // 2, len(text) // 2, 1)]).marks
        self._step("marks moved")
        assert shown.marks[-1].annotation.table.title
        self._step("first table")

    def _in_steps(self, steps: Generator[None, None, Traced]) -> Traced:
        """The marks: all of them together, and the longest of the steps."""
        began, longest = self._began, 0.0
        while True:
            try:
                next(steps)
            except StopIteration as end:
                shown: Traced = end.value
                break
            now = process_time()
            longest, self._began = max(longest, now - self._began), now
        longest = max(longest, process_time() - self._began)
        self._began = began
        self._step("marks")
        self._began = process_time() - longest
        self._step("longest step of these")
        return shown

    def _step(self, name: str) -> None:
        now = process_time()
        self.times[name] = min(self.times.get(name, float("inf")), (now - self._began) * 1000)
        self._began = process_time()


class _Kept(Channel):
    """Keeps the last line."""

    def __init__(self) -> None:
        self.line = ""

    def send(self, message: Mapping[str, object]) -> None:
        self.line = json.dumps(message, separators=(",", ":"))


def _answer(request: RunRequest, table: PieceTable) -> str:
    channel = _Kept()
    WorkersJob(request, 512, table).run(channel)
    return channel.line


def main() -> None:
    """Print a row for each length, without and with what is known."""
    for lines in map(int, sys.argv[1:]) if sys.argv[1:] else LENGTHS:
        text = half_in_session(lines)
        cold, steps = Steps(), Steps()
        cold.take(text)
        steps.take(text)
        steps.times.clear()
        for number in range(ROUNDS):
            steps.take(text.replace("min(prompt + 3,", f"min(prompt + {number + 10},"))
        for name, times in (("at first", cold.times), ("after an edit", steps.times)):
            row = ", ".join(f"{step} {time:.1f}" for step, time in times.items())
            print(f"{lines} lines {name}: {row}", flush=True)


if __name__ == "__main__":
    main()
