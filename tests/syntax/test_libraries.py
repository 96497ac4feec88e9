"""Libraries: USE-1 to USE-5, on disk and in unsaved buffers."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sqlang.source import Source
from sqlang.syntax.bounds import MAXIMUM_CHARACTERS
from sqlang.syntax.kernel import KernelTree, parse_kernel
from sqlang.syntax.workspace import Workspace
from tests.syntax.texts import FOLDER, codes, kernel, places

RUN = " run { horizon 1; }"
LIBRARY = {"lib.sq": "def f(x) = x + 1;"}


def located(parsed: KernelTree) -> list[tuple[str, str, str]]:
    """Code, file and underlined text of each mistake."""
    return [
        (found.code, found.span.source.path.rpartition("/")[2], found.span.text)
        for found in parsed.diagnostics
    ]


def test_definitions_of_a_library_are_seen_after_its_use() -> None:
    assert codes('use "lib.sq"; let a = f(1);' + RUN, LIBRARY) == []
    assert codes('session { f(1); } use "lib.sq";' + RUN, LIBRARY) == ["SQ107"]


def test_a_file_is_read_once() -> None:
    files = {"a.sq": 'use "b.sq"; def a() = b();', "b.sq": 'use "./a.sq"; def b() = 1;'}
    text = 'use "a.sq"; use "b.sq"; use "./b.sq"; use "program.sq"; let x = a() + b();'
    parsed = kernel(text + RUN, files)
    assert parsed.diagnostics == ()
    assert [source.path.rpartition("/")[2] for source in parsed.sources] == [
        "program.sq",
        "a.sq",
        "b.sq",
    ]


def test_paths_are_relative_to_the_file_of_the_use() -> None:
    files = {"lib/a.sq": 'use "b.sq";', "lib/b.sq": "def b() = 1;"}
    assert codes('use "lib/a.sq"; let x = b();' + RUN, files) == []


def test_absolute_paths() -> None:
    assert codes(f'use "{FOLDER}/lib.sq"; let x = f(1);' + RUN, LIBRARY) == []


def test_a_text_without_a_folder_has_no_libraries() -> None:
    parsed = kernel('use "lib.sq"; let a = 1;' + RUN)
    assert places(parsed.diagnostics) == [("SQ231", "use")]


@pytest.mark.parametrize("path", ["none.sq", "", "a\\0b".replace("\\0", "\0"), "\ud800"])
def test_a_library_that_cannot_be_read(path: str) -> None:
    codes_found = codes(f'use "{path}";' + RUN, {})
    assert codes_found == ["SQ232"]


def test_what_is_no_file_is_not_opened(tmp_path: Path) -> None:
    """Nobody writes to this pipe, so opening it would wait for ever."""
    os.mkfifo(tmp_path / "pipe")
    source = Source(f'use "pipe"; use "{os.devnull}";{RUN}', str(tmp_path / "a.sq"), str(tmp_path))
    found = parse_kernel(source, Workspace()).diagnostics
    assert [each.code for each in found] == ["SQ232", "SQ232"]
    assert all("it is no file on a disk" in each.message for each in found)


def test_a_file_is_read_up_to_what_no_program_may_be_longer_than(tmp_path: Path) -> None:
    path = tmp_path / "long.sq"
    path.write_text(" " * (MAXIMUM_CHARACTERS + 10), encoding="utf-8")
    read = Workspace().read(str(path))
    assert read is not None
    assert len(read.text) == MAXIMUM_CHARACTERS + 1


def test_other_items_in_a_library() -> None:
    files = {"lib.sq": "def f(x) = x; let z = 1; def g() = 1;"}
    assert located(kernel('use "lib.sq"; let a = f(1);' + RUN, files)) == [
        ("SQ233", "lib.sq", "let")
    ]


def test_lexical_mistakes_in_a_library() -> None:
    files = {"lib.sq": "def f(x) = x # 1;"}
    assert ("SQ001", "lib.sq", "#") in located(kernel('use "lib.sq";' + RUN, files))


def test_a_definition_that_does_not_end_in_its_library() -> None:
    files = {"lib.sq": "def g() = 1;\ndef f() = 1 +"}
    parsed = kernel('use "lib.sq"; stage s : fifo; let a = f() + g();' + RUN, files)
    assert located(parsed) == [("SQ234", "lib.sq", "def")]


def test_a_definition_that_nothing_ends() -> None:
    files = {"lib.sq": "def f() = 1 + 2"}
    assert located(kernel('use "lib.sq";' + RUN, files)) == [("SQ208", "lib.sq", "")]


def test_mistakes_in_the_body_of_a_library_stand_in_the_library() -> None:
    files = {"lib.sq": "def f(x) = x + ;"}
    parsed = kernel('use "lib.sq"; let a = f(1);' + RUN, files)
    assert [found.code for found in parsed.diagnostics] == ["SQ105"]


@pytest.mark.parametrize(
    ("body", "code", "ends"),
    [
        ("{ set z = 1 }", "SQ101", ("`f` ends here", "1")),
        ("{ set z = x }", "SQ101", ("`f` ends in what starts here", "set")),
    ],
)
def test_a_body_that_breaks_off_is_told_once_with_its_end(
    body: str, code: str, ends: tuple[str, str]
) -> None:
    files = {"lib.sq": f"def f(x) {body}"}
    (found,) = kernel('use "lib.sq"; session { f(1); f(2); end; }' + RUN, files).diagnostics
    (related,) = found.related
    assert (found.code, (related.message, related.span.text)) == (code, ends)
    assert related.span.source.path.endswith("lib.sq")


def test_a_use_without_its_semicolon() -> None:
    (found,) = kernel('use "lib.sq"\nlet a = f(1);' + RUN, LIBRARY).diagnostics
    assert (found.code, found.span.start, found.fixes[0].edits[0].text) == ("SQ101", 12, ";")


def test_a_file_is_looked_for_behind_the_semicolon() -> None:
    assert codes('use "none.sq"\nlet a = f(1);' + RUN, LIBRARY) == ["SQ101"]
    assert codes('use "none.sq"\nlet a = f(1);' + RUN) == ["SQ101"]


def test_a_use_without_a_path() -> None:
    assert codes("use lib; let a = 1;" + RUN, LIBRARY) == ["SQ104"]


def test_libraries_count_towards_the_size_of_a_program() -> None:
    files = {"lib.sq": "def f() = 1; " * 15_000}
    assert codes('use "lib.sq";' + RUN, files) == ["SQ235"]


def test_a_library_from_disk(tmp_path: Path) -> None:
    (tmp_path / "lib.sq").write_text("def f(x) = x;")
    (tmp_path / "folder.sq").mkdir()
    (tmp_path / "latin.sq").write_bytes(b"// caf\xe9")
    text = 'use "lib.sq"; use "folder.sq"; use "latin.sq"; let a = f(1);' + RUN
    source = Source(text, str(tmp_path / "p.sq"), str(tmp_path))
    found = parse_kernel(source, Workspace()).diagnostics
    assert [each.code for each in found] == ["SQ232", "SQ232", "SQ005"]
    assert "folder" in found[0].message
    assert "UTF-8" in found[1].message


def test_an_unsaved_buffer_stands_for_its_file(tmp_path: Path) -> None:
    path = tmp_path / "lib.sq"
    path.write_text("def f(x) = x;")
    workspace = Workspace()
    link = tmp_path / "link.sq"
    link.symlink_to(path)
    workspace.open_buffer(str(link), "def g(x) = x;")
    source = Source('use "lib.sq"; session { g(1); }' + RUN, str(tmp_path / "p"), str(tmp_path))
    assert [d.code for d in parse_kernel(source, workspace).diagnostics] == ["SQ223"]
    workspace.close_buffer(str(path))
    assert [d.code for d in parse_kernel(source, workspace).diagnostics] == ["SQ107"]
