"""Snapshots of a text for tests of features, without a server around them."""

from __future__ import annotations

from lsprotocol import types

from sqlang.analysis import analyze
from sqlang.ir.writing import to_json
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from sqlang.views.annotations import Annotation, AnnotationKind, Place
from sqlang.views.outcome import Failure, Outcome, Stop
from sqlang.views.table import Table
from sqlang_server import uris
from sqlang_server.client import Client
from sqlang_server.edits import Stretch
from sqlang_server.positions import Positions
from sqlang_server.runs.marks import Mark
from sqlang_server.runs.results import Result
from sqlang_server.runs.traced import Fault, Traced
from sqlang_server.settings import DEFAULTS, Settings
from sqlang_server.view import View

URI = "file:///work/program.sq"
POOREST = Client()
THE_RUN = Place("run")
DEPLOYMENT = """let rate = 2 * 3;
pool kv { cap 20; block 4; }
stage engine : step { budget rate; cost 1; memory kv; }
workload { arrive batch(2); }
session {
  set t0 = now;
  hold kv (4) { run engine prefill (2); }
  observe total = now - t0;
}
run { horizon 20; }
"""


def view_of(
    text: str = DEPLOYMENT,
    client: Client = POOREST,
    traced: Traced | None = None,
    cursor: int | None = None,
    workspace: Workspace | None = None,
    settings: Settings = DEFAULTS,
    source: Source | None = None,
) -> View:
    source = source or Source(text, "/work/program.sq", "/work")
    analysis = analyze(source, workspace=workspace)
    program = analysis.program
    key = None if program is None else to_json(program, compact=True)
    return View(
        uri=URI,
        version=1,
        analysis=analysis,
        positions=Positions(source, client.encoding),
        client=client,
        settings=settings,
        program_key=lambda: key,
        traced=traced,
        cursor=cursor,
        uri_of_path=uris.uri_of,
    )


def traced(
    text: str = DEPLOYMENT,
    marks: tuple[Mark, ...] = (),
    failures: tuple[Fault, ...] = (),
    stopped: Stop | None = None,
) -> Traced:
    """What a run of a text showed, with values made by hand."""
    key = view_of(text).key
    assert key is not None
    return Traced.of(key, Result(Outcome(stopped=stopped), None), marks, failures)


def mark(
    text: str, piece: str, label: str, kind: AnnotationKind = "run", place: Place = THE_RUN
) -> Mark:
    """A value at the first occurrence of a piece of text."""
    start = text.index(piece)
    annotation = Annotation(place, kind, label, Table(f"all about {label}"))
    return Mark(Stretch(start, start + len(piece)), label, annotation)


def fault(text: str, piece: str, code: str = "SQ901", message: str = "guard is 2") -> Fault:
    start = text.index(piece)
    return Fault(Stretch(start, start + len(piece)), Failure(code, message, (0, 0), 3, 1.5))


def at(text: str, piece: str) -> types.Position:
    return Positions(Source(text), Client().encoding).position(text.index(piece))


def everything() -> types.Range:
    return types.Range(types.Position(0, 0), types.Position(10**6, 0))
