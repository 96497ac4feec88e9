"""The pages of the diagnostics: their list, and for each code the text that comes with us too."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from docs.book.tables import code, table
from sqlang.cli.code_page import CHAPTERS, PREFACE, page_markdown
from sqlang.diagnostics.catalogue import CATALOGUE

INDEX: Final = "codes.md"

MENTIONED: Final = {code: f"codes/{code}.md" for code in CATALOGUE}
"""Where to go from a mention of a code."""


def pages() -> Iterator[tuple[str, str]]:
    """The list of all codes, and the page of each, with their paths in the book."""
    yield INDEX, _index()
    for entry in CATALOGUE.values():
        yield f"codes/{entry.code}.md", page_markdown(entry)


def _index() -> str:
    parts = [PREFACE]
    for digit, members in groupby(CATALOGUE.values(), lambda entry: entry.code[2]):
        parts.append(f"## {CHAPTERS[digit]}")
        rows = (
            (f"[{code(entry.code)}](codes/{entry.code}.md)", entry.title, entry.rule)
            for entry in members
        )
        parts.append(table(("code", "what is wrong", "rule"), rows))
    return "\n\n".join(parts)
