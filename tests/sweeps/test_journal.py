"""What is finished stays written down, whatever happens to the process or the last line."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from sqlang.engine import Limits
from sqlang.sweeps.journal import Entry, Journal, JournalError
from sqlang.sweeps.plan import Run
from sqlang.sweeps.task import Outcome

FIRST = Entry(Run("abc", 1), Outcome({"ended": 3.0, "mean_live": None}))
SECOND = Entry(Run("abc", 2**64 - 1), Outcome({}, "SQ901", "the guard is 2"))
STOPPED = Entry(Run("def", 1), Outcome({}, "SQ990", "stopped", "deadline"), 2.5, 100)


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "x.jsonl")


def write(path: str, *entries: Entry) -> None:
    with closing(Journal(path)) as journal:
        for entry in entries:
            journal.add(entry, {"work": "2"})


def read(path: str) -> tuple[Entry, ...]:
    with closing(Journal(path)) as journal:
        return journal.entries


def test_entries_are_read_as_they_were_written(path: str) -> None:
    write(path, FIRST, SECOND)
    write(path, STOPPED)
    assert read(path) == (FIRST, SECOND, STOPPED)


def test_a_line_is_there_at_once_and_can_be_read_by_people(path: str) -> None:
    with closing(Journal(path)) as journal:
        journal.add(FIRST, {"work": "2"})
        (line,) = Path(path).read_text(encoding="utf-8").splitlines()
    assert json.loads(line) == {
        "format": 1,
        "point": "abc",
        "values": {"work": "2"},
        "seed": 1,
        "figures": {"ended": 3.0, "mean_live": None},
    }


@pytest.mark.parametrize("cut", range(1, 40, 3))
def test_a_torn_last_line_counts_as_not_written(path: str, cut: int) -> None:
    write(path, FIRST, SECOND)
    whole = Path(path).read_bytes()
    Path(path).write_bytes(whole[:-cut])
    write(path, STOPPED)
    kept = (FIRST, SECOND) if cut == 1 else (FIRST,)
    assert read(path) == (*kept, STOPPED)


def test_lines_of_another_format_are_passed_over(path: str) -> None:
    Path(path).write_text('{"format": 2, "point": "abc", "seed": 1}\n', encoding="utf-8")
    write(path, FIRST)
    assert read(path) == (FIRST,)


@pytest.mark.parametrize("text", ["let work = 2;\nrun { }\n", '{"ir": 8}\n', "[1]\n"])
def test_another_file_is_not_written_to(path: str, text: str) -> None:
    Path(path).write_text(text, encoding="utf-8")
    with pytest.raises(JournalError, match="no journal"):
        Journal(path)
    assert Path(path).read_text(encoding="utf-8") == text


def test_two_sweeps_do_not_share_a_journal_and_the_dead_hold_none(path: str) -> None:
    script = f"""
from sqlang.sweeps.journal import Journal
journal = Journal({path!r})
print("open", flush=True)
input()
"""
    holder = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(JournalError, match="another sweep"):
            Journal(path)
        holder.kill()
        holder.wait()
    write(path, FIRST)
    assert read(path) == (FIRST,)


def test_what_a_bound_of_the_machine_has_ended_holds_for_this_bound_alone() -> None:
    assert STOPPED.holds_for(Limits(deadline=2.5, memory=7))
    assert not STOPPED.holds_for(Limits(deadline=5.0))
    memory = Entry(Run("a", 1), Outcome({}, "SQ990", "stopped", "memory"), 2.5, 100)
    assert memory.holds_for(Limits(memory=100))
    assert not memory.holds_for(Limits(memory=200))
    assert FIRST.holds_for(Limits(deadline=0.1, memory=1))
    events = Entry(Run("a", 1), Outcome({}, "SQ990", "stopped", "events"))
    assert events.holds_for(Limits(events=5))
