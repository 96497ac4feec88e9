"""The table of one place alone is the one that it has among all annotations of a run."""

from __future__ import annotations

from sqlang.engine import Limits, RunError, run
from sqlang.ir.program import Program
from sqlang.views.annotations import Place, annotate, table_at
from sqlang.views.outcome import RUNNING, Outcome
from sqlang.views.recording import Recorder
from sqlang.views.table import Table
from tests.conformance import vectors
from tests.views import separate_phases

EVERY_KIND = {
    *("stage", "pool", "arrival", "run", "hold", "release", "load", "observe", "set", "branch"),
    *("program", "unreached", "failure"),
}


def compared(program: Program, directory: str) -> set[str]:
    """The kinds of annotations of a short run, each of which must have its table alone too."""
    recorder = Recorder(program)
    try:
        report = run(program, directory=directory, observer=recorder, limits=Limits(iterations=500))
        outcome = Outcome.of_report(report)
    except RunError as error:
        outcome = Outcome.of_error(error)
    recording, command = recorder.recording(), "sq trace a.sq"
    annotations = annotate(program, recording, outcome, command)
    for each in annotations:
        alone = table_at(each.place, each.kind, program, recording, outcome, command)
        assert alone == each.table, each
    return {each.kind for each in annotations}


def test_each_table_of_the_vectors_is_made_alone() -> None:
    kinds: set[str] = set()
    for name in vectors.names("run"):
        analysis = vectors.analyzed("run", name)
        assert analysis.program is not None
        kinds |= compared(analysis.program, str(vectors.FOLDER / "run"))
    assert kinds == EVERY_KIND


def test_where_nothing_happened_the_table_is_empty() -> None:
    program = separate_phases.program()
    recording = Recorder(program).recording()
    place = Place.statement((program.session, 0))
    assert table_at(place, "hold", program, recording, RUNNING) == Table("")
    assert table_at(Place("run"), "failure", program, recording, RUNNING) == Table("")
