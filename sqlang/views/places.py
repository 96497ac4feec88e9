"""Where annotations belong in the text, led back through definitions to the places of their use."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

from sqlang.source import Source, Span
from sqlang.syntax.tree import RunSettings
from sqlang.views.annotations import Annotation, AnnotationKind, Label, Place

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.ir.program import Program
    from sqlang.lowering import Origins

_STEP = 250
"""So many annotations take some milliseconds."""
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
        if self.span.source is source:
            return self.span
        return next((use for use in self.uses if use.source is source), None)


def place_annotations(
    analysis: Analysis, annotations: Iterable[Told]
) -> list[PlacedAnnotation[Told]]:
    """In the order of the texts; annotations of a program without text (IR) have no place.

    `analysis` is that of the program that ran, so `annotations` speak of its IR.
    """
    steps = placing(analysis, annotations)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            placed: list[PlacedAnnotation[Told]] = end.value
            return placed


def placing(
    analysis: Analysis, annotations: Iterable[Told]
) -> Generator[None, None, list[PlacedAnnotation[Told]]]:
    """The same in steps of a few milliseconds, for whoever has other things to do meanwhile."""
    if analysis.program is None or analysis.origins is None:
        return []
    places = _Places(analysis, analysis.program, analysis.origins)
    placed: list[PlacedAnnotation[Told]] = []
    for number, annotation in enumerate(annotations, 1):
        span, uses = places.find(annotation.place)
        if span is not None:
            placed.append(PlacedAnnotation(span, uses, annotation.label, annotation))
        if number % _STEP == 0:
            yield
    placed.sort(key=lambda each: (each.span.source.path, each.span.start, -each.span.end))
    yield
    placed = yield from _naming_subjects(placed)
    yield
    return _naming_uses(placed)


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
                return self._origins.statement_with_uses(place.at, place.position)
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


def _naming_subjects(
    placed: Iterable[PlacedAnnotation[Told]],
) -> Generator[None, None, list[PlacedAnnotation[Told]]]:
    """Labels of one kind on one line begin with what they are about, if that differs."""
    named: list[PlacedAnnotation[Told]] = []
    line: list[PlacedAnnotation[Told]] = []
    for number, each in enumerate(placed, 1):
        if line and not _is_on_line(each.span, line[-1].span):
            named += _named_on_line(line)
            line = []
        line.append(each)
        if number % _STEP == 0:
            yield
    return named + _named_on_line(line)


def _is_on_line(span: Span, before: Span) -> bool:
    """Whether a span begins on the line on which the one before it begins."""
    return (
        span.source.path == before.source.path
        and span.source.text.find("\n", before.start, span.start) < 0
    )


def _named_on_line(line: list[PlacedAnnotation[Told]]) -> list[PlacedAnnotation[Told]]:
    if len(line) < 2:
        return line
    subjects: dict[AnnotationKind, set[str]] = {}
    for each in line:
        subjects.setdefault(each.annotation.kind, set()).add(each.annotation.subject)
    return [
        each._replace(label=f"{each.annotation.subject}: {each.label}")
        if each.label and len(subjects[each.annotation.kind]) > 1
        else each
        for each in line
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
