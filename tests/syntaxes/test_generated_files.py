"""What is made from the vocabulary is in the repository as it would be made now."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang_syntaxes.generating.files import FILES, stale_files, write_files
from tests.architecture.repository import ROOT


@pytest.mark.parametrize("path", FILES)
def test_making_the_file_again_changes_nothing(path: str) -> None:
    assert (ROOT / path).read_bytes().decode() == FILES[path](), "run `make syntaxes`"


def test_all_files_are_written_where_there_are_none_and_then_left_alone(tmp_path: Path) -> None:
    assert write_files(tmp_path) == list(FILES)
    assert write_files(tmp_path) == []


def test_a_file_that_differs_is_told_and_made_anew(tmp_path: Path) -> None:
    write_files(tmp_path)
    first = next(iter(FILES))
    (tmp_path / first).write_text("{}")
    assert stale_files(tmp_path) == [first]
    assert write_files(tmp_path) == [first]
    assert (tmp_path / first).read_bytes().decode() == FILES[first]()
