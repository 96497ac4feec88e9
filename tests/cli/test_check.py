"""`sq check`: what it finds, how it says so, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.commands import EXAMPLE, ROOT, sq, sq_process

CLEAN = "session { end; }\nrun { horizon 1; }\n"
UNKNOWN = "session { set a = bb; }\nrun { horizon 1; }\n"


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.sq").write_bytes(text.encode())


def found(output: str) -> list[tuple[str, str, int, int]]:
    """Path, code, line and column of each diagnostic in JSON."""
    return [
        (
            each["path"],
            each["code"],
            each["range"]["start"]["line"],
            each["range"]["start"]["column"],
        )
        for each in json.loads(output)
    ]


def test_a_clean_program_exits_with_0_and_has_no_results() -> None:
    assert sq("check", EXAMPLE) == (0, "", "no errors in 1 file\n")


def test_an_error_is_shown_with_its_line_and_exits_with_1(tmp_path: Path) -> None:
    write(tmp_path, bad=UNKNOWN)
    done = sq("check", "bad.sq", folder=tmp_path)
    assert done.code == 1
    assert done.output.splitlines()[:3] == [
        "bad.sq:1:19: error[SQ401]: unknown name `bb`",
        " 1 | session { set a = bb; }",
        "   |                   ^^",
    ]
    assert done.errors == "1 error in 1 file\n"


def test_json_has_the_fields_of_the_interface_and_nothing_else(tmp_path: Path) -> None:
    write(tmp_path, bad=UNKNOWN)
    done = sq("check", "--format", "json", "bad.sq", folder=tmp_path)
    assert (done.code, done.errors) == (1, "")
    [diagnostic] = json.loads(done.output)
    fixes: list[Any] = diagnostic.pop("fixes")
    assert diagnostic == {
        "path": "bad.sq",
        "code": "SQ401",
        "rule": "NAM-4",
        "severity": "error",
        "message": "unknown name `bb`",
        "range": {"start": {"line": 1, "column": 19}, "end": {"line": 1, "column": 21}},
        "related": [],
    }
    assert all(set(fix) == {"title", "safe", "edits"} for fix in fixes)


def test_related_places_are_in_the_json(tmp_path: Path) -> None:
    write(tmp_path, bad=f"pool p {{ }}\npool p {{ }}\n{CLEAN}")
    done = sq("check", "--format", "json", "bad.sq", folder=tmp_path)
    [diagnostic] = json.loads(done.output)
    assert diagnostic["code"] == "SQ405"
    [related] = diagnostic["related"]
    assert set(related) == {"path", "range", "message"}
    assert related["path"] == "bad.sq"
    assert related["range"] == {
        "start": {"line": 1, "column": 6},
        "end": {"line": 1, "column": 7},
    }


def test_a_clean_program_is_an_empty_list() -> None:
    assert sq("check", "--format", "json", EXAMPLE) == (0, "[]\n", "")


def test_folders_are_searched_and_results_sorted_by_path_and_place(tmp_path: Path) -> None:
    inner = tmp_path / "programs" / "inner"
    hidden = tmp_path / "programs" / ".hidden"
    inner.mkdir(parents=True)
    hidden.mkdir()
    write(inner, z="session { set a = x; set b = y; }\nrun { horizon 1; }\n")
    write(tmp_path / "programs", b=UNKNOWN, a=CLEAN)
    write(hidden, c=UNKNOWN)
    (inner / "notes.txt").write_text("not a program")
    done = sq("check", "--format", "json", "programs", folder=tmp_path)
    assert found(done.output) == [
        ("programs/b.sq", "SQ401", 1, 19),
        ("programs/inner/z.sq", "SQ401", 1, 19),
        ("programs/inner/z.sq", "SQ401", 1, 30),
    ]


def test_a_file_named_twice_is_checked_once(tmp_path: Path) -> None:
    write(tmp_path, bad=UNKNOWN)
    done = sq("check", "bad.sq", ".", "./bad.sq", folder=tmp_path)
    assert done.errors == "1 error in 1 file\n"


def test_a_folder_without_programs_is_said(tmp_path: Path) -> None:
    assert sq("check", ".", folder=tmp_path) == (
        0,
        "",
        "sq: no *.sq file in .\n",
    )


@pytest.mark.parametrize("words", [(), ("--fix",), ("--diff",), ("--format", "github")])
def test_where_nothing_was_checked_nothing_is_summed_up(
    tmp_path: Path, words: tuple[str, ...]
) -> None:
    done = sq("check", *words, "missing.sq", folder=tmp_path)
    assert done == (2, "", "sq: cannot read missing.sq: No such file or directory\n")


def test_a_missing_file_exits_with_2_and_the_others_are_checked(tmp_path: Path) -> None:
    write(tmp_path, bad=UNKNOWN)
    done = sq("check", "missing.sq", "bad.sq", folder=tmp_path)
    assert done.code == 2
    assert "sq: cannot read missing.sq: No such file or directory" in done.errors
    assert "bad.sq:1:19: error[SQ401]" in done.output


def test_standard_input_is_checked(tmp_path: Path) -> None:
    done = sq("check", "-", standard_input=UNKNOWN.encode(), folder=tmp_path)
    assert done.code == 1
    assert done.output.startswith("<stdin>:1:19: error[SQ401]")


def test_standard_input_has_no_directory_for_libraries(tmp_path: Path) -> None:
    write(tmp_path, library="def half(v) = v / 2;\n")
    text = f'use "library.sq";\n{CLEAN}'.encode()
    done = sq("check", "--format", "json", "-", standard_input=text, folder=tmp_path)
    assert found(done.output) == [("<stdin>", "SQ231", 1, 1)]


def test_standard_input_can_stand_for_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "programs"
    folder.mkdir()
    write(folder, library="def half(v) = v / 2;\n")
    text = f'use "library.sq";\n{CLEAN}'.encode()
    name = ("--stdin-filename", "programs/new.sq")
    assert sq("check", "-", *name, standard_input=text, folder=tmp_path).code == 0
    bad = f'use "library.sq";\n{UNKNOWN}'.encode()
    done = sq("check", "-", *name, "--format", "json", standard_input=bad, folder=tmp_path)
    assert found(done.output) == [("programs/new.sq", "SQ401", 2, 19)]


def test_a_file_and_the_same_text_on_standard_input_agree(tmp_path: Path) -> None:
    write(tmp_path, bad=UNKNOWN)
    by_path = sq("check", "bad.sq", folder=tmp_path)
    by_input = sq(
        "check", "-", "--stdin-filename", "bad.sq", standard_input=UNKNOWN.encode(), folder=tmp_path
    )
    assert by_input == by_path


def test_constants_can_be_replaced(tmp_path: Path) -> None:
    write(tmp_path, program="let n = 0;\nstage s : fifo(n);\nrun { horizon 1; }\n")
    assert sq("check", "program.sq", folder=tmp_path).code == 1
    assert sq("check", "--set", "n=2 + 1", "program.sq", folder=tmp_path).code == 0


def test_a_replaced_constant_must_exist(tmp_path: Path) -> None:
    write(tmp_path, program=CLEAN)
    done = sq("check", "--set", "zz=1", "--format", "json", "program.sq", folder=tmp_path)
    assert done.code == 1
    [diagnostic] = json.loads(done.output)
    assert diagnostic["code"] == "SQ461"
    assert diagnostic["message"] == "no constant is called `zz`"


def test_text_that_is_not_utf_8_is_a_diagnostic_with_a_place(tmp_path: Path) -> None:
    (tmp_path / "latin.sq").write_bytes(b"// ok\n// caf\xe9\nrun { horizon 1; }\n")
    done = sq("check", "--format", "json", "latin.sq", folder=tmp_path)
    assert done.code == 1
    assert found(done.output) == [("latin.sq", "SQ005", 2, 7)]


def test_a_byte_order_mark_is_a_diagnostic_with_a_fix(tmp_path: Path) -> None:
    (tmp_path / "bom.sq").write_bytes(b"\xef\xbb\xbf" + CLEAN.encode())
    done = sq("check", "--format", "json", "bom.sq", folder=tmp_path)
    assert done.code == 1
    [diagnostic] = json.loads(done.output)
    assert (diagnostic["code"], diagnostic["range"]["start"]) == ("SQ001", {"line": 1, "column": 1})
    [fix] = diagnostic["fixes"]
    assert fix["safe"] is True
    [edit] = fix["edits"]
    assert edit["text"] == ""
    assert edit["range"] == {"start": {"line": 1, "column": 1}, "end": {"line": 1, "column": 2}}


def test_an_error_in_a_library_is_shown_once_in_the_library(tmp_path: Path) -> None:
    user = 'use "library.sq";\nsession { set a = broken(1); }\nrun { horizon 1; }\n'
    write(tmp_path, library="def broken(v) = v + missing;\n", one=user, two=user)
    done = sq("check", "--format", "json", "one.sq", "two.sq", folder=tmp_path)
    assert [(code, line) for _, code, line, _ in found(done.output)] == [("SQ401", 1)]
    [diagnostic] = json.loads(done.output)
    assert diagnostic["path"].endswith("library.sq")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "latin-1"])
def test_output_survives_any_encoding(tmp_path: Path, encoding: str) -> None:
    write(tmp_path, wide="let 模型 = ;\nrun { horizon 1; }\n")
    done = sq("check", "wide.sq", folder=tmp_path, encoding=encoding)
    assert done.code == 1
    assert "SQ105" in done.output
    assert "let \\u6a21\\u578b = ;" in done.output
    assert "Traceback" not in done.errors


def test_an_encoding_does_not_change_the_json(tmp_path: Path) -> None:
    write(tmp_path, wide="let a = 模型;\nrun { horizon 1; }\n")
    done = sq("check", "--format", "json", "wide.sq", folder=tmp_path, encoding="cp1252")
    assert json.loads(done.output)[0]["message"] == "`模型` is not a constant"


def test_paths_are_printed_as_given(tmp_path: Path) -> None:
    write(tmp_path, bad=UNKNOWN)
    given = tmp_path / "bad.sq"
    assert sq("check", given).output.startswith(f"{given}:1:19: ")


def test_a_terminal_of_another_encoding_is_no_failure(tmp_path: Path) -> None:
    write(tmp_path, wide="let 模型 = ;\nrun { horizon 1; }\n")
    done = sq_process("check", "wide.sq", folder=tmp_path, PYTHONIOENCODING="cp1252:strict")
    assert done.code == 1
    assert "let \\u6a21\\u578b = ;" in done.output


def test_everything_in_the_examples_is_clean() -> None:
    assert sq("check", "examples", folder=ROOT).code == 0
