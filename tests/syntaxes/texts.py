"""Programs that both highlighters are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tests.architecture.repository import ROOT

EXAMPLES = sorted((ROOT / "examples").rglob("*.sq"))
CONFORMING = [
    path
    for kind in ("accept", "run")
    for path in sorted((ROOT / "tests" / "conformance" / kind).rglob("*.sq"))
]


def read(path: Path) -> str:
    """The text of a program as it is, its line ends too."""
    return path.read_bytes().decode()


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def fenced(language: str, besides: str = "") -> Iterator[str]:
    """Everything between fences with this name in our documentation, but for one page."""
    for page in sorted(set((ROOT / "docs").rglob("*.md")) - {ROOT / "docs" / besides}):
        pieces = page.read_text(encoding="utf-8").split(f"```{language}\n")
        yield from (piece.partition("```")[0] for piece in pieces[1:])
