"""`sq explain`: the page of a code, the list of all, and the documentation made of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang.cli.code_page import message_form
from sqlang.diagnostics.catalogue import CATALOGUE
from tests.cli.commands import ROOT, sq

PAGE = """\
SQ442: run mode (rule RUN-1)

`STAGE` is a KIND stage: a run says `prefill` or `decode` on a step stage, and
only there

At a step stage a job is either a prefill or a decode, and `run` has to say
which: `run engine prefill (prompt);`. Jobs of other stages are plain work and
take no such word.

Example:

    stage engine : step { cost 1; }
    session {
      run engine (8);
    }
    run { horizon 10; }

    $ sq check program.sq
    program.sq:3:7: error[SQ442]: `engine` is a step stage: a run says"""
MENDED = """
Mended:

    stage engine : step { cost 1; }
    session {
      run engine prefill (8);
    }
    run { horizon 10; }
"""


def test_a_page_explains_shows_and_mends() -> None:
    done = sq("explain", "SQ442")
    assert (done.code, done.errors) == (0, "")
    assert done.output.startswith(PAGE)
    assert done.output.endswith(MENDED)


@pytest.mark.parametrize("spelling", ["442", "sq442", "SQ442"])
def test_a_code_is_found_with_and_without_its_letters(spelling: str) -> None:
    assert sq("explain", spelling).output.startswith("SQ442: ")


def test_a_page_shows_the_libraries_and_the_options_of_both_programs() -> None:
    library = sq("explain", "SQ233").output
    assert library.count("\nLibrary `lengths.sq`:\n") == 2
    assert sq("explain", "SQ232").output.count("\nLibrary `lengths.sq`:\n") == 1
    assert sq("explain", "SQ463").output.endswith("\n    $ sq check program.sq --set rate=2\n")


def test_of_a_mended_ir_the_page_shows_what_differs() -> None:
    page = sq("explain", "SQ701").output
    assert page.endswith(
        '\nMended, in the lines that differ:\n\n          "queue": [{"Attr": 3}]\n'
    )


def test_a_page_without_an_example_ends_with_its_explanation() -> None:
    assert sq("explain", "SQ235").output.endswith("Use fewer or smaller libraries.\n")


def test_all_codes_are_listed_by_their_titles() -> None:
    lines = sq("explain").output.splitlines()
    assert lines[0] == "SQ001  stray character"
    assert lines[-1] == "SQ994  fault of the formatter"
    assert len(lines) == 180


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("SQ202", "the nearest are SQ201, SQ203, SQ204; "),
        ("44", "the nearest are SQ441, SQ442, SQ443; "),
        ("SQ4411", "the nearest are SQ441, SQ442, SQ443; "),
        ("stray", ""),
        ("", ""),
        ("٤٤١", ""),
    ],
)
def test_an_unknown_code_exits_with_2_and_the_nearest(wanted: str, near: str) -> None:
    expected = f"sq explain: there is no code `{wanted}`; {near}`sq explain` lists all of them\n"
    assert sq("explain", wanted) == (2, "", expected)


def test_a_message_is_shown_with_capitals_for_the_words_of_a_program() -> None:
    assert message_form(CATALOGUE["SQ207"]) == "`=` or `{` should follow the parameters of `NAME`"
    assert message_form(CATALOGUE["SQ901"]) == ""  # the run makes it


def test_the_documentation_is_made_of_the_pages() -> None:
    """After a change: `sq explain --markdown > docs/codes.md`."""
    done = sq("explain", "--markdown")
    assert done.code == 0
    assert done.output == (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")


def test_pages_are_written_one_for_each_code(tmp_path: Path) -> None:
    done = sq("explain", "--pages", tmp_path / "codes")
    assert (done.code, done.output) == (0, "")
    written = sorted((tmp_path / "codes").iterdir())
    assert [path.stem for path in written] == list(CATALOGUE)
    page = (tmp_path / "codes" / "SQ442.md").read_text(encoding="utf-8")
    assert page.startswith("# SQ442: run mode\n\n> `STAGE` is a KIND stage: ")
    assert "\nMended:\n\n```serq\nstage engine : step { cost 1; }\n" in page
    assert "RUN-1" in page


def test_pages_that_cannot_be_written_are_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = sq("explain", "--pages", tmp_path / "file")
    assert (done.code, done.output) == (2, "")
    assert "cannot write into" in done.errors
