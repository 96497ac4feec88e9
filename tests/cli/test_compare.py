"""`sq compare`: what it prints and writes, and its exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import EXAMPLE, sq, sq_process

NAME = "examples/separate_phases.sq"


def write(folder: Path, text: str, name: str) -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_two_files_or_one_and_a_change_say_the_same(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("  chunk 4;", "  chunk 2;")
    other = write(tmp_path, text, "other.sq")
    two, one = (
        sq("compare", NAME, other, "--json"),
        sq("compare", NAME, "--set", "chunk=2", "--json"),
    )
    first, second = json.loads(two.output), json.loads(one.output)
    assert first.pop("programs") != second.pop("programs")
    assert first == second
    assert first["parting"]["cause"] == "chunk"


def test_ir_is_compared_as_well(tmp_path: Path) -> None:
    ir = write(tmp_path, sq("ir", EXAMPLE).output, "same.json")
    done = sq("compare", NAME, ir)
    assert done.code == 0
    assert "the schedules never part: 4 iterations alike" in done.output


def test_standard_input_is_one_of_them() -> None:
    done = sq("compare", "-", NAME, standard_input=EXAMPLE.read_bytes())
    assert (done.code, "the schedules never part" in done.output) == (0, True)


def test_a_page_is_written(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = sq("compare", NAME, "--without", "12", "--html", page)
    assert done.code == 0
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert sq("compare", NAME, "--without", "12", "--html", tmp_path / "no" / "x.html").code == 2


def test_settings_are_given_to_both() -> None:
    done = sq("compare", NAME, "--without", "12", "--horizon", "1.5", "--json")
    assert [each["iterations"] for each in json.loads(done.output)["programs"]] == [2, 2]


def test_intervals_over_seeds_are_the_same_in_any_number_of_processes(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("run gate (serial);", "run gate (~exp(1));")
    drawn = write(tmp_path, text, "drawn.sq")
    alone = sq("compare", drawn, "--without", "12", "--seeds", "3", "--json", "--processes", "1")
    done = sq_process(
        "compare", drawn, "--without", "12", "--seeds", "3", "--json", "--processes", "2"
    )
    assert (done.code, done.errors) == (0, "")
    assert done.output == alone.output
    value = json.loads(alone.output)
    assert value["seeds"] == [1, 2, 3]
    mean = next(
        each for each in value["figures"] if (each["subject"], each["figure"]) == ("ttft", "mean")
    )
    interval = mean["interval"]
    assert interval["pairs"] == 3
    assert interval["low"] <= interval["mean"] <= interval["high"]
    assert interval["mean"] == pytest.approx(interval["b"] - interval["a"])


def test_a_mistake_in_either_is_shown_with_its_name(tmp_path: Path) -> None:
    wrong = write(tmp_path, "pool kv { cap x; }\nrun { horizon 1; }", "wrong.sq")
    for files, name in (((NAME, wrong), "B"), ((wrong, NAME), "A")):
        done = sq("compare", *files)
        assert (done.code, done.output) == (1, "")
        assert done.errors.startswith(f"sq: {name}, {wrong}, has errors\n{wrong}:1:15: error[")


def test_a_mistake_of_a_change_is_shown_in_the_changed_text() -> None:
    done = sq("compare", NAME, "--without", "20", "--without", "1-5")
    assert done.code == 1
    assert done.errors.startswith("sq: B, without line 20: `set t0 = now;`; without line 4: ")
    assert "separate_phases.sq (changed):" in done.errors


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ((NAME,), "compare with what?"),
        ((NAME, NAME, "--without", "12"), "--without and --replace change the only program"),
        (("-", "-"), "standard input can be only one"),
        ((NAME, "--without", "13"), "sq: line 13 only ends `stage engine : step {`"),
        ((NAME, "--without", "0"), "`0` is not of the form 12 or 12,14-16"),
        ((NAME, "--without", "14-12"), "`14-12` ends before it begins"),
        ((NAME, "--set", "cap=3"), "sq: `cap` is set in 2 places"),
        ((NAME, "--level", "1", "--without", "12"), "`1` is not between 0 and 1"),
        ((NAME, "no.sq"), "sq: cannot read no.sq"),
    ],
)
def test_a_command_line_that_makes_no_sense(arguments: tuple[str, ...], error: str) -> None:
    done = sq("compare", *arguments)
    assert (done.code, done.output) == (2, "")
    assert error in done.errors


def test_a_parting_fails_only_where_that_is_asked_for() -> None:
    assert sq("compare", NAME, "--without", "12", "--fail-on", "parting").code == 1
    assert sq("compare", NAME, NAME, "--fail-on", "parting").code == 0


def test_a_run_that_is_cut_exits_with_1() -> None:
    done = sq("compare", NAME, "--without", "12", "--max-iterations", "1")
    assert done.code == 1
    assert "the schedules do not part as far as they go: 1 iteration alike" in done.output


def test_a_run_that_fails_exits_with_1(tmp_path: Path) -> None:
    text = EXAMPLE.read_text(encoding="utf-8").replace("  end;", "  branch (now) { } end;")
    failing = write(tmp_path, text, "failing.sq")
    done = sq("compare", NAME, failing)
    assert done.code == 1
    assert "sq: B failed\n" in done.errors
    assert "error[SQ901]" in done.errors
