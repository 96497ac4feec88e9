"""`sq test`: what passes and fails, what is printed, updated and reported."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.commands import EXAMPLE, sq

PROGRAM = EXAMPLE.read_text(encoding="utf-8")
WRONG = PROGRAM.replace("ITER 1.0000 1:0:p4", "ITER 1.0000 1:0:p3").replace("mean 2.5", "mean 2")
PLAIN = "session { end; }\nrun { horizon 1; }\n"
ENDLESS = """stage s : delay;
workload { arrive batch(1); }
session { loop { run s (1); } }
run { horizon 1e300; }
//! report end 1
"""
LINE = PROGRAM.split("\n").index("//! ITER 1.0000 1:0:p4") + 1


def write(folder: Path, **texts: str) -> None:
    for name, text in texts.items():
        (folder / f"{name}.sq").write_bytes(text.encode())


def test_examples_keep_their_promises() -> None:
    done = sq("test", "examples")
    assert done.code == 0
    assert done.output.startswith("passed  examples")
    assert "failed" not in done.output


def test_a_failure_is_shown_with_places_and_lines_beside_each_other(tmp_path: Path) -> None:
    write(tmp_path, good=PROGRAM, wrong=WRONG, plain=PLAIN)
    done = sq("test", ".", folder=tmp_path)
    assert done.code == 1
    lines = done.output.split("\n")
    assert lines[0] == "passed  good.sq (8 expectations)"
    assert lines[1] == "skipped plain.sq (no expectations)"
    assert lines[2] == (
        f"wrong.sq:{LINE}:1: error[SQ992]: the program promises `ITER 1.0000 1:0:p3`,"
        " but the run says `ITER 1.0000 1:0:p4`"
    )
    at = lines.index("wrong.sq: promised (-), in the run (+)")
    assert lines[at + 1 :] == [
        f"  {LINE - 1} ITER 0.0000 0:0:p2",
        f"- {LINE} ITER 1.0000 1:0:p3",
        "+    ITER 1.0000 1:0:p4",
        f"  {LINE + 1} ITER 2.0000 0:0:d1",
        f"  {LINE + 2} ITER 3.0000 0:0:d1",
        f"- {LINE + 4} observe response mean 2",
        "+    observe response mean 2.5 (+0.5)",
        "failed  wrong.sq (8 expectations)",
        "1 passed, 1 failed, 1 without expectations",
        "",
    ]


def test_quiet_says_only_what_fails(tmp_path: Path) -> None:
    write(tmp_path, good=PROGRAM, plain=PLAIN)
    done = sq("test", "-q", ".", folder=tmp_path)
    assert (done.code, done.output) == (0, "1 passed, 1 without expectations\n")


def test_the_first_failure_may_be_the_last(tmp_path: Path) -> None:
    write(tmp_path, a=WRONG, b=PROGRAM)
    assert sq("test", "-x", ".", folder=tmp_path).output.endswith("\n0 passed, 1 failed\n")


def test_nothing_promised_is_no_success(tmp_path: Path) -> None:
    write(tmp_path, plain=PLAIN)
    done = sq("test", "plain.sq", folder=tmp_path)
    assert (done.code, done.output.split("\n")[-2]) == (1, "0 passed, 1 without expectations")


def test_a_library_is_no_program(tmp_path: Path) -> None:
    write(tmp_path, parts="def more(x) = x + 1;\n", good=PROGRAM)
    assert sq("test", ".", folder=tmp_path).output.endswith("\n1 passed\n")


def test_a_library_can_promise_nothing_of_a_run(tmp_path: Path) -> None:
    write(tmp_path, library="def a() { end; }\n//! ITER 0.0000 0:0:p1\n//! report end 1\n")
    done = sq("test", ".", folder=tmp_path)
    assert done.code == 1
    assert [line for line in done.output.split("\n") if "error[" in line] == [
        (
            f"library.sq:{line}:1: error[SQ807]: this expectation cannot be read:"
            " a library, which holds definitions alone, has no run"
        )
        for line in (2, 3)
    ]
    assert "hint[SQ807]" in sq("check", ".", folder=tmp_path).output
    write(tmp_path, library="def a() { end; }\n//! error SQ451\n")
    assert sq("test", ".", folder=tmp_path).code == 0


def test_a_file_that_cannot_be_read_is_trouble(tmp_path: Path) -> None:
    write(tmp_path, good=PROGRAM)
    done = sq("test", "good.sq", "missing.sq", folder=tmp_path)
    assert (done.code, done.output.split("\n")[-2]) == (2, "1 passed, 1 unreadable")
    assert "cannot read missing.sq" in done.errors


def test_standard_input_is_tested_too() -> None:
    done = sq("test", "-", standard_input=PROGRAM.encode())
    assert (done.code, done.output.split("\n")[0]) == (0, "passed  <stdin> (8 expectations)")
    assert sq("test", "-", "--update").code == 2


def test_a_run_without_end_fails_at_its_deadline(tmp_path: Path) -> None:
    write(tmp_path, endless=ENDLESS)
    done = sq("test", "--deadline", "0.2", "endless.sq", folder=tmp_path)
    assert done.code == 1
    assert "endless.sq: the run was ended by its bound: --deadline 0.2" in done.output
    assert done.output.split("\n")[0].endswith("; not judged: line 5")


def test_of_a_very_long_run_not_all_can_be_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sqlang.views.expectations.measuring.MOST_LINES", 3)
    end = PROGRAM.index("//!")
    promises = "//! ITER 0.0000 0:0:p2\n//! …\n//! ITER 3.0000 0:0:d1\n"
    write(tmp_path, long=PROGRAM[:end] + promises)
    end_line = PROGRAM[:end].count("\n") + 1
    done = sq("test", "long.sq", folder=tmp_path)
    assert done.code == 1
    assert done.output.split("\n")[0] == (
        "long.sq: the run has 4 iterations, and of so many only the first 3 are compared"
        f"; not judged: line {end_line + 2}"
    )


def test_a_bound_that_always_ends_the_run_there_may_be_enough(tmp_path: Path) -> None:
    end = PROGRAM.index("//!")
    write(tmp_path, cut=PROGRAM[:end] + "//! ITER 0.0000 0:0:p2\n//! …\n", all=PROGRAM)
    assert sq("test", "--max-iterations", "2", "cut.sq", folder=tmp_path).code == 0
    assert sq("test", "--max-iterations", "2", "all.sq", folder=tmp_path).code == 1


def test_an_unexpected_refusal_fails_and_an_expected_one_passes(tmp_path: Path) -> None:
    broken = PROGRAM.replace("cap 20", "cap twenty")
    write(tmp_path, broken=broken, expected=f"{broken[: broken.index('//!')]}//! error SQ421\n")
    done = sq("test", "broken.sq", folder=tmp_path)
    assert done.code == 1
    assert "error[SQ421]" in done.output
    assert sq("test", "expected.sq", folder=tmp_path).code == 0


def test_a_failing_run_is_expected_by_its_code(tmp_path: Path) -> None:
    text = "workload { arrive batch(3); }\nsession { branch (serial) { end; } }\n"
    text += "run { horizon 9; }\n"
    write(tmp_path, a=f"{text}//! error SQ901\n", b=f"{text}//! report end 9\n")
    assert sq("test", "a.sq", folder=tmp_path).code == 0
    done = sq("test", "b.sq", folder=tmp_path)
    assert done.code == 1
    assert "error[SQ901]" in done.output


def test_what_cannot_be_read_fails(tmp_path: Path) -> None:
    write(tmp_path, a=f"{PROGRAM}//! observ ttft mean 1\n")
    done = sq("test", "a.sq", folder=tmp_path)
    assert done.code == 1
    assert "error[SQ807]" in done.output
    checked = sq("check", "a.sq", folder=tmp_path)
    assert checked.code == 0
    assert "hint[SQ807]" in checked.output
    assert sq("check", "--ignore", "SQ807", "a.sq", folder=tmp_path).output == ""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_an_update_changes_the_lines_that_do_not_hold(tmp_path: Path, newline: str) -> None:
    write(tmp_path, wrong=WRONG.replace("\n", newline))
    done = sq("test", "--update", "wrong.sq", folder=tmp_path)
    assert done.code == 0
    assert done.output == (
        "updated wrong.sq\npassed  wrong.sq (8 expectations)\n1 passed, 1 updated\n"
    )
    assert (tmp_path / "wrong.sq").read_bytes() == PROGRAM.replace("\n", newline).encode()
    again = sq("test", "--update", "wrong.sq", folder=tmp_path)
    assert again.output.endswith("\n1 passed\n")


def test_lines_without_values_are_filled_in(tmp_path: Path) -> None:
    end = PROGRAM.index("//!")
    blank = "//! ITER\n//! observe ttft mean\n//! observe response mean\n"
    blank += "//! observe response max\n//! report stages.engine.iterations\n"
    write(tmp_path, blank=PROGRAM[:end] + blank)
    assert sq("test", "blank.sq", folder=tmp_path).code == 1
    assert sq("test", "--update", "blank.sq", folder=tmp_path).code == 0
    assert (tmp_path / "blank.sq").read_text(encoding="utf-8") == PROGRAM


def test_an_update_leaves_what_it_cannot_mend(tmp_path: Path) -> None:
    broken = PROGRAM.replace("cap 20", "cap twenty")
    write(tmp_path, broken=broken)
    assert sq("test", "--update", "broken.sq", folder=tmp_path).code == 1
    assert (tmp_path / "broken.sq").read_text(encoding="utf-8") == broken


def test_an_update_that_takes_the_last_expectation_away_is_no_success(tmp_path: Path) -> None:
    write(tmp_path, a=f"{PLAIN}//! refused\n")
    done = sq("test", "--update", "a.sq", folder=tmp_path)
    assert done.code == 1
    assert done.output == (
        "updated a.sq\nskipped a.sq (no expectations)\n"
        "0 passed, 1 updated, 1 without expectations\n"
    )
    assert (tmp_path / "a.sq").read_text(encoding="utf-8") == PLAIN


def test_a_terminal_is_not_steered(tmp_path: Path) -> None:
    """Neither by an expectation that cannot be read nor by the name of a file."""
    name = "a" if sys.platform == "win32" else "a\x1b[2J"
    write(tmp_path, **{name: f"{PROGRAM}//! \x1b]0;title\x07\n"})
    done = sq("test", ".", folder=tmp_path)
    assert done.code == 1
    assert "\x1b" not in done.output
    assert "`␛]0;title␇` is no kind of expectation" in done.output


def test_results_are_written_as_junit_xml(tmp_path: Path) -> None:
    write(tmp_path, good=PROGRAM, wrong=f"{WRONG}//! \x01<&\n", plain=PLAIN)
    done = sq("test", ".", "missing.sq", "--junit", "results.xml", folder=tmp_path)
    assert done.code == 2
    suites = ET.parse(tmp_path / "results.xml").getroot()
    (suite,) = suites
    for element in (suites, suite):
        counts = [element.get(name) for name in ("tests", "failures", "errors", "skipped")]
        assert counts == ["4", "1", "1", "1"]
    cases = {case.get("name"): case for case in suite}
    assert [child.tag for name in cases for child in cases[name]] == ["skipped", "failure", "error"]
    assert all(float(case.get("time") or "") >= 0 for case in suite)
    failure = cases["wrong.sq"][0]
    assert (failure.get("message") or "").startswith("wrong.sq:")
    assert "+    ITER 1.0000 1:0:p4" in (failure.text or "")
    assert "<&" in (failure.text or "")


def test_junit_xml_that_cannot_be_written_is_trouble(tmp_path: Path) -> None:
    write(tmp_path, good=PROGRAM)
    done = sq("test", "good.sq", "--junit", "no/results.xml", folder=tmp_path)
    assert done.code == 2
    assert "cannot write no/results.xml" in done.errors


def test_what_is_excluded_is_not_tested(tmp_path: Path) -> None:
    write(tmp_path, good=PROGRAM, wrong=WRONG)
    done = sq("test", ".", "--exclude", "wrong.sq", folder=tmp_path)
    assert (done.code, done.output.splitlines()[-1]) == (0, "1 passed")
