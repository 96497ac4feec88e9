"""Mistakes of libraries: told in the library and at the `use`, files by the nearest name."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace

RUN = " session { end; } run { horizon 1; }"


def program(
    folder: Path, text: str, files: dict[str, str], workspace: Workspace | None = None
) -> Analysis:
    """A program beside its libraries."""
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    return analyze(Source(text + RUN, str(folder / "program.sq"), str(folder)), workspace=workspace)


def located(found: Diagnostic) -> tuple[str, str, str]:
    return found.code, Path(found.span.source.path).name, found.span.text


def test_a_mistake_is_told_in_the_library_with_each_use_on_the_way(tmp_path: Path) -> None:
    files = {"a.sq": 'use "b.sq";', "b.sq": "def f(x, x) = 1;"}
    (found,) = program(tmp_path, 'use "a.sq";', files).diagnostics
    assert located(found) == ("SQ206", "b.sq", "x")
    assert [(Path(r.span.source.path).name, r.span.text) for r in found.related[1:]] == [
        ("a.sq", 'use "b.sq"'),
        ("program.sq", 'use "a.sq"'),
    ]


def test_the_use_tells_how_many_mistakes_there_are_and_the_first(tmp_path: Path) -> None:
    files = {"a.sq": 'use "b.sq"; def g(y) y;', "b.sq": "def f(x, x) = 1;"}
    analysis = program(tmp_path, 'use "a.sq";', files)
    assert [found.code for found in analysis.diagnostics] == ["SQ206", "SQ207"]
    (at_use,) = analysis.library_mistakes
    assert located(at_use) == ("SQ206", "program.sq", 'use "a.sq"')
    assert at_use.message == "library `a.sq` has 2 mistakes: parameter `x` is given twice"
    assert [place.span.text for place in at_use.related] == ["x", "y"]


def test_a_program_without_mistakes_in_libraries_has_nothing_at_its_uses(tmp_path: Path) -> None:
    analysis = program(tmp_path, 'use "a.sq"; let x = y;', {"a.sq": "def f(x) = x;"})
    assert [found.code for found in analysis.diagnostics] == ["SQ421"]
    assert analysis.library_mistakes == ()


def test_what_is_refused_at_the_use_is_not_told_there_again(tmp_path: Path) -> None:
    (tmp_path / "latin.sq").write_bytes(b"def f(x) = x;\n// caf\xe9\n")
    analysis = program(tmp_path, 'use "latin.sq";', {})
    refused, undecodable = analysis.diagnostics
    assert located(refused) == ("SQ232", "program.sq", "use")
    assert located(undecodable) == ("SQ005", "latin.sq", "\ufffd")
    assert [place.span.text for place in undecodable.related] == ['use "latin.sq"']
    assert analysis.library_mistakes == ()


@pytest.mark.parametrize(
    ("written", "there", "meant"),
    [
        ("mats.sq", "maths.sq", "maths.sq"),
        ("lib/Maths.sq", "lib/maths.sq", "lib/maths.sq"),
        ("lib/maths", "lib/maths.sq", "lib/maths.sq"),
    ],
)
def test_the_nearest_file_name(tmp_path: Path, written: str, there: str, meant: str) -> None:
    if os.path.exists(tmp_path / written.upper()):
        pytest.skip("names of files do not tell capitals here")
    analysis = program(tmp_path, f'use "{written}";', {there: "def f(x) = x;"})
    (found,) = analysis.diagnostics
    assert found.message.endswith(f"there is no such file; did you mean `{meant}`?")
    (fix,) = found.fixes
    assert [(edit.span.text, edit.text) for edit in fix.edits] == [(f'"{written}"', f'"{meant}"')]


@pytest.mark.parametrize("text", ['use "none.sq";', 'use "";', 'use "no/such/folder.sq";'])
def test_no_file_name_is_near(tmp_path: Path, text: str) -> None:
    (found,) = program(tmp_path, text, {"library.sq": ""}).diagnostics
    assert (found.code, found.fixes) == ("SQ232", ())


def test_a_mistake_before_the_use_comes_first(tmp_path: Path) -> None:
    files = {"lib.sq": "def f(x) = x # 1;"}
    before = program(tmp_path, 'let a = ; use "lib.sq";', files).diagnostics
    after = program(tmp_path, 'use "lib.sq"; let a = ;', files).diagnostics
    assert [found.code for found in before] == ["SQ105", "SQ001"]
    assert [found.code for found in after] == ["SQ001", "SQ105"]


def test_an_unsaved_library_is_read_from_its_buffer(tmp_path: Path) -> None:
    workspace = Workspace()
    workspace.open_buffer(str(tmp_path / "lib.sq"), "def f(x) = total;")
    text = 'use "lib.sq"; let a = f(1);'
    (found,) = program(tmp_path, text, {"lib.sq": "def f(x) = x;"}, workspace=workspace).diagnostics
    assert located(found) == ("SQ421", "lib.sq", "total")


def test_changes_on_the_disk_are_noticed_without_being_told(tmp_path: Path) -> None:
    workspace = Workspace()
    analysis = program(tmp_path, 'use "lib.sq";', {}, workspace=workspace)
    assert not workspace.has_changed(analysis.kernel.stamps)
    (tmp_path / "lib.sq").write_text("def f(x) = x;")
    assert workspace.has_changed(analysis.kernel.stamps)
    analysis = program(tmp_path, 'use "lib.sq";', {}, workspace=workspace)
    assert analysis.diagnostics == ()
    assert not workspace.has_changed(analysis.kernel.stamps)
    workspace.open_buffer(str(tmp_path / "lib.sq"), "def f(x) = 1;")
    assert workspace.has_changed(analysis.kernel.stamps)
