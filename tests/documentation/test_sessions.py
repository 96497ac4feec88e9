"""What sessions at a terminal show is what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.documentation.blocks import ROOT, blocks_of, pages
from tests.documentation.sessions import answers_of

WITH_SESSIONS = [
    page for page in pages() if any(block.language == "console" for block in blocks_of(page))
]


def test_the_sessions_are_found() -> None:
    names = {page.relative_to(ROOT).as_posix() for page in WITH_SESSIONS}
    chapters = {path.name for path in (ROOT / "docs" / "course").glob("*.md")} - {"index.md"}
    assert {f"docs/course/{name}" for name in chapters} | {"docs/trace.md"} <= names
    assert len(chapters) == 7


@pytest.mark.parametrize("page", WITH_SESSIONS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_sessions_are_true(page: Path, tmp_path: Path) -> None:
    exchanges = list(answers_of(page, tmp_path))
    assert exchanges
    for each in exchanges:
        told = f"{each.block.place}: {each.command} (python -m tests.documentation.update)"
        assert each.is_true or each.shown == each.answer, told
