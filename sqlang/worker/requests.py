"""What a client asks of a worker, read and checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from sqlang.ir.pieces import PieceTable
from sqlang.ir.program import Program
from sqlang.ir.reading import from_json
from sqlang.views.recording import ROWS_KEPT
from sqlang.worker.comparing import CompareRequest

_NO_PROGRAM: Final = "a run needs its program as a string in `ir`, or as `pieces` and `program`"


class PiecesRequest(NamedTuple):
    """Pieces of programs, each with its number, and the numbers of those that may be forgotten."""

    new: tuple[tuple[int, str], ...]
    gone: tuple[int, ...]

    def apply(self, table: PieceTable) -> None:
        for number, text in self.new:
            table.put(number, text)
        table.forget(self.gone)


class PiecedProgram(NamedTuple):
    """A program of pieces by their numbers, of which `pieces` are new."""

    pieces: PiecesRequest
    numbers: Mapping[str, Any]

    def read(self, table: PieceTable) -> Program:
        self.pieces.apply(table)
        return table.program(**self.numbers)


class WholeProgram(NamedTuple):
    """A program as IR in JSON."""

    ir: str

    def read(self, _table: PieceTable) -> Program:
        return from_json(self.ir)


class RunRequest(NamedTuple):
    """A run that is wanted; `identity` is returned with every answer."""

    identity: object
    program: PiecedProgram | WholeProgram
    directory: str | None
    iterations: int | None
    deadline: float | None
    events: int | None
    rows: int
    lines: int
    timeline: bool = False


class CancelRequest(NamedTuple):
    """The run of that identity is not wanted any more."""

    identity: object


class BadRequest(NamedTuple):
    """A message that is none."""

    identity: object
    reason: str


Request = RunRequest | CompareRequest | PiecesRequest | CancelRequest | BadRequest


def parse_request(line: bytes) -> Request:
    """Never raises: what makes no sense becomes a `BadRequest`."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError) as error:
        return BadRequest(None, f"a message is JSON: {error}")
    if not isinstance(message, dict):
        return BadRequest(None, "a message is a JSON object")
    if "cancel" in message:
        return CancelRequest(message["cancel"])
    try:
        if "pieces" in message:
            return _pieces(message["pieces"])
        if "compare" in message:
            return _compare(message.get("id"), message["compare"])
        return _run(message.get("id"), message["run"])
    except (AttributeError, LookupError, TypeError, ValueError):
        return BadRequest(message.get("id"), _NO_PROGRAM)


def _run(identity: object, run: Mapping[str, Any]) -> RunRequest:
    rows = run.get("rows")
    return RunRequest(
        identity,
        _program(run),
        run.get("directory"),
        run.get("iterations"),
        run.get("deadline"),
        run.get("events"),
        ROWS_KEPT if rows is None else rows,
        run.get("lines") or 0,
        bool(run.get("timeline")),
    )


def _compare(identity: object, wanted: Mapping[str, Any]) -> CompareRequest:
    return CompareRequest(
        identity,
        wanted["path"],
        wanted.get("directory"),
        wanted["texts"],
        wanted.get("changes") or (),
        wanted.get("other"),
        wanted.get("iterations"),
        wanted.get("deadline"),
    )


def _program(run: Mapping[str, Any]) -> PiecedProgram | WholeProgram:
    if "program" in run:
        return PiecedProgram(_pieces(run["pieces"]), run["program"])
    ir = run["ir"]
    if not isinstance(ir, str):
        raise TypeError("`ir` is a string")
    return WholeProgram(ir)


def _pieces(pieces: Mapping[str, Any]) -> PiecesRequest:
    new = tuple([(number, text) for number, text in pieces["new"]])
    return PiecesRequest(new, tuple(pieces["gone"]))
