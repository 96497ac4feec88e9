"""The annotated source in color, for a terminal; the only view that needs rich."""

from __future__ import annotations

from rich.text import Text

from sqlang.views.annotated_source import AnnotatedLine, AnnotatedSource
from sqlang.views.display_width import pad

_NUMBER = "dim"
_FADED = "dim italic"
_LABEL = "cyan"
_TITLE = "bold"


def colored(source: AnnotatedSource) -> Text:
    """The same characters as `AnnotatedSource.text`, with styles."""
    text = Text(no_wrap=True)
    for line in source.lines:
        _append_line(text, source, line)
    for table in source.tables:
        title, _, body = table.text().partition("\n")
        text.append("\n")
        text.append(title, _TITLE)
        text.append(f"\n{body}\n" if body else "\n")
    return text


def _append_line(text: Text, source: AnnotatedSource, line: AnnotatedLine) -> None:
    style = _FADED if line.faded else ""
    text.append(f"{line.number:>{source.gutter}}", _NUMBER)
    if line.label:
        text.append(f"  {pad(line.text, source.column)}  ", style)
        text.append(f"← {line.label}", _LABEL)
    elif line.text.rstrip():
        text.append(f"  {line.text.rstrip()}", style)
    text.append("\n")
