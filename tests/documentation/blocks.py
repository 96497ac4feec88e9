"""The fenced blocks of the pages, and what each is for.

A block of serQ says behind its language what it is; CONTRIBUTING.md explains it to writers:

    serq                     a program without mistakes that keeps what it promises
    serq title="queue.sq"    the same, as a file for the sessions of the page and the programs below
    serq library parts.sq    a file of definitions for the programs below it
    serq refused             a program in which `sq check` finds an error; it may have a name too
    serq fragment            a piece of a program, of which only the grammar is held

A name stands for what it named last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
MADE: Final = {ROOT / "docs" / "codes.md"}
"""Pages that a command writes from what other tests hold."""

ROLES: Final = ("fragment", "library", "refused")

_FENCED: Final = re.compile(
    r"^(?P<indent> *)(?P<fence>`{3,})(?P<language>[\w-]*)(?P<words>[^\n`]*)\n(?P<text>.*?)"
    r"^(?P=indent)(?P=fence)$",
    re.MULTILINE | re.DOTALL,
)
_TITLE: Final = re.compile(r'title="([^"]+)"')


class Block(NamedTuple):
    """A fenced block: where it begins, its language, the words behind that, what it holds."""

    page: Path
    line: int
    language: str
    words: str
    text: str

    @property
    def is_program(self) -> bool:
        return self.language in {"serq", "sq"}

    @property
    def file(self) -> str | None:
        """The name under which other blocks know it."""
        title = _TITLE.fullmatch(self.words)
        if title:
            return title[1]
        named = self.words.split()[1:]
        return named[0] if named and self.role else None

    @property
    def role(self) -> str:
        """What it is besides a program without mistakes."""
        first, _, _ = self.words.partition(" ")
        return first if first in ROLES else ""

    @property
    def place(self) -> str:
        return f"{self.page.relative_to(ROOT)}:{self.line}"


def pages() -> list[Path]:
    """All that people wrote in Markdown, but for what is a page of a code."""
    folders = ("docs", "editors", "examples")
    below = (path for folder in folders for path in (ROOT / folder).rglob("*.md"))
    kept = (path for path in below if "node_modules" not in path.parts and path not in MADE)
    return sorted([*ROOT.glob("*.md"), *kept])


def blocks_of(page: Path) -> Iterator[Block]:
    """The blocks of a page, those in lists without their indentation."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCED.finditer(text):
        line = text.count("\n", 0, found.start()) + 1
        inner = re.sub(rf"^{found['indent']}", "", found["text"], flags=re.MULTILINE)
        yield Block(page, line, found["language"], found["words"].strip(), inner)
