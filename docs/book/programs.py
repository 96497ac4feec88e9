"""The pages of the examples: each program with its source, and what to do with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

FOLDER: Final = "examples"


def pages(repository: Path) -> Iterator[tuple[str, str]]:
    """A page for each example and library, with its path in the book."""
    folder = repository / FOLDER
    for path in sorted(folder.rglob("*.sq")):
        name = path.relative_to(folder).as_posix()
        yield f"{FOLDER}/{name.removesuffix('.sq')}.md", _page(name, path.read_text("utf-8"))


def _page(name: str, program: str) -> str:
    fence = f'```serq title="{FOLDER}/{name}"\n{program.rstrip()}\n```'
    return f"# {name.rpartition('/')[2]}\n\n{fence}"
