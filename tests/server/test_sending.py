"""Programs sent in pieces: a worker has the whole of each, and is sent what is new to it."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.analysis import analyze
from sqlang.incremental import IncrementalAnalysis
from sqlang.ir.pieces import PieceTable, PieceWriter, ProgramPieces
from sqlang.ir.program import Program
from sqlang.ir.writing import to_json
from sqlang.source import Source
from sqlang.worker.requests import RunRequest, parse_request
from sqlang_server.runs import sending
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.process import Message
from sqlang_server.runs.sending import SentPieces
from tests.analysis.edits import meant
from tests.bench.programs import half_in_session, nested
from tests.properties import tried

TEXT = half_in_session(200)


class Line:
    """What the server knows of a worker, and what the worker has."""

    def __init__(self) -> None:
        self.sent = SentPieces()
        self.table = PieceTable()

    def send(self, pieces: ProgramPieces) -> Message:
        """The run as it is asked for; the worker must have the program."""
        message = Job.of(pieces, None, 100, 5.0).request(self.sent)
        request = parse_request(json.dumps(message).encode())
        assert isinstance(request, RunRequest)
        self.received: Program = request.program.read(self.table)
        run: Message = message["run"]
        return run


def program_of(text: str) -> Program:
    program = analyze(Source(text)).program
    assert program is not None
    return program


def pieces_of(text: str) -> ProgramPieces:
    return PieceWriter().pieces(program_of(text))


@given(st.integers(0, 2**32))
@tried(8)
def test_after_any_edits_of_several_texts_the_worker_has_the_program(seed: int) -> None:
    random = Random(seed)
    texts = [TEXT, nested(110), half_in_session(100)]
    analyses = [IncrementalAnalysis() for _ in texts]
    writers = [PieceWriter() for _ in texts]
    line = Line()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sending, "_LEAST", random.choice((0, 10_000, 1 << 20)))
        for _ in range(12):
            at = random.randrange(len(texts))
            text = meant(texts[at], random)
            program = analyses[at].update(Source(text)).program
            if program is not None:
                texts[at] = text
                line.send(writers[at].pieces(program))
                assert to_json(line.received) == to_json(program)


def test_an_edit_sends_what_it_changes() -> None:
    line = Line()
    line.send(pieces_of(TEXT))
    assert not line.send(pieces_of(TEXT))["pieces"]["new"]
    edited = line.send(pieces_of(TEXT.replace("min(prompt + 3,", "min(prompt + 33,")))
    ((_, text),) = edited["pieces"]["new"]
    assert "33.0" in text


def test_equal_statements_stay_apart() -> None:
    """What happens at a place is told by the node there."""
    line = Line()
    line.send(pieces_of("session { set a = 1; set a = 1; end; } run { horizon 9; }"))
    first, second, _ = line.received.blocks[line.received.session]
    assert first == second
    assert first is not second


def test_what_no_program_needs_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_LEAST", 0)
    line = Line()
    line.send(pieces_of(TEXT))
    gone = line.send(pieces_of("session { end; } run { horizon 9; }"))["pieces"]["gone"]
    assert len(gone) > 100
    assert len(line.send(pieces_of(TEXT))["pieces"]["new"]) > 100
    assert line.received == program_of(TEXT)
