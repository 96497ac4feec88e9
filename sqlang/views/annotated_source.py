"""The source of a program with what happened beside each line, as `sq trace` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sqlang.ir.program import Step
from sqlang.source import Source
from sqlang.views.annotated_line import AnnotatedLine, LineRow, line_rows
from sqlang.views.annotations import Annotation, annotate
from sqlang.views.display_width import display_width, printable
from sqlang.views.families import families
from sqlang.views.iteration_table import iteration_table
from sqlang.views.outcome import Outcome
from sqlang.views.places import PlacedAnnotation, place_annotations
from sqlang.views.recording import Recording
from sqlang.views.table import Table

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.ir.program import Program

LABELS_SHOWN = 4
LABEL_COLUMN_LIMIT = 64
"""A line longer than this has its label right behind it, so that it does not move the others."""


class AnnotatedSource(NamedTuple):
    """All lines of a program, the column of the labels, and the iterations of its engines."""

    lines: tuple[AnnotatedLine, ...]
    column: int
    tables: tuple[Table, ...]

    @property
    def gutter(self) -> int:
        """Columns that the greatest line number takes."""
        return len(str(len(self.lines)))

    def rows(self, line: AnnotatedLine, columns: int | None) -> list[LineRow]:
        """A line with its label behind it, in one column with the others, or below it.

        What is wider than `columns` goes on in further rows, indented as the line is.
        """
        return line_rows(line, self.column, self.gutter, columns)

    def text(self, columns: int | None = None) -> str:
        """Plain text, in lines of at most so many columns; every line ends with a line feed."""
        lines = [row.text() for line in self.lines for row in self.rows(line, columns)]
        for table in self.tables:
            lines += ["", table.text(columns)]
        return "".join(f"{line}\n" for line in lines)


def annotated_source(
    analysis: Analysis, recording: Recording, outcome: Outcome, command: str = ""
) -> AnnotatedSource:
    """`analysis` is that of the program that ran; raises ValueError if it has errors."""
    if analysis.program is None:
        raise ValueError("a program with errors has no run to show")
    annotations, tables = annotations_and_tables(analysis.program, recording, outcome, command)
    return with_annotations(analysis, annotations, tables)


def annotations_and_tables(
    program: Program, recording: Recording, outcome: Outcome, command: str = ""
) -> tuple[list[Annotation], list[Table]]:
    """What is shown beside the lines, and the iterations of each engine below them."""
    tables = [
        iteration_table(program, recording, family)
        for family in families(program.stages)
        if isinstance(program.stages[family.base].kind, Step)
    ]
    return annotate(program, recording, outcome, command), tables


def with_annotations(
    analysis: Analysis, annotations: Iterable[Annotation], tables: Iterable[Table]
) -> AnnotatedSource:
    """All lines with the labels of annotations that speak of the program of `analysis`."""
    return annotated_lines(analysis.source, place_annotations(analysis, annotations), tables)


def annotated_lines(
    source: Source, placed: Iterable[PlacedAnnotation[Annotation]], tables: Iterable[Table]
) -> AnnotatedSource:
    """The same once annotations have their places; it looks at no tree."""
    lines = _lines(source, placed)
    widths = [display_width(line.text) for line in lines if line.label]
    column = max((width for width in widths if width <= LABEL_COLUMN_LIMIT), default=0)
    return AnnotatedSource(lines, column, tuple(tables))


def _lines(
    source: Source, placed: Iterable[PlacedAnnotation[Annotation]]
) -> tuple[AnnotatedLine, ...]:
    labels: dict[int, list[str]] = {}
    executed: set[int] = set()
    unreached: set[int] = set()
    for each in placed:
        span = each.span_in(source)
        if span is None:
            continue
        line = source.lines.position(span.start).line
        if each.label:
            labels.setdefault(line, []).append(each.label)
        (unreached if each.annotation.kind == "unreached" else executed).add(line)
    return tuple(
        AnnotatedLine(
            line + 1,
            printable(source.lines.line_text(line).removesuffix("\r")),
            _joined(labels.get(line, [])),
            line in unreached and line not in executed,
        )
        for line in range(_line_count(source))
    )


def _joined(labels: list[str]) -> str:
    more = len(labels) - LABELS_SHOWN
    return "; ".join([*labels[:LABELS_SHOWN], *([f"… {more} more"] if more > 0 else [])])


def _line_count(source: Source) -> int:
    """Without the empty line after a last line feed."""
    count = len(source.lines)
    return count - 1 if source.text.endswith("\n") else count
