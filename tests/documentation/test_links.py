"""Links between files lead to files and their headings, as one follows them in a repository."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from docs.book.places import in_prose
from tests.documentation.blocks import MADE, ROOT, pages

LINK = re.compile(r"!?\[[^\]\n]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
MADE_FOR_THE_BOOK = {ROOT / "docs" / page for page in ("reference/index.md", "settings.md")}


def targets(page: Path) -> list[str]:
    found: list[str] = []

    def note(prose: str) -> str:
        found.extend(LINK.findall(prose))
        return prose

    in_prose(page.read_text(encoding="utf-8"), note, with_code=True)
    return found


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub and GitLab name them."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    kept = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.strip().replace(" ", "-") for heading in kept}


@pytest.mark.parametrize(
    "page", [*pages(), *MADE], ids=lambda page: page.relative_to(ROOT).as_posix()
)
def test_relative_links_lead_somewhere(page: Path) -> None:
    for target in targets(page):
        path, _, anchor = target.partition("#")
        if re.match(r"[a-z]+:", target):
            assert target.startswith("https://"), target
            continue
        there = (page.parent / path).resolve() if path else page
        if there in MADE_FOR_THE_BOOK:
            continue
        assert there.exists(), f"{page.relative_to(ROOT)}: {target}"
        assert there.is_relative_to(ROOT)
        if anchor:
            assert anchor in anchors(there), f"{page.relative_to(ROOT)}: {target}"


def test_links_are_found() -> None:
    assert "docs/fmt.md" in targets(ROOT / "README.md")
    assert "settings" in anchors(ROOT / "docs" / "check.md")
