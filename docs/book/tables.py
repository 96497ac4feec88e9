"""Tables and words in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; a bar in a cell is kept from being taken for the end of that cell."""
    lines = [
        heads,
        ["---"] * len(heads),
        *([each.replace("|", "\\|") for each in row] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def code(text: str) -> str:
    """A text as code within a line."""
    return f"`{text}`"


def joined(items: Iterable[str]) -> str:
    """The items of a list within a line."""
    return ", ".join(items)
