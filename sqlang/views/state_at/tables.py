"""The state of a run as tables: sessions, pools with who waits and what is cached, stages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.engine.observer import Statement
from sqlang.engine.state import JobState, PoolState, RunState, SessionState, StageState
from sqlang.ir.program import EvictLru, Program, Step
from sqlang.views.families import Family, families
from sqlang.views.numbers import clock, exact, plural, quantity
from sqlang.views.state_at.doing import doing, where
from sqlang.views.statement_places import StatementPlaces
from sqlang.views.table import Table, left_out

_FIRST_DEAD_ENTRY: Final = 2**62


class StateTables:
    """Makes the tables of one state, each of at most so many rows."""

    def __init__(
        self, program: Program, state: RunState, places: StatementPlaces, rows: int
    ) -> None:
        self._program: Final = program
        self._state: Final = state
        self._places: Final = places
        self._rows: Final = rows
        self._sessions: Final = {session.serial: session for session in state.sessions}

    def all(self) -> list[Table]:
        """Sessions, then pool by pool, then stage by stage; what is empty has no table."""
        tables = [self._live()]
        for family in families(self._program.pools):
            for place in family.places:
                tables += self._pool(family, place)
        for family in families(self._program.stages):
            for place in family.places:
                if self._state.stages[place].jobs or self._state.stages[place].running:
                    tables.append(self._stage(family, place))
        return tables

    def _live(self) -> Table:
        live = self._state.sessions
        rows = [
            (
                str(session.serial),
                exact(session.turn) if session.turn else "",
                self._line(session.statement),
                self._text(session.statement),
                self._doing(session),
                self._held(session),
            )
            for session in live[: self._rows]
        ]
        title = f"{plural(len(live), 'live session')} of {self._state.arrived} arrived"
        header = ("session", "turn", "line", "statement", "what it does", "what it has")
        return self._table(title, header, rows, len(live))

    def _doing(self, session: SessionState) -> str:
        word = doing(self._program, self._state, session)
        at = where(self._program, session)
        since = "" if session.status in ("ready", "growing") else f" since {clock(session.since)}"
        return f"{word}, {at}{since}" if at else word

    def _held(self, session: SessionState) -> str:
        parts = []
        for part in session.allocations:
            name = self._program.pools[part.pool].name
            computed = f" ({exact(part.position)} computed)" if part.position else ""
            leased = " leased" if part.leased else ""
            parts.append(f"{name} {exact(part.units)}{leased}{computed}")
        return ", ".join(parts)

    def _pool(self, family: Family, place: int) -> list[Table]:
        pool, declared = self._state.pools[place], self._program.pools[place]
        name = family.member(place)
        capacity = declared.cap
        tables = [self._allocated(name, place, pool, capacity)]
        if pool.growers:
            tables.append(self._growing(name, pool))
        if pool.queue:
            tables.append(self._queue(name, place, pool))
        if pool.entries:
            tables.append(self._entries(name, place, pool))
        return tables

    def _allocated(self, name: str, place: int, pool: PoolState, capacity: float) -> Table:
        parts = [
            (session.serial, part)
            for session in self._state.sessions
            for part in session.allocations
            if part.pool == place
        ]
        rows = [
            (
                str(serial),
                exact(part.units),
                exact(part.position),
                "lease" if part.leased else "hold",
                self._line(part.statement),
            )
            for serial, part in parts[: self._rows]
        ]
        free = capacity - pool.used - pool.cached
        unused = "" if capacity == float("inf") else f", {exact(free)} free"
        title = f"pool `{name}`: {exact(pool.used)} used of {exact(capacity)}"
        if pool.cached:
            title += f", {exact(pool.cached)} cached"
        header = ("session", "units", "computed", "kind", "line")
        return self._table(title + unused, header, rows, len(parts))

    def _queue(self, name: str, place: int, pool: PoolState) -> Table:
        how = ", in this order" if self._program.pools[place].queue is None else ""
        rows = []
        for number, serial in enumerate(pool.queue[: self._rows]):
            session = self._sessions[serial]
            rows.append(
                (
                    str(number + 1),
                    str(serial),
                    "yes" if session.put_back else "",
                    self._asked(session),
                    clock(session.since),
                    self._line(session.statement),
                )
            )
        title = f"waiting for admission at `{name}`{how}"
        if not how:
            title += ", as they came: the key of `queue by` decides"
        header = ("", "session", "put back", "asks for", "since", "line")
        return self._table(title, header, rows, len(pool.queue))

    def _growing(self, name: str, pool: PoolState) -> Table:
        rows = [
            (str(serial), self._asked(self._sessions[serial]))
            for serial in pool.growers[: self._rows]
        ]
        title = f"waiting to grow in `{name}`, before anybody is admitted"
        return self._table(title, ("session", "by"), rows, len(pool.growers))

    def _asked(self, session: SessionState) -> str:
        return ", ".join(
            f"{self._program.pools[pool].name} {exact(units)}" for pool, units in session.asked
        )

    def _entries(self, name: str, place: int, pool: PoolState) -> Table:
        rows = [
            (
                f"session {entry.entry}" if entry.entry < _FIRST_DEAD_ENTRY else "of nobody",
                exact(entry.units),
                clock(entry.released),
            )
            for entry in pool.entries[: self._rows]
        ]
        lru = isinstance(self._program.pools[place].evict, EvictLru)
        order = "the first is evicted first" if lru else "the keys of `evict by` decide who goes"
        title = f"cached in `{name}`: {order}"
        return self._table(title, ("of", "units", "released"), rows, len(pool.entries))

    def _stage(self, family: Family, place: int) -> Table:
        stage, name = self._state.stages[place], family.member(place)
        by_steps = isinstance(self._program.stages[place].kind, Step)
        rows = [
            self._resident(job, stage) if by_steps else self._job(job)
            for job in stage.jobs[: self._rows]
        ]
        title = f"stage `{name}`: {plural(len(stage.jobs), 'job')}"
        header: tuple[str, ...] = ("session", "", "since", "left", "done at", "line")
        if by_steps:
            header = ("session", "", "gets", "left", "since", "line")
            title += f", idle at {clock(self._state.time)}"
            if stage.running:
                batch = f"{clock(stage.began)} – {clock(stage.ends)}"
                title = f"stage `{name}`: {plural(len(stage.jobs), 'job')}, iteration {batch}"
        return self._table(title, header, rows, len(stage.jobs))

    def _resident(self, job: JobState, stage: StageState) -> tuple[str, ...]:
        tokens = [member.tokens for member in stage.batch if member.serial == job.serial]
        return (
            str(job.serial),
            "prefill" if job.prefill else "decode",
            exact(tokens[0]) if tokens else "",
            quantity(job.remaining),
            clock(job.joined),
            self._line(job.statement),
        )

    def _job(self, job: JobState) -> tuple[str, ...]:
        """When it will be done holds as long as nobody else comes or goes."""
        served = job.started is not None and job.rate > 0
        return (
            "spill" if job.serial is None else str(job.serial),
            "served" if job.started is not None else "in line",
            clock(job.joined if job.started is None else job.started),
            quantity(job.remaining),
            clock(self._state.time + job.remaining / job.rate) if served else "",
            self._line(job.statement),
        )

    def _table(
        self, title: str, header: tuple[str, ...], rows: Sequence[tuple[str, ...]], size: int
    ) -> Table:
        return Table.without_blank_columns(title, header, rows, left_out(size - len(rows)))

    def _line(self, statement: Statement | None) -> str:
        key = None if statement is None else (statement.block, statement.position)
        return self._places.line(key)

    def _text(self, statement: Statement | None) -> str:
        key = None if statement is None else (statement.block, statement.position)
        return self._places.text(key)
