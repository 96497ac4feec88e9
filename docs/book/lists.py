"""Lists as Python-Markdown reads them, of lists as everybody else does.

It knows a list only below a blank line, and only what stands four columns in as a part of an item;
for GitHub, editors and people it is enough to stand below the item's text.
"""

from __future__ import annotations

import re
from typing import Final

_ITEM: Final = re.compile(r"(?:[*+-]|\d+\.) +(?=\S)")
_FENCE: Final = re.compile(r" *```")
_COLUMNS: Final = 4


def with_plain_lists(markdown: str) -> str:
    """The text with a blank line before each list, and what belongs to an item four columns in."""
    lines: list[str] = []
    width = 0
    in_paragraphs = fenced = False
    for line in markdown.split("\n"):
        item = None if fenced else _ITEM.match(line)
        if item is not None:
            if lines and lines[-1] and (in_paragraphs or not width):
                lines.append("")
            in_paragraphs = False
            width = len(item[0])
        elif not line:
            in_paragraphs = True
        elif not line.startswith(" " * width):
            width = 0
        inside = width and item is None and line
        lines.append(f"{' ' * (_COLUMNS - width)}{line}" if inside and width < _COLUMNS else line)
        fenced ^= _FENCE.match(line) is not None
    return "\n".join(lines)
