"""`sq fmt`: what it writes, what it says, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.commands import sq

ROUGH, SMOOTH, WRONG = "let a=1;\r\n", "let a = 1;\r\n", "let a = ;\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "größe.sq"
    path.write_bytes(ROUGH.encode())
    return path


def test_a_file_is_written(file: Path) -> None:
    file.chmod(0o640)
    done = sq("fmt", file)
    assert (done.code, done.output, done.errors) == (0, "", "1 file formatted\n")
    assert file.read_bytes().decode() == SMOOTH
    assert file.stat().st_mode & 0o777 == 0o640
    assert sq("fmt", file).errors == "1 file unchanged\n"


def test_check_names_what_would_change(file: Path) -> None:
    done = sq("fmt", "--check", file)
    assert (done.code, done.output, done.errors) == (1, f"{file}\n", "1 file would be formatted\n")
    assert file.read_bytes().decode() == ROUGH
    sq("fmt", file)
    assert sq("fmt", "--check", file).code == 0


def test_diff_shows_what_would_change(file: Path) -> None:
    done = sq("fmt", "--diff", file)
    assert done.code == 1
    assert "-let a=1;" in done.output
    assert "+let a = 1;" in done.output
    assert file.read_bytes().decode() == ROUGH


def test_a_folder_is_searched(file: Path) -> None:
    (file.parent / "inner").mkdir()
    (file.parent / "inner" / "b.sq").write_text("let b = 2;\n")
    assert sq("fmt", file.parent).errors == "1 file formatted, 1 file unchanged\n"


def test_syntax_errors_leave_a_file_untouched(file: Path) -> None:
    file.write_text(WRONG)
    done = sq("fmt", file)
    assert done.code == 1
    assert "error[SQ1" in done.errors or "SQ1" in done.errors
    assert file.read_text() == WRONG


def test_standard_input_goes_to_standard_output() -> None:
    done = sq("fmt", "-", standard_input=ROUGH.encode())
    assert (done.code, done.errors) == (0, "")
    assert done.output.replace("\r\n", "\n") == "let a = 1;\n"


def test_standard_input_with_errors_is_named_and_passes_through() -> None:
    done = sq("fmt", "-", "--stdin-filename", "x.sq", standard_input=WRONG.encode())
    assert (done.code, done.output) == (1, WRONG)
    assert "x.sq:1:9" in done.errors


def test_a_range_of_lines(file: Path) -> None:
    file.write_text("let a=1;\nlet b=2;\n")
    assert sq("fmt", "--range", "2", file).code == 0
    assert file.read_text() == "let a=1;\nlet b = 2;\n"


@pytest.mark.parametrize("lines", ["0", "3-2", "x", "1-", "-1"])
def test_a_range_that_is_none(file: Path, lines: str) -> None:
    assert sq("fmt", f"--range={lines}", file).code == 2


def test_what_cannot_be_read(tmp_path: Path) -> None:
    assert sq("fmt", tmp_path / "none.sq").code == 2
    (tmp_path / "latin.sq").write_bytes(b"// \xe4\n")
    done = sq("fmt", tmp_path / "latin.sq")
    assert done.code == 1
    assert "SQ005" in done.errors
