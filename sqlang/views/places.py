"""Where annotations belong in the text, led back through definitions to the places of their use."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sqlang.source import Source, Span
from sqlang.syntax.tree import RunSettings
from sqlang.views.annotations import Annotation, AnnotationKind, Label, Place

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.ir.program import Program
    from sqlang.lowering import Origins

Told = TypeVar("Told", bound=Annotation | Label)


class PlacedAnnotation(NamedTuple, Generic[Told]):
    """An annotation with the text it is about.

    In the body of a definition `span` is in the body, and `uses` are the uses that lead there,
    innermost first. `label` names its subject if its line tells the like of others, and the use if
    several share its text.
    """

    span: Span
    uses: tuple[Span, ...]
    label: str
    annotation: Told

    def span_in(self, source: Source) -> Span | None:
        """The span to show it at in one text: its own, else that of the innermost use there."""
        spans = (self.span, *self.uses)
        return next((span for span in spans if span.source is source), None)


def place_annotations(
    analysis: Analysis, annotations: Iterable[Told]
) -> list[PlacedAnnotation[Told]]:
    """In the order of the texts; annotations of a program without text (IR) have no place.

    `analysis` is that of the program that ran, so `annotations` speak of its IR.
    """
    if analysis.program is None or analysis.origins is None:
        return []
    places = _Places(analysis, analysis.program, analysis.origins)
    placed: list[PlacedAnnotation[Told]] = []
    for annotation in annotations:
        span, uses = places.find(annotation.place)
        if span is not None:
            placed.append(PlacedAnnotation(span, uses, annotation.label, annotation))
    placed.sort(key=lambda each: (each.span.source.path, each.span.start, -each.span.end))
    return _naming_uses(_naming_subjects(placed))


class _Places:
    """The places of one program in its text."""

    def __init__(self, analysis: Analysis, program: Program, origins: Origins) -> None:
        self._analysis = analysis
        self._program = program
        self._origins = origins
        declared = analysis.checked.declared
        self._pools = {pool.base: pool.node for pool in declared.pools}
        self._stages = {stage.base: stage.node for stage in declared.stages}

    def find(self, place: Place) -> tuple[Span | None, tuple[Span, ...]]:
        """The span of a place, and the uses of definitions that lead there."""
        match place.kind:
            case "statement":
                origins = self._origins
                return (
                    origins.statement(place.at, place.position),
                    origins.statement_uses(place.at, place.position),
                )
            case "pool":
                return self._pools[place.at].span, ()
            case "stage":
                return self._stages[place.at].span, ()
            case "arrival":
                span = self._origins.span(self._program.arrival)
            case "arrivals" | "trace":
                span = self._origins.span(place.kind)
            case "run":
                span = None
        return (_run_item(self._analysis) if span is None else span), ()


def _run_item(analysis: Analysis) -> Span | None:
    items = analysis.surface.program.items
    settings = next((item for item in items if isinstance(item, RunSettings)), None)
    return None if settings is None else settings.span


def _naming_subjects(placed: list[PlacedAnnotation[Told]]) -> list[PlacedAnnotation[Told]]:
    """Labels of one kind on one line begin with what they are about, if that differs."""
    subjects: dict[tuple[str, int, AnnotationKind], set[str]] = {}
    neighbors = []
    for each in placed:
        source = each.span.source
        line = source.path, source.lines.line(each.span.start), each.annotation.kind
        among = subjects.setdefault(line, set())
        among.add(each.annotation.subject)
        neighbors.append(among)
    return [
        each._replace(label=f"{each.annotation.subject}: {each.label}")
        if each.label and len(among) > 1
        else each
        for each, among in zip(placed, neighbors, strict=True)
    ]


def _naming_uses(placed: list[PlacedAnnotation[Told]]) -> list[PlacedAnnotation[Told]]:
    """Labels of a text that several uses share begin with the line of the outermost use."""
    uses_of: dict[tuple[str, int, int], set[tuple[Span, ...]]] = {}
    if not any(each.uses for each in placed):
        return placed
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
    return span.source.lines.line(span.start) + 1
