"""Libraries that a text uses, found without parsing it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang_server.library_uses import may_use_libraries, used_libraries
from tests.server.editor import editing, pushed
from tests.server.workspaces import PROGRAM, write


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('use "a.sq";', ["a.sq"]),
        ('use"a.sq";use\n\t"b.sq";', ["a.sq", "b.sq"]),
        ('use /* parts */ "a.sq";', ["a.sq"]),
        ('use // parts\r\n /*/ more */ "a.sq";', ["a.sq"]),
        ('// use "a.sq";\n/* use "b.sq"; */ use "c.sq";', ["c.sq"]),
        ('workload { trace "use "; }\nuse "a.sq";', ["a.sq"]),
        ('reuse "a.sq";', []),
        ('use of "a.sq";', []),
        ('use "a.sq', []),
        ('use /* "a.sq";', []),
    ],
)
def test_libraries_are_found_behind_blanks_and_comments(text: str, expected: list[str]) -> None:
    assert used_libraries(text) == expected
    assert may_use_libraries(text) or not expected


def test_comments_without_an_end_are_read_once() -> None:
    """Whoever looked for the end behind each word would read 10^10 characters here."""
    assert used_libraries("use /* " * 50_000) == []


async def test_a_library_behind_a_comment_counts_unsaved_too(tmp_path: Path) -> None:
    uses = PROGRAM.replace('use "', 'use /* parts */ "')
    uris = write(tmp_path, parts="def visit(units) { }\n", program=uses)
    async with editing(pushed()) as editor:
        editor.open(uses, uris["program"])
        await editor.until(lambda: bool(editor.published))
        library = "def nothing() { }\n"
        editor.published.clear()
        editor.open(library, uris["parts"])
        await editor.until(
            lambda: any(
                params.uri == uris["program"]
                and any(each.code == "SQ107" for each in params.diagnostics)
                for params in editor.published
            )
        )
