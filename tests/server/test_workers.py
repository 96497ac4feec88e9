"""The pool of workers, with a worker that does what it is told."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sqlang.analysis import analyze
from sqlang.ir.pieces import PieceWriter, ProgramPieces
from sqlang.source import Source
from sqlang_server.runs.jobs import Job
from sqlang_server.runs.process import Message, WorkerGoneError, WorkerProcess
from sqlang_server.runs.workers import LIMIT, Workers


class Real(Workers):
    """Workers that run programs, every one remembered."""

    def __init__(self) -> None:
        super().__init__(self.begin)
        self.started: list[WorkerProcess] = []

    async def begin(self) -> WorkerProcess:
        self.started.append(await WorkerProcess.start())
        return self.started[-1]


COMMAND = (sys.executable, str(Path(__file__).with_name("fake_worker.py")))


class Watched(Workers):
    """Remembers every process it started."""

    def __init__(self) -> None:
        super().__init__(self.begin)
        self.started: list[WorkerProcess] = []

    async def begin(self) -> WorkerProcess:
        self.started.append(await WorkerProcess.start(COMMAND))
        return self.started[-1]

    @property
    def living(self) -> int:
        return sum(worker.alive for worker in self.started)


@pytest_asyncio.fixture
async def workers() -> AsyncIterator[Watched]:
    pool = Watched()
    yield pool
    await pool.close()
    assert pool.living == 0


def job(program: str, deadline: float = 5) -> Job:
    return Job.of(program, None, 100, deadline)


async def done(workers: Workers, program: str) -> Message:
    done: Message = (await workers.run(job(program)))["done"]
    return done


async def until(workers: Watched, living: int) -> None:
    async with asyncio.timeout(5):
        while workers.living != living:  # noqa: ASYNC110 - a process tells nobody
            await asyncio.sleep(0.005)


async def test_a_run_is_answered(workers: Watched) -> None:
    assert (await done(workers, "sleep 0"))["program"] == "sleep 0"


async def test_progress_comes_before_the_answer(workers: Watched) -> None:
    heard: list[Message] = []
    await workers.run(job("sleep 0"), heard.append)
    assert [message["partial"] for message in heard] == [{"time": 0.5}]


async def test_there_are_at_most_two_and_one_of_them_is_warm(workers: Watched) -> None:
    await asyncio.gather(*(workers.run(job("sleep 0.05")) for _ in range(5)))
    assert len(workers.started) == LIMIT
    await done(workers, "sleep 0")
    assert workers.living == LIMIT


async def test_a_cancelled_run_gives_its_worker_back(workers: Watched) -> None:
    first = await done(workers, "sleep 0")
    await cancel(workers, "sleep 60")
    answers = await asyncio.gather(*(done(workers, "sleep 0.05") for _ in range(LIMIT)))
    assert first["pid"] in {answer["pid"] for answer in answers}
    assert len(workers.started) == LIMIT


async def test_a_worker_that_does_not_give_up_is_killed(workers: Watched) -> None:
    await cancel(workers, "hang")
    await until(workers, 1)
    assert (await done(workers, "sleep 0"))["program"] == "sleep 0"


async def test_the_spare_takes_over_at_once(workers: Watched) -> None:
    await done(workers, "sleep 0")
    await cancel(workers, "hang")
    async with asyncio.timeout(0.5):
        await done(workers, "sleep 0")


async def test_a_run_that_is_cancelled_before_its_turn_costs_nothing(workers: Watched) -> None:
    busy = [asyncio.ensure_future(workers.run(job("sleep 60"))) for _ in range(LIMIT)]
    await asyncio.sleep(0.05)
    await cancel(workers, "sleep 0")
    for task in busy:
        task.cancel()
    assert (await done(workers, "sleep 0"))["stopped"] is False
    assert len(workers.started) == LIMIT


async def test_a_dead_worker_is_told_and_replaced(workers: Watched) -> None:
    with pytest.raises(WorkerGoneError):
        await workers.run(job("die"))
    assert (await done(workers, "sleep 0"))["program"] == "sleep 0"


async def test_a_worker_that_met_an_error_of_ours_is_replaced(workers: Watched) -> None:
    pid = (await done(workers, "sleep 0"))["pid"]
    assert "crashed" in await workers.run(job("crash"))
    assert (await done(workers, "sleep 0"))["pid"] != pid


async def test_a_worker_killed_while_idle_is_replaced(workers: Watched) -> None:
    pid = (await done(workers, "sleep 0"))["pid"]
    os.kill(pid, signal.SIGKILL)
    assert (await done(workers, "sleep 0"))["pid"] != pid


async def test_a_worker_stopped_while_idle_is_replaced_within_the_deadline(
    workers: Watched,
) -> None:
    """Somebody sent it `SIGSTOP`, as a debugger or the terminal's job control does."""
    pid = (await done(workers, "sleep 0"))["pid"]
    os.kill(pid, signal.SIGSTOP)
    message = await workers.run(job("sleep 0", deadline=-0.5))
    assert message["done"]["pid"] != pid
    await until(workers, LIMIT)


async def test_if_all_workers_are_stopped_there_are_new_ones(workers: Watched) -> None:
    await asyncio.gather(*(done(workers, "sleep 0") for _ in range(LIMIT)))
    stopped = {worker.pid for worker in workers.started}
    for pid in stopped:
        os.kill(pid, signal.SIGSTOP)
    message = await workers.run(job("sleep 0", deadline=-0.5))
    assert message["done"]["pid"] not in stopped


async def test_a_spare_that_stopped_before_it_was_ready_is_replaced(workers: Watched) -> None:
    workers.warm()
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        while not workers.started:  # noqa: ASYNC110
            await asyncio.sleep(0)
    spare = workers.started[0].pid
    os.kill(spare, signal.SIGSTOP)
    message = await workers.run(job("sleep 0", deadline=-0.5))
    assert message["done"]["pid"] != spare


async def test_a_run_past_its_deadline_costs_its_worker(workers: Watched) -> None:
    with pytest.raises(WorkerGoneError):
        await workers.run(job("hang", deadline=-0.9))
    assert (await done(workers, "sleep 0"))["program"] == "sleep 0"


async def test_a_program_that_cannot_be_started_is_told() -> None:
    async def missing() -> WorkerProcess:
        return await WorkerProcess.start(("/no/such/interpreter",))

    workers = Workers(missing)
    with pytest.raises(WorkerGoneError):
        await workers.run(job("sleep 0"))
    await workers.close()


async def test_many_cancelled_runs_leave_two_workers(workers: Watched) -> None:
    for number in range(40):
        await cancel(workers, "sleep 60" if number % 4 else "hang", after=0.002 * (number % 3))
    await done(workers, "sleep 0")
    await asyncio.sleep(0.1)
    assert workers.living <= LIMIT


async def test_the_spare_learns_a_program_while_it_waits() -> None:
    """So the run after the next edit need not wait until it has read all of it."""
    first, second = (pieces(f"session {{ set a = {n}; end; }}") for n in (1, 2))
    workers = Real()
    for each in (first, first, second):
        message = await workers.run(Job.of(each, None, 100, 5))
        assert message["done"]["stopped"] is None
    assert len(workers.started) == LIMIT
    assert all(first.frame in worker.sent for worker in workers.started)
    both = await asyncio.gather(*(workers.run(Job.of(second, None, 100, 5)) for _ in range(LIMIT)))
    assert both[0]["done"] == both[1]["done"]
    await workers.close()


def pieces(session: str) -> ProgramPieces:
    program = analyze(Source(f"{session} run {{ horizon 9; }}")).program
    assert program is not None
    return PieceWriter().pieces(program)


async def cancel(workers: Workers, program: str, after: float = 0.1) -> None:
    """Begins a run and gives it up."""
    task = asyncio.ensure_future(workers.run(job(program)))
    await asyncio.sleep(after)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("turns", range(5))
async def test_nothing_is_left_of_a_run_that_is_given_up_just_before_the_end(turns: int) -> None:
    """Wherever it is then: its worker may not even have a process yet."""
    others = asyncio.all_tasks()
    workers = Watched()
    task = asyncio.ensure_future(workers.run(job("sleep 60")))
    for _ in range(turns):
        await asyncio.sleep(0)
    task.cancel()
    await workers.close()
    assert asyncio.all_tasks() == others
    assert workers.living == 0


async def test_a_worker_that_is_still_starting_is_not_killed_for_it(workers: Watched) -> None:
    for _ in range(10):
        await cancel(workers, "sleep 60", after=0.001)
    await done(workers, "sleep 0")
    assert len(workers.started) == LIMIT


async def test_a_worker_that_is_ended_twice_is_killed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """To kill asks first how the process ended, which only one is told: not who waits for it."""
    killed: list[int] = []
    kill = subprocess.Popen.kill

    def counted(process: subprocess.Popen[bytes]) -> None:
        killed.append(process.pid)
        kill(process)

    monkeypatch.setattr(subprocess.Popen, "kill", counted)
    worker = await WorkerProcess.start(COMMAND)
    await asyncio.gather(worker.end(), worker.end())
    await worker.end()
    assert (killed, worker.alive) == ([worker.pid], False)
