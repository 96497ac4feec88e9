"""Conservation in the state of a run, as it is after a settling (part 4, sections 1 to 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.invariants.exceptions import Exceptions
from sqlang.engine.invariants.violation import agree, at_most, require
from sqlang.engine.sessions.session import GROWING, IN_STAGE, QUEUED, READY, Session
from sqlang.engine.stages.fifo import FifoStage
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.pools.hold import HoldPart
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.stage import Stage


class StateCheck:
    """Looks at everything there is: units, entries, queues, jobs, sessions.

    `reused_more` are pools that may by now cache more than fits, see `Accounts`.
    """

    def __init__(self, simulation: Simulation, reused_more: set[int]) -> None:
        self._simulation: Final = simulation
        self._reused_more: Final = reused_more
        self._exceptions: Final = Exceptions(simulation.program)

    def check(self) -> None:
        """Raises `InvariantError` for the first thing that is wrong."""
        sessions = list(self._simulation.population.sessions())
        self._check_population(sessions)
        for session in sessions:
            self._check_session(session)
        for pool in self._simulation.pools:
            self._check_units(pool, sessions)
            self._check_queue(pool)
            _check_entries(pool)
            _check_holders(pool, sessions)
        for stage in self._simulation.stages:
            self._check_jobs(stage, sessions)

    def _check_population(self, sessions: list[Session]) -> None:
        population = self._simulation.population
        require(len(sessions) == population.live, "the number of live sessions is wrong")
        serials = {session.serial for session in sessions}
        require(len(serials) == len(sessions), "two live sessions have the same serial")
        gone = population.arrivals - population.live
        require(0 <= self._simulation.ended <= gone, "more sessions ended than have gone")

    def _check_session(self, session: Session) -> None:
        """It is where its status says, and nowhere else: no session is lost (EXE-2)."""
        name = f"session {session.serial}"
        pool = session.waits_at
        match session.status:
            case status if status == READY:
                require(
                    self._simulation.population.will_go_on(session),
                    f"{name} is ready, but not in the ready list",
                )
                require(pool is None and session.job is None, f"{name} is ready and elsewhere")
            case status if status == QUEUED:
                require(pool is not None and session in pool.queue, f"{name} is in no queue")
                require(session.request is not None, f"{name} is queued without a request")
                require(session.job is None, f"{name} is queued and in a stage")
            case status if status == GROWING:
                require(pool is not None and session in pool.growers, f"{name} grows nowhere")
            case status if status == IN_STAGE:
                job = session.job
                require(job is not None and job.present, f"{name} has no job in its stage")
                require(pool is None, f"{name} is in a stage and waits at a pool")
            case _:
                require(False, f"{name} has ended and keeps its slot")

    def _check_units(self, pool: Pool, sessions: list[Session]) -> None:
        """What is used is held or leased, and fits with what is cached (POOL-1, -10, -23)."""
        if pool.index in self._exceptions.named_twice:
            return
        held = sum(part.allocation for part in _parts(pool, sessions))
        used = pool.used
        where = f"pool `{pool.name}` ({pool.index})"
        require(agree(held, used), f"{where}: {used} used, but holds and leases have {held}")
        require(at_most(0.0, used), f"{where}: {used} used")
        require(at_most(used, pool.capacity), f"{where}: {used} used of {pool.capacity}")
        if pool.index not in self._exceptions.spilled_into | self._reused_more:
            total = used + pool.cache.total
            require(
                at_most(total, pool.capacity),
                f"{where}: {total} used and cached of {pool.capacity}",
            )

    def _check_queue(self, pool: Pool) -> None:
        """Whoever waits knows it; who was put back waits before the others (POOL-3)."""
        ordinary = False
        for session in pool.queue:
            require(session.status == QUEUED, f"session {session.serial} waits, but is not queued")
            require(session.waits_at is pool, f"session {session.serial} waits at another pool")
            require(not (ordinary and session.put_back), "a session was put back behind others")
            ordinary = ordinary or not session.put_back
        for session in pool.growers:
            require(session.status == GROWING, f"session {session.serial} does not grow")
            require(session.waits_at is pool, f"session {session.serial} grows in another pool")

    def _check_jobs(self, stage: Stage, sessions: list[Session]) -> None:
        """As many jobs as sessions that wait for them, and none with less than no work."""
        where = f"stage `{stage.name}` ({stage.index})"
        waiting = sum(
            session.job is not None and session.job.stage is stage for session in sessions
        )
        present = stage.present()
        if stage.index in self._exceptions.visited_otherwise:
            require(present >= waiting, f"{where}: {present} jobs, but {waiting} sessions")
        else:
            require(present == waiting, f"{where}: {present} jobs, but {waiting} sessions")
        busy = stage.busy()
        require(0 <= busy <= present, f"{where}: {busy} of {present} jobs are served")
        left = stage.work_left(self._simulation.clock.now)
        require(not left < 0.0, f"{where}: {left} work is left")
        if isinstance(stage, FifoStage):
            require(busy <= stage.servers, f"{where}: {busy} served by {stage.servers}")
            require(busy in (present, stage.servers), f"{where}: a server is idle")
        elif isinstance(stage, StepStage):
            _check_residents(stage, where)


def _check_residents(stage: StepStage, where: str) -> None:
    """In the order of their admissions (STEP-1); the batch is of them, each once, with tokens."""
    admissions = [job.admission for job in stage.residents]
    require(admissions == sorted(admissions), f"{where}: the residents are out of order")
    require(all(job.present for job in stage.residents), f"{where}: a resident has left")
    members = [job.number for job in stage.batch]
    require(len(set(members)) == len(members), f"{where}: a job is in the batch twice")
    residents = {job.number for job in stage.residents}
    require(residents.issuperset(members), f"{where}: a job of the batch is no resident")
    for job in stage.batch:
        require(job.tokens > 0.0, f"{where}: a member of the batch gets no tokens")
        require(at_most(job.tokens, job.work), f"{where}: more tokens than work")


def _check_entries(pool: Pool) -> None:
    """What is cached is the sum of the entries, and no entry is empty (POOL-12)."""
    entries = list(pool.cache.entries())
    total = sum(entry.size for entry in entries)
    where = f"pool `{pool.name}` ({pool.index})"
    require(agree(total, pool.cache.total), f"{where}: {pool.cache.total} cached, entries {total}")
    require(all(entry.size > 0.0 for entry in entries), f"{where}: an entry is empty")
    numbers = {entry.number for entry in entries}
    require(len(numbers) == len(entries), f"{where}: two entries have one number")
    order = [entry.release_number for entry in entries]
    require(order == sorted(order), f"{where}: entries are out of order")


def _check_holders(pool: Pool, sessions: list[Session]) -> None:
    """Holders are live, and no more than there are parts of holds (POOL-30)."""
    live = {session.serial for session in sessions}
    where = f"pool `{pool.name}` ({pool.index})"
    for session in pool.holders.in_order():
        require(session.serial in live, f"{where}: session {session.serial} has ended and holds")


def _parts(pool: Pool, sessions: list[Session]) -> list[HoldPart]:
    """What the pool has given to sessions, by holds and by what these have left as leases."""
    held = [part for session in sessions for hold in session.holds for part in hold.parts]
    leased = [lease.part for session in sessions for lease in session.leases]
    return [part for part in held + leased if part.pool is pool]
