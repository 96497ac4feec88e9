"""A long run says what it counted, and what was counted is not counted again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.differential import campaign
from tests.differential.batches import Batch, Comparing
from tests.differential.generator import GeneratedProgram

SEEDS = range(1, 3)


def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign, "_KEPT", tmp_path)
    (first,) = campaign.batches(SEEDS, workers=1)
    assert first.programs == len(SEEDS)
    (file,) = tmp_path.rglob("*.pickle")
    assert file.name == "1-2.pickle"
    monkeypatch.setattr(campaign, "_job", None)  # nothing may be left to do
    (second,) = campaign.batches(SEEDS, workers=1)
    assert list(campaign.summary(second)) == list(campaign.summary(first))


def test_the_smallest_program_is_left_with_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign, "FOUND", tmp_path)
    program = GeneratedProgram("run { horizon 1; }", (("trace.csv", "0,0,1,1,1\n"),))
    with Comparing() as comparing:
        campaign.write_found(7, comparing.compare(program)._replace(difference="no"))
    folder = tmp_path / "seed-7"
    assert {path.name for path in folder.iterdir()} == {
        "program.sq",
        "trace.csv",
        "difference.txt",
    }
    assert (folder / "difference.txt").read_text(encoding="utf-8").startswith("no\n\n")


def test_the_counts_are_said() -> None:
    batch = Batch()
    batch.verdicts["equal: report"] = 2
    batch.runs, batch.events = 2, [5, 7]
    batch.features["stage fifo"] = 1
    lines = list(campaign.summary(batch))
    assert lines[:3] == [
        "2 programs, 2 compared to the end",
        "  equal: report: 2",
        "events: median 6, most 7",
    ]
    assert "stage fifo 1" in lines[3]
    assert "statement turn" in lines[-1]
