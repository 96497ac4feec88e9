"""A comparison in the colors of a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rich.text import Text

from sqlang.views.comparison.styled import FIRST, MARKED, PLAIN, QUIET, SECOND, TITLE, Line

_STYLES: Final = {
    PLAIN: "",
    TITLE: "bold",
    QUIET: "dim",
    FIRST: "magenta",
    SECOND: "cyan",
    MARKED: "bold yellow",
}


def colored(lines: Iterable[Line]) -> Text:
    """The lines with a line feed after each."""
    text = Text()
    for line in lines:
        for piece in line:
            text.append(piece.text, _STYLES[piece.style])
        text.append("\n")
    return text
