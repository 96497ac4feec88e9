"""What a hover says, before anybody has chosen how it looks."""

from __future__ import annotations

from typing import NamedTuple

from sqlang.views.table import Table

FENCE = "serq"


class Card(NamedTuple):
    """A thing explained: how it is written, what it is, what it means, and figures about it."""

    heading: str
    signature: str = ""
    body: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    example: str = ""
    table: Table | None = None
    remark: str = ""

    def markdown(self) -> str:
        parts = [_fenced(self.signature)] if self.signature else []
        parts.append(self.heading)
        parts += [self.body] if self.body else []
        parts += ["  \n".join(f"*{label}:* {value}" for label, value in self.facts)] * bool(
            self.facts
        )
        parts += [f"*example:*\n{_fenced(self.example)}"] if self.example else []
        parts += [f"---\n\n{self.table.markdown()}"] if self.table else []
        parts += [f"*{self.remark}*"] if self.remark else []
        return "\n\n".join(parts)

    def text(self) -> str:
        """For clients that show no Markdown."""
        parts = [self.signature, self.heading, self.body]
        parts += ["\n".join(f"{label}: {value}" for label, value in self.facts)]
        parts += [f"example: {self.example}"] if self.example else []
        parts += [self.table.text()] if self.table else []
        return "\n\n".join(part for part in (*parts, self.remark) if part)


def _fenced(code: str) -> str:
    return f"```{FENCE}\n{code}\n```"
