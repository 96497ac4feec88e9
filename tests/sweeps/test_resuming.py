"""`sq sweep` killed in the middle and begun again: nothing finished is run a second time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.architecture.repository import ROOT
from tests.cli.commands import sq
from tests.sweeps.programs import SLOW

pytest.importorskip("joblib")
pytestmark = pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")

SEEDS = 12
WORDS = ["sweep", "slow.sq", "--seeds", str(SEEDS), "--jobs", "2", "--output", "-"]
JOURNAL = ".slow.sweep.jsonl"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "slow.sq").write_text(SLOW, encoding="utf-8")
    return tmp_path


def begun(folder: Path) -> subprocess.Popen[str]:
    """A sweep in a process group of its own, as a terminal begins one."""
    return subprocess.Popen(
        [sys.executable, "-m", "sqlang", *WORDS],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_until(condition: Callable[[], bool]) -> None:
    for _ in range(3000):
        if condition():
            return
        time.sleep(0.01)
    raise AssertionError("it never came to that")


def finished(folder: Path) -> list[int]:
    """The seeds in the journal, in the order in which their runs were finished."""
    path = folder / JOURNAL
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line)["seed"] for line in lines]


def in_group(group: int) -> list[str]:
    """The processes of a group that are alive."""
    found = []
    for name in filter(str.isdecimal, os.listdir("/proc")):
        try:
            status = Path(f"/proc/{name}/stat").read_text(encoding="utf-8")
        except OSError:
            continue
        state, _, of_group = status.rpartition(")")[2].split()[:3]
        if int(of_group) == group and state != "Z":
            found.append(name)
    return found


def test_a_sweep_that_was_killed_goes_on_where_it_was(folder: Path) -> None:
    sweep = begun(folder)
    wait_until(lambda: len(finished(folder)) >= 3)
    os.kill(sweep.pid, signal.SIGKILL)
    sweep.communicate(timeout=30)
    before = finished(folder)
    assert 3 <= len(before) < SEEDS
    wait_until(lambda: not in_group(sweep.pid))

    done = sq(*WORDS, folder=folder)
    assert (done.code, f"{len(before)} of {SEEDS} runs are finished already" in done.errors) == (
        0,
        True,
    )
    after = finished(folder)
    assert after[: len(before)] == before
    assert sorted(after) == list(range(1, SEEDS + 1))

    again = sq(*WORDS, folder=folder)
    assert (again.code, again.output) == (0, done.output)
    assert finished(folder) == after


def test_an_interrupt_leaves_the_journal_and_no_process(folder: Path) -> None:
    sweep = begun(folder)
    wait_until(lambda: len(finished(folder)) >= 2)
    os.killpg(sweep.pid, signal.SIGINT)
    _, errors = sweep.communicate(timeout=30)
    assert sweep.returncode == 130
    assert errors.startswith("sq: interrupted; ")
    assert errors.count("\n") == 1
    wait_until(lambda: not in_group(sweep.pid))
    seeds = finished(folder)
    assert f"{len(seeds)} of {SEEDS} runs are finished" in errors
    assert len(set(seeds)) == len(seeds)


def test_an_interrupt_while_processes_begin_is_heard_by_one_alone(folder: Path) -> None:
    sweep = begun(folder)
    wait_until(lambda: len(in_group(sweep.pid)) >= 4)
    os.killpg(sweep.pid, signal.SIGINT)
    _, errors = sweep.communicate(timeout=30)
    # Python says it by the signal where it was about to execute a text.
    assert sweep.returncode in (130, -signal.SIGINT)
    assert errors.startswith("sq: interrupted; ")
    assert errors.count("\n") == 1
    wait_until(lambda: not in_group(sweep.pid))


def test_a_journal_in_use_is_refused(folder: Path) -> None:
    sweep = begun(folder)
    wait_until(lambda: bool(finished(folder)))
    other = sq(*WORDS, folder=folder)
    os.killpg(sweep.pid, signal.SIGKILL)
    sweep.communicate(timeout=30)
    assert (other.code, other.output) == (2, "")
    assert other.errors == f"sq: another sweep is writing to {JOURNAL}\n"
