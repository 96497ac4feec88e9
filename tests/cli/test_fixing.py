"""`sq check --fix` and `--diff`: safe fixes until none is left, and nothing else in the file."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from sqlang.cli import writing
from sqlang.cli.checking import Checker, Subject
from sqlang.cli.fixing import Mending, with_fixes
from sqlang.configuration.model import HintSelection
from sqlang.diagnostics import Diagnostic, Edit, Fix
from sqlang.diagnostics.catalogue import report
from sqlang.source import Source, Span
from tests.cli.commands import sq

BROKEN = "session {\n  set a = 1\n  observe b = a\n  end;\n}\nrun { horizon 1; }\n"
MENDED = "session {\n  set a = 1;\n  observe b = a;\n  end;\n}\nrun { horizon 1; }\n"
HOPELESS = "session { observe a = bb; }\nrun { horizon 1; }\n"


def write(folder: Path, text: str | bytes, name: str = "a.sq") -> Path:
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_safe_fixes_are_made_in_the_file(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)
    done = sq("check", "--fix", "a.sq", folder=tmp_path)
    assert done == (0, "", "mended 2 mistakes; no errors in 1 file\n")
    assert path.read_text() == MENDED
    assert os.listdir(tmp_path) == ["a.sq"]


def test_what_can_be_mended_is_offered(tmp_path: Path) -> None:
    write(tmp_path, BROKEN)
    done = sq("check", "a.sq", folder=tmp_path)
    assert done.errors == "2 errors in 1 file (2 can be mended with --fix)\n"


def test_what_is_left_is_shown_as_it_is_afterwards(tmp_path: Path) -> None:
    write(tmp_path, BROKEN.replace("= a\n", "= bb\n"))
    done = sq("check", "--fix", "a.sq", folder=tmp_path)
    assert done.code == 1
    assert done.output.splitlines()[:2] == [
        "a.sq:3:15: error[SQ401]: unknown name `bb`",
        " 3 |   observe b = bb;",
    ]
    assert done.errors == "mended 2 mistakes; 1 error in 1 file\n"


def test_line_ends_and_encoding_stay(tmp_path: Path) -> None:
    text = f"// 模型 \x0b\x85\rb\n{BROKEN}".replace("\n", "\r\n").rstrip()
    path = write(tmp_path, text)
    assert sq("check", "--fix", "a.sq", folder=tmp_path).code == 0
    assert (
        path.read_bytes()
        == f"// 模型 \x0b\x85\rb\n{MENDED}".replace("\n", "\r\n").rstrip().encode()
    )


def test_a_byte_order_mark_is_removed(tmp_path: Path) -> None:
    path = write(tmp_path, b"\xef\xbb\xbf" + MENDED.encode())
    assert sq("check", "--fix", "a.sq", folder=tmp_path).code == 0
    assert path.read_text(encoding="utf-8") == MENDED


@pytest.mark.parametrize("text", [b"// caf\xe9\nsession { end }\n", HOPELESS.encode()])
def test_what_cannot_be_mended_is_not_written(tmp_path: Path, text: bytes) -> None:
    path = write(tmp_path, text)
    before = path.stat().st_mtime_ns
    assert sq("check", "--fix", "a.sq", folder=tmp_path).code == 1
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (text, before)


def test_a_library_is_mended_if_it_is_checked_too(tmp_path: Path) -> None:
    library = 'use "more.sq"\ndef half(v) = v / 2;\n'
    user = 'use "lib/half.sq";\nsession { observe a = half(2); }\nrun { horizon 1; }\n'
    write(tmp_path, "def twice(v) = v * 2;\n", "lib/more.sq")
    inner, main = write(tmp_path, library, "lib/half.sq"), write(tmp_path, user, "main.sq")
    done = sq("check", "--fix", "main.sq", folder=tmp_path)
    assert (done.code, inner.read_text()) == (1, library)
    assert done.errors == "1 error in 1 file\n"
    assert sq("check", "--fix", ".", folder=tmp_path).code == 0
    assert inner.read_text() == library.replace('"\n', '";\n')
    assert main.read_text() == user


def test_programs_of_the_same_text_are_all_mended(tmp_path: Path) -> None:
    both = [write(tmp_path, BROKEN, name) for name in ("a.sq", "b.sq")]
    done = sq("check", "--fix", ".", folder=tmp_path)
    assert done.errors == "mended 4 mistakes; no errors in 2 files\n"
    assert [path.read_text() for path in both] == [MENDED, MENDED]


def test_standard_input_is_mended_to_standard_output(tmp_path: Path) -> None:
    text = BROKEN.replace("\n", "\r\n").encode()
    done = sq("check", "--fix", "-", standard_input=text, folder=tmp_path, encoding="cp1252")
    assert (done.code, done.output) == (0, MENDED.replace("\n", "\r\n"))
    left = sq("check", "--fix", "-", standard_input=HOPELESS.encode(), folder=tmp_path)
    assert (left.code, left.output) == (1, HOPELESS)
    assert left.errors.startswith("<stdin>:1:23: error[SQ401]: unknown name `bb`\n")


def test_standard_input_that_is_not_looked_at_comes_out_as_it_was(tmp_path: Path) -> None:
    write(tmp_path, 'exclude = ["a.sq"]\nforce-exclude = true\n', "sqlang.toml")
    words = ("check", "--fix", "-", "--stdin-filename", "a.sq")
    done = sq(*words, standard_input=BROKEN.encode(), folder=tmp_path)
    assert (done.code, done.output) == (0, BROKEN)
    undecodable = sq("check", "--fix", "-", standard_input=b"// caf\xe9\n", encoding="latin-1")
    assert (undecodable.code, undecodable.output) == (1, "// caf\xe9\n")


def test_a_diff_shows_what_a_fix_would_change_and_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)
    done = sq("check", "--diff", "a.sq", folder=tmp_path)
    assert done.code == 1
    assert done.output.splitlines() == [
        "--- a.sq",
        "+++ a.sq",
        "@@ -1,6 +1,6 @@",
        " session {",
        "-  set a = 1",
        "-  observe b = a",
        "+  set a = 1;",
        "+  observe b = a;",
        "   end;",
        " }",
        " run { horizon 1; }",
    ]
    assert done.errors == "--fix would mend 2 mistakes in 1 file, and leave no errors\n"
    assert path.read_text() == BROKEN
    assert sq("check", "--fix", "--diff", "a.sq", folder=tmp_path) == done


def test_a_diff_of_a_clean_program_is_empty(tmp_path: Path) -> None:
    write(tmp_path, MENDED)
    done = sq("check", "--diff", "a.sq", folder=tmp_path)
    assert done == (0, "", "--fix would mend 0 mistakes in 0 files, and leave no errors\n")


def test_errors_that_no_fix_mends_fail_a_diff_too(tmp_path: Path) -> None:
    write(tmp_path, HOPELESS)
    assert sq("check", "--diff", "a.sq", folder=tmp_path)[:2] == (1, "")


@pytest.mark.skipif(shutil.which("git") is None, reason="no git")
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_diff_can_be_applied(tmp_path: Path, newline: str) -> None:
    text = f"// 模型{newline}" + BROKEN.replace("end;\n}", "end\n}").rstrip().replace("\n", newline)
    patched = write(tmp_path, text[:-1] if newline == "\n" else text)
    mended = write(tmp_path, patched.read_bytes(), "b.sq")
    patch = tmp_path / "patch"
    patch.write_bytes(sq("check", "--diff", "a.sq", folder=tmp_path).output.encode())
    command = ["git", "apply", "-p0", "--whitespace=nowarn", "patch"]
    subprocess.run(command, cwd=tmp_path, check=True, env={**os.environ, "GIT_DIR": os.devnull})
    sq("check", "--fix", "b.sq", folder=tmp_path)
    assert patched.read_bytes() == mended.read_bytes() != text.encode()


def test_a_file_that_changes_meanwhile_is_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, BROKEN)
    original = Checker.check

    def check_slowly(self: Checker, subjects: Iterator[Subject]) -> None:
        original(self, subjects)
        path.write_text(HOPELESS)

    monkeypatch.setattr(Checker, "check", check_slowly)
    done = sq("check", "--fix", "a.sq", folder=tmp_path)
    assert done.code == 2
    assert "sq: a.sq is left alone: another process changed it meanwhile\n" in done.errors
    assert done.errors.endswith("\n2 errors in 1 file (2 can be mended with --fix)\n")
    assert path.read_text() == HOPELESS
    assert os.listdir(tmp_path) == ["a.sq"]


def subject(text: str) -> Subject:
    return Subject(Source(text, "a.sq", ""), text.encode(), HintSelection())


class Scripted(Checker):
    """Finds an `x`, and offers to put something in its place."""

    def __init__(self, *fixes: tuple[int, int, str], safe: bool = True) -> None:
        super().__init__([])
        self._fixes = fixes
        self._safe = safe

    def check(self, subjects: Iterator[Subject]) -> None:  # type: ignore[override]  # as simple
        for each in subjects:
            each.diagnostics = tuple(self._found(each.source))

    def _found(self, source: Source) -> Iterator[Diagnostic]:
        if "x" in source.text:
            for start, end, text in self._fixes:
                span = Span(source, start, end)
                fix = Fix("change", (Edit(span, text),), self._safe)
                yield report("SQ401", span, name="x", fixes=[fix])


def mended(text: str, checker: Checker) -> tuple[str, int, bool]:
    """The text after mending, how many fixes were made, and whether they came to no end."""
    only = subject(text)
    checker.check(iter([only]))
    mending = Mending([only], checker)
    mending.mend()
    return only.source.text, only.fixes, mending.endless == [only]


def test_fixes_that_overlap_or_touch_are_made_one_after_the_other() -> None:
    # The second is not needed any more once the first is made.
    assert mended("x;;;", Scripted((0, 2, "a"), (1, 3, "b"))) == ("a;;", 1, False)
    assert mended("x;;;", Scripted((0, 1, "a"), (1, 1, "b"))) == ("a;;;", 1, False)
    assert mended("x;;;", Scripted((0, 1, "a"), (2, 2, "b"))) == ("a;b;;", 2, False)


def test_fixes_that_are_not_safe_are_not_made() -> None:
    assert mended("x;", Scripted((0, 1, "a"), safe=False)) == ("x;", 0, False)


def test_fixes_without_an_end_are_taken_back() -> None:
    assert mended("x", Scripted((0, 0, "x"))) == ("x", 0, True)


def test_of_a_very_long_text_the_rest_is_left_to_another_call() -> None:
    text = "x" * 300_000
    assert mended(text, Scripted((0, 0, "x"))) == (f"xx{text}", 2, False)


def test_a_text_that_was_there_before_does_not_come_back() -> None:
    assert mended("xa", Scripted((0, 2, "xa"))) == ("xa", 0, False)


def test_new_lines_end_like_the_first_line_of_the_text() -> None:
    source = Source("a\r\nb\n")
    insertion = Edit(Span(source, 3, 3), "\n}")
    assert with_fixes(source.text, [insertion]) == "a\r\n\r\n}b\n"
    assert with_fixes("ab", [Edit(Span(source, 1, 1), "\n")]) == "a\nb"


def test_a_file_keeps_its_mode_and_a_link_its_place(tmp_path: Path) -> None:
    target = write(tmp_path, "old", "target")
    target.chmod(0o640)
    link = tmp_path / "link"
    link.symlink_to("target")
    assert writing.overwrite(str(link), b"old", b"new") is None
    assert (link.is_symlink(), target.read_bytes()) == (True, b"new")
    assert target.stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["link", "target"]


@pytest.mark.parametrize("content", [b"other", None])
def test_only_the_bytes_that_were_read_are_overwritten(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "a.sq"
    if content is not None:
        path.write_bytes(content)
    assert writing.overwrite(str(path), b"old", b"new") == writing.CHANGED_MEANWHILE
    assert [each.read_bytes() for each in tmp_path.iterdir()] == ([content] if content else [])


def test_why_a_file_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path, BROKEN)
    monkeypatch.setattr("os.access", lambda _path, _mode: False)
    done = sq("check", "--fix", "a.sq", folder=tmp_path)
    assert done.code == 2
    assert "sq: a.sq is left alone: it may not be written\n" in done.errors
    assert "a.sq:2:12: error[SQ101]" in done.output
    assert path.read_text() == BROKEN
