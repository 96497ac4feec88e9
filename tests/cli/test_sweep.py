"""`sq sweep`: what it prints and writes, and its exit codes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from tests.cli.commands import ROOT, Finished, sq, sq_process
from tests.sweeps.programs import CHANCE, NEGATIVE, SLOW, WORK

JOURNAL = ".work.sweep.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "work.sq").write_text(WORK, encoding="utf-8")
    return tmp_path


def sweep(folder: Path, *words: str) -> Finished:
    return sq("sweep", "work.sq", *words, "--jobs", "1", folder=folder)


def runs_in(folder: Path) -> int:
    return len((folder / JOURNAL).read_text(encoding="utf-8").splitlines())


def test_a_sweep_prints_means_and_intervals(folder: Path) -> None:
    done = sweep(folder, "--vary", "work=1..2:3", "--seeds", "2", "--measure", "took")
    assert (done.code, done.errors) == (0, "")
    assert done.output == (
        "work.sq   3 points, seeds 3 and 4, 6 runs\n"
        "\n"
        "work  took mean  ± 95%\n"
        "   1          1      0\n"
        " 1.5        1.5      0\n"
        "   2          2      0\n"
    )


def test_all_files_are_written(folder: Path) -> None:
    words = ("--vary", "work=1,2", "--output", "a.csv", "--summary", "b.csv", "--plot", "c.svg")
    assert sweep(folder, *words, "--output", "-").output == (folder / "a.csv").read_text()
    assert (folder / "b.csv").read_text().startswith("work,measure,runs,")
    assert (folder / "c.svg").read_text().startswith("<svg ")
    assert sweep(folder, "--vary", "work=1,2", "--output", "no/a.csv").code == 2


def test_parquet_is_written_or_its_library_named(folder: Path) -> None:
    with patch.dict(sys.modules, {"pyarrow": None}):
        done = sweep(folder, "--vary", "work=1,2", "--summary", "a.parquet")
    assert (done.code, done.output) == (1, "")
    assert done.errors == ("sq: pyarrow is not installed\n  pip install 'serq-lang[sweep]'\n")
    assert not (folder / JOURNAL).exists()
    pytest.importorskip("pyarrow")
    assert sweep(folder, "--vary", "work=1,2", "--summary", "a.parquet").code == 0
    assert (folder / "a.parquet").read_bytes().startswith(b"PAR1")


def test_without_joblib_one_process_does_all(folder: Path) -> None:
    with patch.dict(sys.modules, {"joblib": None}):
        done = sq("sweep", "work.sq", "--seeds", "2", "--jobs", "2", folder=folder)
        assert done.code == 1
        assert "pip install 'serq-lang[sweep]'" in done.errors
        assert "`--jobs 1` needs nothing" in done.errors
        assert sweep(folder, "--seeds", "2").code == 0


def test_without_dask_its_extra_is_named(folder: Path) -> None:
    pytest.importorskip("joblib")
    with patch.dict(sys.modules, {"distributed": None}):
        words = ("--backend", "dask", "--address", "tcp://127.0.0.1:9")
        done = sq("sweep", "work.sq", *words, folder=folder)
    assert (done.code, "pip install 'serq-lang[sweep-dask]'" in done.errors) == (1, True)


def test_what_is_finished_is_not_run_again(folder: Path) -> None:
    sweep(folder, "--vary", "work=1,2", "--seeds", "2")
    assert runs_in(folder) == 4
    more = sweep(folder, "--vary", "work=1,2,3", "--seeds", "3", "--measure", "all")
    assert "4 of 9 runs are finished already (.work.sweep.jsonl)" in more.errors
    assert runs_in(folder) == 9
    # Other measures, outputs and levels are of the same runs.
    assert sweep(folder, "--vary", "work=1..3", "--seeds", "3", "--level", "0.9").code == 0
    assert runs_in(folder) == 9


def test_a_changed_program_begins_anew_and_says_so(folder: Path) -> None:
    sweep(folder, "--vary", "work=1,2")
    text = (folder / "work.sq").read_text(encoding="utf-8")
    (folder / "work.sq").write_text("// more\n" + text, encoding="utf-8")
    assert "2 of 2 runs are finished already" in sweep(folder, "--vary", "work=1,2").errors
    changed = text.replace("now;", "now + 1;")
    (folder / "work.sq").write_text(changed, encoding="utf-8")
    done = sweep(folder, "--vary", "work=1,2")
    assert "of other programs, values or bounds; this begins anew" in done.errors
    assert runs_in(folder) == 4
    (folder / "work.sq").write_text(text, encoding="utf-8")
    assert "2 of 2 runs" in sweep(folder, "--vary", "work=1,2").errors


def test_settings_and_bounds_are_those_of_run(folder: Path) -> None:
    done = sweep(folder, "--set", "work=5", "--seed", "9", "--horizon", "50", "--json")
    value = json.loads(done.output)
    assert value["seeds"] == [9, 9]
    assert value["points"][0]["estimates"]["observes.took.mean"]["mean"] == 5.0
    (folder / "work.sq").write_text(SLOW, encoding="utf-8")
    bound = sweep(folder, "--max-events", "5")
    assert bound.code == 1
    assert "  seed 1: SQ990: " in bound.output


def test_a_run_that_fails_is_a_row_and_the_code_is_1(folder: Path) -> None:
    (folder / "work.sq").write_text(NEGATIVE, encoding="utf-8")
    done = sweep(folder, "--vary", "p=0,0.5,1", "--output", "-", "--measure", "took")
    assert (done.code, done.errors) == (1, "")
    assert done.output.splitlines()[1:3] == ["0,1,,1", "0.5,1,SQ901,"]
    assert runs_in(folder) == 3


def test_seeds_are_a_number_or_a_range(folder: Path) -> None:
    assert json.loads(sweep(folder, "--seeds", "5", "--json").output)["seeds"] == [3, 7]
    assert json.loads(sweep(folder, "--seeds", "10..12", "--json").output)["seeds"] == [10, 12]


def test_an_ir_is_swept_over_its_seeds(folder: Path) -> None:
    (folder / "work.json").write_text(sq("ir", folder / "work.sq").output, encoding="utf-8")
    done = sq("sweep", "work.json", "--seeds", "2", "--jobs", "1", folder=folder)
    assert (done.code, "2 runs" in done.output) == (0, True)
    refused = sq("sweep", "work.json", "--vary", "work=1,2", folder=folder)
    assert (refused.code, "only a program's text" in refused.errors) == (2, True)


def test_standard_input_is_a_program_too(folder: Path) -> None:
    done = sq(
        "sweep", "-", "--vary", "work=1,2", "--jobs", "1", standard_input=WORK.encode(),
        folder=folder,
    )  # fmt: skip
    assert (done.code, done.output.startswith("standard input   2 points")) == (0, True)


def test_two_processes_print_what_one_does(folder: Path) -> None:
    pytest.importorskip("joblib")
    (folder / "work.sq").write_text(CHANCE, encoding="utf-8")
    words = ("--vary", "scale=1,5", "--seeds", "4", "--output", "-")
    alone = sweep(folder, *words)
    journal = ("--journal", "other.jsonl", "--jobs", "2")
    paths = {"PYTHONPATH": str(ROOT)}
    done = sq_process("sweep", "work.sq", *words, *journal, folder=folder, **paths)
    assert (done.code, done.errors, done.output) == (0, "", alone.output)
    assert (folder / "other.jsonl").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--vary", "work"], "NAME=VALUES"),
        (["--vary", "wrok=1,2"], "did you mean `work`"),
        (["--vary", "work=1,2", "--measure", "tok.mean"], "did you mean"),
        (["--seeds", "0"], "not a whole number from 1"),
        (["--seeds", "5..2"], "not of the form"),
        (["--seeds", "1..2", "--seed", "3"], "cannot be had too"),
        (["--plot", "x.svg"], "give one by --vary"),
        (["--vary", "work=1,2", "--plot", "x.png"], "does not end in .svg"),
        (["--output", "x.txt"], "neither in .csv nor in .parquet"),
        (["--journal", "work.sq"], "not written over"),
        (["--backend", "dask"], "go together"),
        (["--address", "tcp://x:1"], "go together"),
        (["--output", "-", "--json"], "only one thing"),
        (["--level", "1"], "not between 0 and 1"),
    ],
)
def test_a_command_line_without_sense_is_refused(folder: Path, words: list[str], said: str) -> None:
    done = sq("sweep", "work.sq", *words, folder=folder)
    assert (done.code, done.output) == (2, "")
    assert said in done.errors
    assert not (folder / JOURNAL).exists()


def test_a_program_with_errors_is_said_to_have_them(folder: Path) -> None:
    (folder / "work.sq").write_text(WORK.replace("work + extra", "wokr"), encoding="utf-8")
    done = sweep(folder, "--vary", "work=1,2")
    assert (done.code, "SQ401" in done.errors) == (1, True)


def test_a_journal_that_cannot_be_is_said_to_be(folder: Path) -> None:
    done = sweep(folder, "--journal", "no/x.jsonl")
    assert (done.code, "`--journal FILE` names another place" in done.errors) == (2, True)
    done = sweep(folder, "--journal", "/dev/null")
    assert done.code == 0
