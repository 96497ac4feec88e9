"""Where runs happen makes no difference, and one that fails ends no others."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

import sqlang
from sqlang.engine import Limits
from sqlang.sweeps.plan import Run
from sqlang.sweeps.running import here, in_processes
from sqlang.sweeps.sweep import perform_all
from sqlang.sweeps.task import Outcome, Task, TraceFile, WorkerError, perform
from tests.sweeps.programs import CHANCE, NEGATIVE, SLOW, WORK, plan

pytest.importorskip("joblib")
with_processes = pytest.mark.skipif(
    not Path("/proc").is_dir(), reason="looks for processes in /proc"
)


def test_each_run_is_that_of_the_program_alone() -> None:
    made = plan(CHANCE, "scale=1,5", seeds=range(7, 10))
    outcomes = perform_all(made, {}, here)
    for run, outcome in outcomes.items():
        scale = made.programs[run.digest].values[0].text
        program = sqlang.compile(source=CHANCE, sets={"scale": scale}, seed=run.seed)
        observation = sqlang.run(program).observe("took")
        assert observation is not None
        assert outcome.figures["observes.took.mean"] == observation.mean


def test_any_number_of_processes_gives_the_same() -> None:
    made = plan(CHANCE, "scale=1,5,1/0", seeds=range(5))
    alone = perform_all(made, {}, here)
    assert perform_all(made, {}, in_processes(2)) == alone
    assert perform_all(made, {}, in_processes(1)) == alone


def test_what_is_known_is_not_run() -> None:
    made = plan(CHANCE, seeds=range(5))
    known: Mapping[Run, Outcome] = {Run(made.points[0].digest, 2): Outcome({"ended": -1.0})}
    told: list[Run] = []
    outcomes = perform_all(made, known, here, None, lambda run, _: told.append(run))
    assert [run.seed for run in told] == [0, 1, 3, 4]
    assert outcomes[Run(made.points[0].digest, 2)].figures == {"ended": -1.0}


def test_a_run_that_fails_or_meets_a_bound_is_an_outcome() -> None:
    (_, failed, _) = perform_all(plan(NEGATIVE, "p=0,0.5,1"), {}, here).values()
    assert (failed.code, failed.is_whole, failed.figures) == ("SQ901", False, {})
    assert "the guard is 0.5" in failed.message
    (stopped,) = perform_all(plan(SLOW, limits=Limits(events=5)), {}, here).values()
    assert (stopped.code, stopped.bound, stopped.figures) == ("SQ990", "events", {})


def task(text: str, trace: TraceFile | None = None, version: str = sqlang.__version__) -> Task:
    made = plan(text)
    return Task(version, made.points[0].program, trace, 1, Limits(), 0)


def test_a_worker_of_another_version_refuses() -> None:
    with pytest.raises(WorkerError, match=r"a worker has sqlang .* and this is 9\.9"):
        perform(task(WORK, version="9.9"))


def test_a_trace_that_changes_meanwhile_ends_the_sweep(tmp_path: Path) -> None:
    trace = tmp_path / "t.csv"
    trace.write_text("1,0,5,2,1\n", encoding="utf-8")
    text = f"""workload {{ arrive batch(1); trace "{trace}"; }}
stage s : fifo; session {{ turn; observe new = new; run s (1); }} run {{ horizon 9; }}"""
    made = plan(text)
    (run,) = made.runs()
    assert perform(made.task(run, 0)).figures["observes.new.mean"] == 5
    trace.write_text("1,0,6,2,1\n", encoding="utf-8")
    changed = made.task(run, 0)
    assert changed.trace is not None
    unread = changed._replace(trace=changed.trace._replace(directory=str(tmp_path / "..")))
    with pytest.raises(WorkerError, match="is not what it was"):
        perform(unread)
    trace.unlink()
    with pytest.raises(WorkerError, match="cannot read the trace"):
        perform(unread)


def test_a_trace_that_cannot_be_read_fails_each_run(tmp_path: Path) -> None:
    text = f"""workload {{ arrive batch(1); trace "{tmp_path / "none.csv"}"; }}
stage s : fifo; session {{ turn; run s (1); }} run {{ horizon 9; }}"""
    (outcome,) = perform_all(plan(text), {}, here).values()
    assert outcome.code == "SQ921"


@with_processes
def test_a_process_that_is_killed_is_replaced() -> None:
    made = plan(SLOW, seeds=range(8))
    told: list[Run] = []
    killed: list[int] = []

    def kill_one(run: Run, _outcome: Outcome) -> None:
        told.append(run)
        if not killed:
            killed.extend(workers()[:1])
            os.kill(killed[0], signal.SIGKILL)

    outcomes = perform_all(made, {}, in_processes(2), None, kill_one)
    assert killed
    assert sorted(told) == sorted(made.runs()) == sorted(outcomes)
    assert outcomes == perform_all(made, {}, here)


@with_processes
def test_no_process_is_left_once_the_runs_are_closed() -> None:
    made = plan(SLOW, seeds=range(8))
    with closing(in_processes(2)(made, list(made.runs()))) as finished:
        next(finished)
        assert len(workers()) == 2
    assert workers() == []


def workers() -> list[int]:
    """The processes of loky that this one has begun."""
    found = []
    for name in os.listdir("/proc"):
        if name.isdecimal():
            try:
                status = Path(f"/proc/{name}/stat").read_text(encoding="utf-8")
                line = Path(f"/proc/{name}/cmdline").read_text(encoding="utf-8")
            except OSError:
                continue
            state, parent = status.rpartition(")")[2].split()[:2]
            if int(parent) == os.getpid() and state != "Z" and "popen_loky" in line:
                found.append(int(name))
    return found
