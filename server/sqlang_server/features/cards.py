"""What a hover says, before anybody has chosen how it looks."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from sqlang.views.table import Table

FENCE: Final = "serq"
_TICKS: Final = re.compile("`+")
_LONGEST_CODE: Final = 200
"""In characters; what the user wrote has no bounds."""


class Card(NamedTuple):
    """A thing explained: how it is written, what it is, what it means, and figures about it.

    `heading`, `body`, `points` and the values of `facts` are Markdown, which has to escape what
    comes from the user (`code`); the rest is text. `listings` are pieces of code, each with what it
    is.
    """

    heading: str
    signature: str = ""
    body: str = ""
    points: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    listings: tuple[tuple[str, str], ...] = ()
    example: str = ""
    tables: tuple[Table, ...] = ()
    remark: str = ""

    def markdown(self) -> str:
        parts = [_fenced(self.signature)] if self.signature else []
        parts.append(self.heading)
        parts += [self.body] if self.body else []
        parts += ["\n".join(f"- {point}" for point in self.points)] if self.points else []
        if self.facts:
            parts.append("  \n".join(f"*{label}:* {value}" for label, value in self.facts))
        parts += [f"*{label}:*\n{_fenced(text)}" for label, text in self.listings]
        parts += [f"*example:*\n{_fenced(self.example)}"] if self.example else []
        parts += [f"---\n\n{table.markdown()}" for table in self.tables]
        parts += [f"*{self.remark}*"] if self.remark else []
        return "\n\n".join(parts)

    def text(self) -> str:
        """For clients that show no Markdown."""
        parts = [self.signature, self.heading.replace("**", ""), self.body]
        parts.append("\n".join(f"- {point}" for point in self.points))
        parts.append("\n".join(f"{label}: {value}" for label, value in self.facts))
        parts += [f"{label}:\n{text}" for label, text in self.listings]
        parts += [f"example: {self.example}"] if self.example else []
        parts += [table.text() for table in self.tables]
        return "\n\n".join(part for part in (*parts, self.remark) if part)


def code(text: str) -> str:
    """A piece of code in a line of Markdown, whatever characters it has; cut if it is very long."""
    line = " ".join(text.split())
    if len(line) > _LONGEST_CODE:
        line = line[: _LONGEST_CODE - 2] + " …"
    if "`" not in line:
        return f"`{line}`"
    ticks = _longer_ticks(line, 1)
    return f"{ticks} {line} {ticks}"


def _fenced(text: str) -> str:
    ticks = _longer_ticks(text, 3)
    return f"{ticks}{FENCE}\n{text}\n{ticks}"


def _longer_ticks(text: str, least: int) -> str:
    """More backquotes than stand in a row anywhere in a text."""
    longest = max((len(found) for found in _TICKS.findall(text)), default=0)
    return "`" * max(least, longest + 1)
