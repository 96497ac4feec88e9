"""The values of a run: their places move with the text, their tables are made when asked for."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.analysis import Analysis, analyze
from sqlang.ir.writing import to_json
from sqlang.source import Source
from sqlang.views.annotations import Annotation, annotate
from sqlang.views.outcome import RUNNING, Outcome
from sqlang.views.places import place_annotations
from sqlang.views.recording import from_json_value
from sqlang.views.table import Table
from sqlang_server.edits import Edit, Stretch, moved
from sqlang_server.runs import results
from sqlang_server.runs.marks import Mark, Marks
from sqlang_server.runs.results import Result, result_of
from sqlang_server.runs.traced import Traced
from tests.server.editor import EXAMPLE
from tests.server.snapshots import THE_RUN
from tests.worker.client import Worker

TEXT = EXAMPLE.read_text(encoding="utf-8")

numbers = st.integers(0, 30)
stretches = st.builds(lambda start, length: Stretch(start, start + length), numbers, numbers)
typed = st.builds(
    lambda start, removed, length: Edit(start, start + removed, length), *[numbers] * 3
)


def analysis_of(text: str) -> Analysis:
    analysis = analyze(Source(text, "/work/program.sq", "/work"))
    assert analysis.program is not None
    return analysis


def answered(analysis: Analysis, **options: object) -> dict[str, Any]:
    """How a worker answers a run of a program."""
    assert analysis.program is not None
    with Worker() as worker:
        worker.send({"id": 1, "run": {"ir": to_json(analysis.program), **options}})
        return worker.answer(1)


def shown(result: Result, analysis: Analysis) -> Traced:
    steps = results.tracing(result, "key", analysis, "sq trace program.sq")
    while True:
        try:
            next(steps)
        except StopIteration as end:
            traced: Traced = end.value
            return traced


@pytest.mark.parametrize("options", [{}, {"iterations": 2}])
def test_labels_and_tables_are_those_of_the_recording(options: dict[str, int]) -> None:
    analysis = analysis_of(TEXT)
    result = result_of(answered(analysis, **options))
    assert analysis.program is not None
    assert result.recording is not None
    annotations = annotate(
        analysis.program, result.recording, result.outcome, "sq trace program.sq"
    )
    expected = [
        (each.span.offsets, each.label, each.annotation.kind, each.annotation.table)
        for each in place_annotations(analysis, annotations)
    ]
    marks = shown(result, analysis).marks
    assert [
        (tuple(mark.stretch), mark.label, mark.annotation.kind, mark.annotation.table)
        for mark in marks
    ] == expected


def test_a_failure_is_shown_where_it_happened() -> None:
    text = TEXT.replace("set t0 = now;", "set t0 = now; branch (serial * 2) { }")
    analysis = analysis_of(text)
    traced = shown(result_of(answered(analysis)), analysis)
    (fault,) = traced.faults
    (mark,) = [mark for mark in traced.marks if mark.annotation.kind == "failure"]
    assert fault.stretch.start == mark.stretch.start
    assert text[slice(*fault.stretch)] == "branch (serial * 2)"
    assert mark.label.startswith("failed in session 1")
    assert "SQ901" in mark.annotation.table.title


def test_nothing_of_a_recording_is_read_before_a_table_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[object] = []

    def reading(value: Any) -> object:  # noqa: ANN401 - what `json` read
        read.append(value)
        return from_json_value(value)

    monkeypatch.setattr(results, "from_json_value", reading)
    analysis = analysis_of(TEXT)
    traced = shown(result_of(answered(analysis)), analysis)
    assert traced.marks
    assert not read
    tables = [mark.annotation.table for mark in traced.marks]
    assert all(table.title for table in tables)
    assert len(read) == 1


def marks_at(places: list[Stretch]) -> tuple[Mark, ...]:
    return tuple(
        Mark(place, str(number), Annotation(THE_RUN, "run", str(number), Table("")))
        for number, place in enumerate(places)
    )


def traced_with(marks: tuple[Mark, ...], result: Result | None = None) -> Traced:
    return Traced.of("key", result or Result(RUNNING, None), marks, ())


@given(st.lists(stretches, max_size=8), st.lists(st.lists(typed, max_size=3), max_size=12))
def test_marks_move_as_the_text_does(places: list[Stretch], edits: list[list[Edit]]) -> None:
    """Empty ones too, which only what is removed around them takes away."""
    traced = traced_with(marks_at(places))
    for each in edits:
        traced = traced.moved(each)
    whole = [edit for each in edits for edit in each]
    after = [(moved(place, whole), str(number)) for number, place in enumerate(places)]
    expected = [each for each in after if each[0] is not None]
    assert [(mark.stretch, mark.label) for mark in traced.marks] == expected


@given(st.lists(st.lists(typed, max_size=3), max_size=12), st.integers(0, 40))
def test_many_marks_move_each_as_it_would_alone(edits: list[list[Edit]], offset: int) -> None:
    """Those around an edit and those far from it; found by their numbers and their places."""
    places = [Stretch(at % 300, at % 300 + at % 7) for at in range(0, 900, 5)]
    marks = Marks(marks_at(places))
    for each in edits:
        marks = marks.moved(each)
    whole = [edit for each in edits for edit in each]
    after = [(moved(place, whole), str(number)) for number, place in enumerate(places)]
    expected = [each for each in after if each[0] is not None]
    assert [(mark.stretch, mark.label) for mark in marks] == expected
    assert [(marks[at].stretch, marks[at].label) for at in range(len(marks))] == expected
    assert marks[-1:] == [marks[len(marks) - 1]]
    found = marks.beginning_in(offset, offset + 20)
    assert [marks[number] for number, _ in found] == [mark for _, mark in found]
    assert sorted(number for number, _ in found) == [
        number for number, mark in enumerate(marks) if offset <= mark.stretch.start <= offset + 20
    ]
    assert [mark.stretch for _, mark in found] == sorted(mark.stretch for _, mark in found)


def test_an_earlier_text_keeps_its_places() -> None:
    before = traced_with(marks_at([Stretch(4, 6)]))
    after = before.moved([Edit(0, 0, 3)])
    assert after.marks[0].stretch == Stretch(7, 9)
    assert before.marks[0].stretch == Stretch(4, 6)


def test_two_that_show_the_same_look_alike() -> None:
    one, other = marks_at([Stretch(4, 6)]), marks_at([Stretch(5, 7)])
    recording = json.dumps([])
    same = [traced_with(one, Result(RUNNING, recording)) for _ in range(2)]
    assert same[0].looks_like(same[1])
    assert same[0].looks_like(traced_with(other, Result(RUNNING, recording)).moved([Edit(0, 1, 0)]))
    assert not same[0].looks_like(traced_with(other, Result(RUNNING, recording)))
    assert not same[0].looks_like(traced_with(one, Result(RUNNING, "{}")))
    assert not same[0].looks_like(traced_with(one, Result(Outcome(), None)))
