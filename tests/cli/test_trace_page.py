"""`sq trace --html` and `--svg`: where they write, and their exit codes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from sqlang.cli.trace_commands import life_command, page_command
from tests.cli.commands import EXAMPLE, ROOT, sq

FAILS = """
stage z : delay;
workload { arrive batch(1); }
session { run z (1); branch (serial + 2) { end; } }
run { horizon 5; }
"""


@pytest.mark.parametrize(("option", "start"), [("--html", "<!DOCTYPE html>"), ("--svg", "<svg ")])
def test_to_standard_output(option: str, start: str) -> None:
    for words in ((EXAMPLE, option), (option, EXAMPLE), (EXAMPLE, option, "-")):
        done = sq("trace", *words)
        assert (done.code, done.errors) == (0, "")
        assert done.output.startswith(start)


def test_to_files_over_what_is_there(tmp_path: Path) -> None:
    page, picture = tmp_path / "page.html", tmp_path / "picture.svg"
    page.write_text("old", "utf-8")
    page.chmod(0o640)
    done = sq("trace", EXAMPLE, "--html", page, "--svg", picture)
    assert done == (0, "", "")
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")
    assert page.stat().st_mode & 0o777 == 0o640
    assert picture.read_text("utf-8").startswith("<svg ")
    assert sorted(each.name for each in tmp_path.iterdir()) == ["page.html", "picture.svg"]


def test_an_unwritable_place_is_2(tmp_path: Path) -> None:
    place = tmp_path / "missing" / "page.html"
    done = sq("trace", EXAMPLE, "--html", place)
    assert (done.code, done.output) == (2, "")
    assert done.errors == f"sq: cannot write {place}: No such file or directory\n"
    assert sq("trace", EXAMPLE, "--html", tmp_path).code == 2


def test_a_program_is_not_written_over(tmp_path: Path) -> None:
    program = tmp_path / "a.sq"
    program.write_text(EXAMPLE.read_text("utf-8"), "utf-8")
    done = sq("trace", EXAMPLE, f"--html={program}")
    assert done.code == 2
    assert f"`{program}` has the name of a program" in done.errors
    assert program.read_text("utf-8") == EXAMPLE.read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--html", "x", "--svg", "x"), "`--html` and `--svg` cannot be written to the same place"),
        (("--from", "3"), "`--from` and `--until` choose what `--html` and `--svg` show"),
        (("--html", "--from", "3", "--until", "3"), "`--from` must be before `--until`"),
    ],
)
def test_what_makes_no_sense_is_2(words: tuple[str, ...], message: str) -> None:
    done = sq("trace", EXAMPLE, *words)
    assert (done.code, done.output, done.errors) == (2, "", f"sq: {message}\n")


def test_a_program_with_errors_has_no_page(tmp_path: Path) -> None:
    program, page = tmp_path / "a.sq", tmp_path / "page.html"
    program.write_text("pool", "utf-8")
    done = sq("trace", program, "--html", page)
    assert (done.code, done.output) == (1, "")
    assert "SQ1" in done.errors
    assert not os.path.exists(page)


def test_a_run_that_fails_has_a_page_that_says_so(tmp_path: Path) -> None:
    program, page = tmp_path / "a.sq", tmp_path / "page.html"
    program.write_text(FAILS, "utf-8")
    done = sq("trace", program, "--html", page, "--svg", tmp_path / "a.svg")
    assert done.code == 1
    assert "SQ901" in done.errors
    for path in (page, tmp_path / "a.svg"):
        assert "The run failed at 1 in session 0: SQ901" in path.read_text("utf-8")


def test_a_run_that_is_stopped_has_a_page_that_says_so(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = sq("trace", EXAMPLE, "--max-iterations", "2", "--html", page)
    assert done.code == 1
    assert "The run was stopped at" in page.read_text("utf-8")


def test_equal_runs_have_equal_pages() -> None:
    assert sq("trace", EXAMPLE, "--html") == sq("trace", EXAMPLE, "--html")


def test_from_and_until_choose_what_is_shown() -> None:
    done = sq("trace", EXAMPLE, "--svg", "--from", "1", "--until", "2")
    assert 'data-start="1" data-end="2"' in done.output


def test_the_picture_of_the_readme_is_that_of_the_example() -> None:
    shown = (ROOT / "docs" / "trace.svg").read_text(encoding="utf-8")
    assert sq("trace", "examples/separate_phases.sq", "--svg", folder=ROOT).output == shown


def test_a_page_begins_with_the_session_asked_for() -> None:
    """Session 1 arrives at 0 and ends at 2; the page shows that stretch, with its row alone."""
    page = sq("trace", EXAMPLE, "--html", "--session", "1").output
    assert '"view":[0,2]' in page
    assert 'data-session="1"' in page
    assert 'class="row" data-session="0"' not in page


def test_a_session_that_never_arrives_has_no_page(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    done = sq("trace", EXAMPLE, "--html", str(out), "--session", "2")
    assert (done.code, done.output) == (1, "")
    assert done.errors == "sq: there is no session 2: 2, sessions 0 to 1, arrived\n"
    assert not out.exists()


@pytest.mark.parametrize(
    ("words", "page", "life"),
    [
        (["a.sq", "--html", "x.html", "--from", "1"], "a.sq --html x.html", "a.sq"),
        (["--html", "a.sq", "--svg", "-", "--until=3"], "--html a.sq --svg -", "a.sq"),
        (["--html", "--svg=p.svg", "--session", "4", "-"], "--html --svg=p.svg -", "-"),
        (["a b.sq", "--html", "--set", "n=1"], "'a b.sq' --html --set n=1", "'a b.sq' --set n=1"),
    ],
)
def test_a_page_names_commands_that_show_more(words: list[str], page: str, life: str) -> None:
    assert (page_command(words), life_command(words)) == (f"sq trace {page}", f"sq trace {life}")
