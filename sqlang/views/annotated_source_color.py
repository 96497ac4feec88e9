"""The annotated source in color, for a terminal; with its tables the only view that needs rich."""

from __future__ import annotations

from rich.text import Text

from sqlang.views.annotated_line import AnnotatedLine
from sqlang.views.annotated_source import AnnotatedSource
from sqlang.views.table import Table

_NUMBER = "dim"
_FADED = "dim italic"
_LABEL = "cyan"
_TITLE = "bold"


def colored(source: AnnotatedSource, columns: int | None = None) -> Text:
    """The same characters as `AnnotatedSource.text`, with styles."""
    text = Text(no_wrap=True)
    for line in source.lines:
        _append_line(text, source, line, columns)
    for table in source.tables:
        text.append("\n")
        text.append_text(colored_table(table, columns))
    return text


def colored_table(table: Table, columns: int | None = None) -> Text:
    """The same characters as `Table.text`, with a bold title and a line feed at the end."""
    text = Text(no_wrap=True)
    title, _, body = table.text(columns).partition("\n")
    text.append(title, _TITLE)
    text.append(f"\n{body}\n" if body else "\n")
    return text


def _append_line(
    text: Text, source: AnnotatedSource, line: AnnotatedLine, columns: int | None
) -> None:
    for row in source.rows(line, columns):
        text.append(row.number, _NUMBER)
        text.append(row.source, _FADED if line.faded else "")
        text.append(row.label, _LABEL)
        text.append("\n")
