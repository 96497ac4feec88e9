"""Where annotations belong in the text, led back through definitions to the places of their use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sqlang.source import Source, Span
from sqlang.syntax.tree import RunSettings
from sqlang.views.annotations import Annotation, AnnotationKind, Place

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.ir.program import Program
    from sqlang.lowering import Origins


class PlacedAnnotation(NamedTuple):
    """An annotation with the text it is about.

    In the body of a definition `span` is in the body, and `uses` are the uses that lead there,
    innermost first. `label` names its subject if its line tells the like of others, and the use if
    several share its text.
    """

    span: Span
    uses: tuple[Span, ...]
    label: str
    annotation: Annotation

    def span_in(self, source: Source) -> Span | None:
        """The span to show it at in one text: its own, else that of the innermost use there."""
        spans = (self.span, *self.uses)
        return next((span for span in spans if span.source is source), None)


def place_annotations(
    analysis: Analysis, annotations: Iterable[Annotation]
) -> list[PlacedAnnotation]:
    """In the order of the texts; annotations of a program without text (IR) have no place.

    `analysis` is that of the program that ran, so `annotations` speak of its IR.
    """
    if analysis.program is None or analysis.origins is None:
        return []
    placed = []
    for annotation in annotations:
        found = _find(analysis, analysis.program, analysis.origins, annotation.place)
        if found is not None:
            span, uses = found
            placed.append(PlacedAnnotation(span, uses, annotation.label, annotation))
    placed.sort(key=lambda each: (each.span.source.path, each.span.start, -each.span.end))
    return _naming_uses(_naming_subjects(placed))


def _find(
    analysis: Analysis, program: Program, origins: Origins, place: Place
) -> tuple[Span, tuple[Span, ...]] | None:
    if place.kind in ("arrival", "arrivals", "trace"):
        span = origins.span(program.arrival if place.kind == "arrival" else place.kind)
        return _run_item(analysis) if span is None else (span, ())
    if place.kind == "run":
        return _run_item(analysis)
    if place.kind == "statement":
        span = origins.statement(place.at, place.position)
        uses = origins.uses(program.blocks[place.at][place.position])
        return None if span is None else (span, uses)
    declared = program.stages[place.at] if place.kind == "stage" else program.pools[place.at]
    span = origins.span(declared)
    return None if span is None else (span, ())


def _run_item(analysis: Analysis) -> tuple[Span, tuple[Span, ...]] | None:
    items = analysis.surface.program.items
    settings = next((item for item in items if isinstance(item, RunSettings)), None)
    return None if settings is None else (settings.span, ())


def _naming_subjects(placed: list[PlacedAnnotation]) -> list[PlacedAnnotation]:
    """Labels of one kind on one line begin with what they are about, if that differs."""
    subjects: dict[tuple[str, int, AnnotationKind], set[str]] = {}
    for each in placed:
        subjects.setdefault(_line_and_kind(each), set()).add(each.annotation.subject)
    return [
        each._replace(label=f"{each.annotation.subject}: {each.label}")
        if each.label and len(subjects[_line_and_kind(each)]) > 1
        else each
        for each in placed
    ]


def _line_and_kind(placed: PlacedAnnotation) -> tuple[str, int, AnnotationKind]:
    return placed.span.source.path, _line(placed.span), placed.annotation.kind


def _naming_uses(placed: list[PlacedAnnotation]) -> list[PlacedAnnotation]:
    """Labels of a text that several uses share begin with the line of the outermost use."""
    uses_of: dict[tuple[str, int, int], set[tuple[Span, ...]]] = {}
    for each in placed:
        uses_of.setdefault(_text_place(each.span), set()).add(each.uses)
    return [
        each._replace(label=f"line {_line(each.uses[-1])}: {each.label}")
        if each.uses and each.label and len(uses_of[_text_place(each.span)]) > 1
        else each
        for each in placed
    ]


def _text_place(span: Span) -> tuple[str, int, int]:
    return span.source.path, span.start, span.end


def _line(span: Span) -> int:
    return span.source.lines.position(span.start).line + 1
