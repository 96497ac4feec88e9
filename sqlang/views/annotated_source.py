"""The source of a program with what happened beside each line, as `sq trace` prints it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sqlang.ir.program import Step
from sqlang.source import Source
from sqlang.views.annotations import annotate
from sqlang.views.display_width import display_width, pad, printable
from sqlang.views.families import families
from sqlang.views.iteration_table import iteration_table
from sqlang.views.outcome import Outcome
from sqlang.views.places import PlacedAnnotation, place_annotations
from sqlang.views.recording import Recording
from sqlang.views.table import Table

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

LABELS_SHOWN = 4
LABEL_COLUMN_LIMIT = 64
"""A line longer than this has its label right behind it, so that it does not move the others."""


class AnnotatedLine(NamedTuple):
    """A line of source, safe to print; `faded` if nothing in it was ever executed."""

    number: int
    text: str
    label: str
    faded: bool


class AnnotatedSource(NamedTuple):
    """All lines of a program, the column of the labels, and the iterations of its engines."""

    lines: tuple[AnnotatedLine, ...]
    column: int
    tables: tuple[Table, ...]

    @property
    def gutter(self) -> int:
        """Columns that the greatest line number takes."""
        return len(str(len(self.lines)))

    def text(self) -> str:
        """Plain text; every line ends with a line feed."""
        lines = [self._line_text(line) for line in self.lines]
        for table in self.tables:
            lines += ["", table.text()]
        return "".join(f"{line}\n" for line in lines)

    def _line_text(self, line: AnnotatedLine) -> str:
        start = f"{line.number:>{self.gutter}}  "
        if not line.label:
            return (start + line.text).rstrip()
        return f"{start}{pad(line.text, self.column)}  ← {line.label}"


def annotated_source(
    analysis: Analysis, recording: Recording, outcome: Outcome, command: str = ""
) -> AnnotatedSource:
    """`analysis` is that of the program that ran; raises ValueError if it has errors."""
    if analysis.program is None:
        raise ValueError("a program with errors has no run to show")
    annotations = annotate(analysis.program, recording, outcome, command)
    lines = _lines(analysis.source, place_annotations(analysis, annotations))
    widths = [display_width(line.text) for line in lines if line.label]
    tables = [
        iteration_table(analysis.program, recording, family)
        for family in families(analysis.program.stages)
        if isinstance(analysis.program.stages[family.base].kind, Step)
    ]
    column = max((width for width in widths if width <= LABEL_COLUMN_LIMIT), default=0)
    return AnnotatedSource(lines, column, tuple(tables))


def _lines(source: Source, placed: Iterable[PlacedAnnotation]) -> tuple[AnnotatedLine, ...]:
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
