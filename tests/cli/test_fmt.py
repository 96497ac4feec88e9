"""`sq fmt`: what it writes, prints and says, and its exit codes."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from unittest.mock import patch

import pytest

from sqlang.formatting.layout import Layout
from tests.cli.commands import sq, sq_process

UGLY = "let  a = 1;\nlet b = 2;\n"
TIDY = "let a = 1;\nlet b = 2;\n"
BROKEN = "session { end }\n"


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.sq").write_bytes(text.encode())


def read(folder: Path, name: str) -> str:
    return (folder / f"{name}.sq").read_bytes().decode()


def test_files_are_formatted_and_counted(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    write(tmp_path, a=UGLY, b=TIDY)
    write(tmp_path / "inner", c=UGLY)
    done = sq("fmt", ".", folder=tmp_path)
    assert done == (0, "", "2 files formatted, 1 unchanged\n")
    assert [read(tmp_path, name) for name in ("a", "b", "inner/c")] == [TIDY] * 3
    assert sq("fmt", ".", folder=tmp_path) == (0, "", "3 files unchanged\n")


def test_a_named_file_need_not_end_in_sq(tmp_path: Path) -> None:
    (tmp_path / "program").write_text(UGLY)
    assert sq("fmt", "program", folder=tmp_path) == (0, "", "1 file formatted\n")
    assert (tmp_path / "program").read_text() == TIDY


def test_check_names_files_and_changes_nothing(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY, b=TIDY)
    done = sq("fmt", "--check", ".", folder=tmp_path)
    assert done == (1, "a.sq\n", "1 file would be formatted, 1 unchanged\n")
    assert read(tmp_path, "a") == UGLY
    assert sq("fmt", "--check", "b.sq", folder=tmp_path) == (0, "", "1 file unchanged\n")


def test_diff_prints_what_would_change(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY, b=TIDY)
    done = sq("fmt", "--diff", "a.sq", "b.sq", folder=tmp_path)
    assert done.code == 1
    assert done.output == (
        "--- a.sq\n+++ a.sq\n@@ -1,2 +1,2 @@\n-let  a = 1;\n+let a = 1;\n let b = 2;\n"
    )
    assert read(tmp_path, "a") == UGLY
    assert sq("fmt", "--diff", "--check", "a.sq", folder=tmp_path).output == done.output


def test_standard_input_goes_to_standard_output() -> None:
    assert sq("fmt", "-", standard_input=UGLY.encode()) == (0, TIDY, "")
    assert sq("fmt", "-", standard_input=TIDY.encode()) == (0, TIDY, "")
    assert sq("fmt", "-", standard_input=b"let  a=1;\r\n") == (0, "let a = 1;\r\n", "")
    assert sq("fmt", "-", standard_input=b"") == (0, "", "")


def test_standard_input_stands_for_a_file(tmp_path: Path) -> None:
    words = ("fmt", "-", "--stdin-filename", "x/a.sq")
    assert sq(*words, standard_input=UGLY.encode(), folder=tmp_path) == (0, TIDY, "")
    done = sq(*words, "--check", standard_input=UGLY.encode(), folder=tmp_path)
    assert done[:2] == (1, "x/a.sq\n")
    done = sq(*words, standard_input=BROKEN.encode(), folder=tmp_path)
    assert (done.code, done.output) == (1, BROKEN)
    assert done.errors.startswith("x/a.sq:1:14: error[SQ101]: `;` should stand here\n")


def test_what_is_left_out_comes_out_as_it_went_in(tmp_path: Path) -> None:
    (tmp_path / "sqlang.toml").write_text('exclude = ["a.sq"]')
    words = ("fmt", "-", "--stdin-filename", "a.sq", "--force-exclude")
    done = sq(*words, standard_input=UGLY.encode(), folder=tmp_path)
    assert (done.code, done.output) == (0, UGLY)
    assert done.errors == "sq: a.sq is left out: `a.sq` in sqlang.toml\n"


def test_folders_are_searched_without_what_is_excluded(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY, b=UGLY)
    sq("fmt", "--exclude", "b.sq", ".", folder=tmp_path)
    assert (read(tmp_path, "a"), read(tmp_path, "b")) == (TIDY, UGLY)
    sq("fmt", "--exclude", "b.sq", "b.sq", folder=tmp_path)
    assert read(tmp_path, "b") == TIDY


def test_a_folder_is_searched_for_files_not_for_pipes_that_never_end(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY)
    os.mkfifo(tmp_path / "b.sq")
    os.symlink("nowhere", tmp_path / "c.sq")
    done = sq("fmt", ".", folder=tmp_path)
    assert done.code == 2
    assert done.errors == "sq: cannot read c.sq: No such file or directory\n1 file formatted\n"


def test_a_syntax_error_is_told_as_a_check_tells_it_and_the_file_left_alone(tmp_path: Path) -> None:
    write(tmp_path, a=BROKEN, b=UGLY)
    done = sq("fmt", "a.sq", "b.sq", folder=tmp_path)
    assert (done.code, done.output) == (1, "")
    told = sq("check", "a.sq", folder=tmp_path).output
    assert told.startswith("a.sq:1:14: error[SQ101]")
    first = told.split("\n\n")[0].rstrip("\n")
    assert done.errors == f"{first}\n1 file formatted, 1 refused\n"
    assert (read(tmp_path, "a"), read(tmp_path, "b")) == (BROKEN, TIDY)


def test_other_mistakes_are_not_its_business(tmp_path: Path) -> None:
    write(tmp_path, a="session{set x=unknown;}\n")
    assert sq("fmt", "a.sq", folder=tmp_path) == (0, "", "1 file formatted\n")
    assert sq("check", "a.sq", folder=tmp_path).code == 1


def test_a_byte_order_mark_and_odd_bytes_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.sq").write_bytes(b"\xef\xbb\xbf" + UGLY.encode())
    (tmp_path / "b.sq").write_bytes(b"// caf\xe9\n")
    done = sq("fmt", ".", folder=tmp_path)
    assert done.code == 1
    assert "a.sq:1:1: error[SQ001]" in done.errors
    assert "b.sq:1:7: error[SQ005]" in done.errors
    assert "2 files refused" in done.errors


def test_a_range_of_lines(tmp_path: Path) -> None:
    text = "let  a = 1;\nlet  b = 2;\nlet  c = 3;\n"
    write(tmp_path, a=text)
    assert sq("fmt", "--range", "2-2", "a.sq", folder=tmp_path).code == 0
    assert read(tmp_path, "a") == "let  a = 1;\nlet b = 2;\nlet  c = 3;\n"
    done = sq("fmt", "--range", "3", "-", standard_input=text.encode())
    assert done.output == "let  a = 1;\nlet  b = 2;\nlet c = 3;\n"
    assert sq("fmt", "--range", "9-12", "--check", "a.sq", folder=tmp_path).code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--range", "0-2", "a.sq"], "`0-2` is no range of lines such as 10-20 or 10"),
        (["--range", "3-2", "a.sq"], "`3-2` is no range of lines"),
        (["--range", "x", "a.sq"], "`x` is no range of lines"),
        (["--range", "1-2", "a.sq", "b.sq"], "--range is about the lines of one file"),
        (["--range", "1-2", "."], "--range is about the lines of one file"),
        (["--stdin-filename", "a.sq", "b.sq"], "--stdin-filename needs - among the paths"),
        (["-", "a.sq"], "the layout of - is printed, so no other path goes with it"),
        ([], "the following arguments are required: PATH"),
        (["--what"], "required: PATH"),
    ],
)
def test_a_wrong_command_line_exits_with_2(words: list[str], said: str, tmp_path: Path) -> None:
    write(tmp_path, a=UGLY, b=UGLY)
    done = sq("fmt", *words, folder=tmp_path)
    assert (done.code, done.output) == (2, "")
    assert said in done.errors
    assert read(tmp_path, "a") == UGLY


def test_what_cannot_be_read_exits_with_2_and_the_rest_is_formatted(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY)
    done = sq("fmt", "none.sq", "a.sq", folder=tmp_path)
    assert done.code == 2
    assert done.errors == ("sq: cannot read none.sq: No such file or directory\n1 file formatted\n")
    assert read(tmp_path, "a") == TIDY


def test_an_ir_has_no_layout(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    done = sq("fmt", "a.json", folder=tmp_path)
    assert done == (2, "", "sq: a.json is an IR, and only a program's text has a layout\n")


def test_a_wrong_settings_file_exits_with_2(tmp_path: Path) -> None:
    write(tmp_path, a=TIDY)
    (tmp_path / "sqlang.toml").write_text("exclude = 3")
    done = sq("fmt", ".", folder=tmp_path)
    assert done.code == 2
    assert "sqlang.toml" in done.errors


def test_mode_and_links_stay(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY)
    (tmp_path / "a.sq").chmod(0o640)
    os.symlink("a.sq", tmp_path / "link.sq")
    assert sq("fmt", "link.sq", folder=tmp_path).code == 0
    assert (tmp_path / "link.sq").is_symlink()
    assert read(tmp_path, "a") == TIDY
    assert stat.S_IMODE((tmp_path / "a.sq").stat().st_mode) == 0o640


def test_what_is_formatted_already_is_not_written_again(tmp_path: Path) -> None:
    write(tmp_path, a=TIDY)
    os.utime(tmp_path / "a.sq", (1, 1))
    assert sq("fmt", "a.sq", folder=tmp_path).code == 0
    assert (tmp_path / "a.sq").stat().st_mtime == 1


@pytest.mark.parametrize(
    "wrong", ["let a = 1;\n", "let b = 2;\nlet a = 1;\n", "// x\nlet  a = 1;\n"]
)
def test_a_fault_of_ours_changes_nothing_and_asks_for_a_report(wrong: str, tmp_path: Path) -> None:
    write(tmp_path, a=UGLY)
    with patch.object(Layout, "text", lambda _: wrong):
        done = sq("fmt", "a.sq", folder=tmp_path)
    assert done.code == 1
    assert "error[SQ994]: not formatted: " in done.errors
    assert "please report it" in done.errors
    assert read(tmp_path, "a") == UGLY


def test_a_layout_that_is_not_stable_is_a_fault(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY)
    layouts = iter(["let a = 1;\nlet b = 2;\n", "let a = 1; let b = 2;\n"])
    with patch.object(Layout, "text", lambda _: next(layouts)):
        assert "SQ994" in sq("fmt", "a.sq", folder=tmp_path).errors
    assert read(tmp_path, "a") == UGLY


def test_a_process_loads_no_engine_and_no_terminal_library(tmp_path: Path) -> None:
    write(tmp_path, a=UGLY)
    done = sq_process("fmt", "a.sq", folder=tmp_path, PYTHONPROFILEIMPORTTIME="1")
    assert done.code == 0
    loaded = {line.rsplit("|", 1)[-1].strip() for line in done.errors.splitlines()}
    assert "sqlang.formatting.layout" in loaded
    assert not loaded & {"rich", "lark", "argparse", "sqlang.engine.simulation", "sqlang.views"}
