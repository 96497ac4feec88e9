"""Which files `sq check` looks at: folders, excludes, settings, standard input, libraries."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tests.cli.commands import Finished, sq

CLEAN = "session { end; }\nrun { horizon 1; }\n"
UNKNOWN = "session { set a = bb; observe x = a; }\nrun { horizon 1; }\n"


def write(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())


def paths(done: Finished) -> list[str]:
    """The paths of the diagnostics in JSON."""
    return [each["path"] for each in json.loads(done.output)]


def checked(folder: Path, *words: str, standard_input: bytes = b"") -> list[str]:
    """The paths that `sq check` finds something in."""
    return paths(
        sq("check", "--format", "json", *words, folder=folder, standard_input=standard_input)
    )


def test_excluded_files_and_folders_are_not_searched(tmp_path: Path) -> None:
    names = ["a.sq", "old.sq", "generated/b.sq", "x/generated/c.sq", "x/d.sq"]
    write(tmp_path, dict.fromkeys(names, UNKNOWN))
    write(tmp_path, {"sqlang.toml": 'exclude = ["generated", "/old.sq"]'})
    assert checked(tmp_path, ".") == ["a.sq", "x/d.sq"]


def test_settings_hold_for_the_folder_they_are_in(tmp_path: Path) -> None:
    write(tmp_path, dict.fromkeys(["a.sq", "x/a.sq", "x/b.sq", "x/y/b.sq"], UNKNOWN))
    write(tmp_path, {"sqlang.toml": 'exclude = ["a.sq"]', "x/sqlang.toml": 'exclude = ["/b.sq"]'})
    assert checked(tmp_path, ".") == ["x/a.sq", "x/y/b.sq"]
    assert checked(tmp_path / "x" / "y", "..") == ["../a.sq", "../y/b.sq"]


def test_settings_are_those_of_the_file_and_not_of_the_current_folder(tmp_path: Path) -> None:
    write(tmp_path, {"here/sqlang.toml": 'exclude = ["*.sq"]', "there/a.sq": UNKNOWN})
    assert checked(tmp_path / "here", "../there") == ["../there/a.sq"]


def test_a_named_file_is_checked_in_spite_of_excludes(tmp_path: Path) -> None:
    write(tmp_path, {"old/a.sq": UNKNOWN, "sqlang.toml": 'exclude = ["old"]'})
    assert checked(tmp_path, "old/a.sq") == ["old/a.sq"]
    assert checked(tmp_path, "old") == ["old/a.sq"]


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('exclude = ["old"]', ["--force-exclude"]),
        ('exclude = ["old"]\nforce-exclude = true', []),
        ("", ["--exclude", "old", "--force-exclude"]),
    ],
)
def test_a_named_file_is_left_out_if_that_is_forced(
    tmp_path: Path, settings: str, words: list[str]
) -> None:
    write(tmp_path, {"old/a.sq": UNKNOWN, "old/b.sq": UNKNOWN, "sqlang.toml": settings})
    done = sq("check", *words, "old/a.sq", "old/b.sq", folder=tmp_path)
    where = "--exclude" if "--exclude" in words else "sqlang.toml"
    assert done == (
        0,
        "",
        f"sq: old/a.sq is left out: `old` in {where} (and 1 more)\n",
    )


def test_patterns_of_the_command_line_come_on_top(tmp_path: Path) -> None:
    write(tmp_path, dict.fromkeys(["a.sq", "b.sq", "c.sq"], UNKNOWN))
    write(tmp_path, {"sqlang.toml": 'exclude = ["a.sq"]'})
    assert checked(tmp_path, "--exclude", "b.sq", ".") == ["c.sq"]


def test_a_folder_of_which_everything_is_left_out_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a.sq": UNKNOWN, "sqlang.toml": 'exclude = ["*.sq"]'})
    done = sq("check", ".", folder=tmp_path)
    assert done == (0, "", "sq: no *.sq file in . but what is left out\n")


def test_standard_input_has_the_settings_of_the_file_it_stands_for(tmp_path: Path) -> None:
    write(tmp_path, {"x/sqlang.toml": 'ignore = ["SQ801"]', "x/a.sq": f"let n = 1;\n{CLEAN}"})
    text = (tmp_path / "x" / "a.sq").read_bytes()
    named = ("-", "--stdin-filename", "x/a.sq")
    by_name = sq("check", "x/a.sq", folder=tmp_path)
    assert by_name == (0, "", "no errors in 1 file\n")
    assert sq("check", *named, folder=tmp_path, standard_input=text) == by_name
    alone = sq("check", "-", folder=tmp_path / "x", standard_input=text)
    assert alone.errors == "no errors, 1 hint in 1 file\n"


def test_standard_input_is_left_out_like_the_file_it_stands_for(tmp_path: Path) -> None:
    write(tmp_path, {"old/a.sq": UNKNOWN, "sqlang.toml": 'exclude = ["old"]'})
    named = ("-", "--stdin-filename", "old/a.sq")
    text = UNKNOWN.encode()
    assert checked(tmp_path, *named, standard_input=text) == ["old/a.sq"]
    by_input = sq("check", "--force-exclude", *named, folder=tmp_path, standard_input=text)
    assert by_input == sq("check", "--force-exclude", "old/a.sq", folder=tmp_path)
    assert by_input.code == 0


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (
            "pyproject.toml",
            "[tool.sqlang]\n\nexlude = []\n",
            "sq: pyproject.toml:3: there is no setting `exlude`; did you mean `exclude`?",
        ),
        ("sqlang.toml", "a = ", "sq: sqlang.toml: this is not TOML: Invalid value (at end of"),
        ("sqlang.toml", 'ignore = ["SQ101"]', "sq: sqlang.toml:1: `SQ101` is a refusal and cannot"),
    ],
)
def test_wrong_settings_are_said_and_exit_with_2(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    write(tmp_path, {"a.sq": UNKNOWN, name: text})
    done = sq("check", "a.sq", folder=tmp_path)
    assert done.code == 2
    assert said in done.errors
    assert "SQ401" in done.output
    assert "Traceback" not in done.errors


def test_a_library_in_a_folder_need_not_be_a_program(tmp_path: Path) -> None:
    user = f'use "parts/half.sq";\nsession {{ observe a = half(2); }}\n{CLEAN.splitlines()[1]}\n'
    write(tmp_path, {"parts/half.sq": "def half(v) = v / 2;\n", "main.sq": user})
    assert sq("check", ".", folder=tmp_path) == (0, "", "no errors in 2 files\n")
    assert sq("check", "parts", folder=tmp_path).code == 0
    assert sq("check", "main.sq", "parts/half.sq", folder=tmp_path).code == 0


def test_a_library_is_refused_as_one_and_not_as_a_program_too(tmp_path: Path) -> None:
    user = f'use "half.sq";\nsession {{ observe a = half(2); }}\n{CLEAN.splitlines()[1]}\n'
    for item in ("set a = 1;", "let a = 1;"):
        write(tmp_path, {"half.sq": f"def half(v) = v / 2;\n{item}\n", "main.sq": user})
        done = sq("check", "--format", "json", ".", folder=tmp_path)
        assert [each["code"] for each in json.loads(done.output)] == ["SQ233"]


def test_a_library_named_alone_is_taken_for_a_program(tmp_path: Path) -> None:
    write(tmp_path, {"half.sq": "def half(v) = v / 2;\n"})
    done = sq("check", "half.sq", folder=tmp_path)
    assert (done.code, "SQ451" in done.output) == (1, True)


def test_a_mistake_in_a_library_has_the_uses_of_all_programs(tmp_path: Path) -> None:
    user = 'use "../half.sq";\nsession { observe a = half(2); }\nrun { horizon 1; }\n'
    write(tmp_path, {"half.sq": "def half(v) = v / two;\n", "x/a.sq": user, "y/b.sq": user})
    done = sq("check", "--format", "json", ".", folder=tmp_path)
    [diagnostic] = json.loads(done.output)
    assert diagnostic["path"] == "half.sq"
    assert {each["path"] for each in diagnostic["related"]} == {"x/a.sq", "y/b.sq"}
    assert len(paths(sq("check", "--format", "json", "x", "y", folder=tmp_path))) == 1


def test_a_constant_that_is_not_declared_is_said(tmp_path: Path) -> None:
    write(tmp_path, {"a.sq": CLEAN})
    done = sq("check", "--set", "n=2", "a.sq", folder=tmp_path)
    assert (done.code, done.output.splitlines()) == (
        1,
        [
            "<set>:1:1: error[SQ461]: no constant is called `n`",
            " 1 | n=2",
            "   | ^^^",
        ],
    )


def test_a_constant_that_some_programs_lack_is_said_once_with_them(tmp_path: Path) -> None:
    write(tmp_path, {"a.sq": CLEAN, "b.sq": f"let n = 1;\nlet m = n;\n{CLEAN}", "c.sq": CLEAN})
    done = sq("check", "--set", "n=2", "--format", "json", "--ignore", "SQ8", ".", folder=tmp_path)
    [diagnostic] = json.loads(done.output)
    assert (diagnostic["path"], diagnostic["code"]) == ("<set>", "SQ461")
    assert [each["path"] for each in diagnostic["related"]] == ["a.sq", "c.sq"]


def test_an_ir_is_checked_if_it_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"a.sq": CLEAN, "wrong.json": '{"version": 7}'})
    (tmp_path / "a.json").write_text(sq("ir", "a.sq", folder=tmp_path).output)
    assert sq("check", "a.json", folder=tmp_path).code == 0
    done = sq("check", "wrong.json", folder=tmp_path)
    assert done.code == 1
    assert "error[SQ7" in done.output


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be searched")
def test_a_folder_that_cannot_be_searched_exits_with_2(tmp_path: Path) -> None:
    write(tmp_path, {"closed/a.sq": CLEAN, "b.sq": CLEAN})
    (tmp_path / "closed").chmod(0)
    try:
        done = sq("check", ".", folder=tmp_path)
    finally:
        (tmp_path / "closed").chmod(0o755)
    assert (done.code, "sq: cannot search ./closed: Permission denied" in done.errors) == (2, True)
