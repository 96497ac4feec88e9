"""The statements of pools: `hold`, `grow`, `drop`, `release`, `load` (EXE-22 to EXE-26)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.errors import GROW_OUTSIDE, LOAD_OUTSIDE, LOAD_TOO_MUCH
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.expressions.references import PoolReference
from sqlang.engine.holding_events import Drop, Load
from sqlang.engine.numbers import SLACK, at_least_zero, shortest_digits
from sqlang.engine.observer import Statement
from sqlang.engine.pools.admission import request_hold
from sqlang.engine.pools.growth import grow
from sqlang.engine.pools.hold import HoldPart, innermost_part
from sqlang.engine.pools.hold_end import release
from sqlang.engine.sessions.session import Session
from sqlang.engine.sessions.statement import Block, ExecutableStatement
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation


class Take:
    """One pool of a hold's header."""

    def __init__(self, pool: PoolReference, units: Expression, reserve: Expression | None) -> None:
        self.pool: Final = pool
        self.units: Final = units
        self.reserve: Final = reserve


class LeaseClause:
    """`lease`: the pool that a hold leaves to its session, and for how long (POOL-23)."""

    def __init__(self, pool: PoolReference, time: Expression) -> None:
        self.pool: Final = pool
        self.time: Final = time


class HoldStatement(ExecutableStatement):
    """`hold`: the session waits until it is admitted, then executes the body (EXE-22)."""

    suspends = True

    def __init__(
        self,
        place: Statement,
        takes: list[Take],
        reuse: Expression | None,
        body: Block,
        cache: Expression | None,
        lease: LeaseClause | None,
    ) -> None:
        super().__init__(place)
        self.takes: Final = takes
        self.reuse: Final = reuse
        self.body: Final = body
        self.cache: Final = cache
        self.lease: Final = lease

    def execute(self, simulation: Simulation, session: Session) -> None:
        request_hold(simulation, session, self, put_back=False)


class GrowStatement(ExecutableStatement):
    """`grow` (EXE-23)"""

    def __init__(
        self, place: Statement, pool: PoolReference, amount: Expression, source: ir.Grow
    ) -> None:
        super().__init__(place)
        self.source: Final = source
        self.pool: Final = pool
        self.amount: Final = amount

    def execute(self, simulation: Simulation, session: Session) -> None:
        context = simulation.session_context
        pool = self.pool.resolve(context)
        amount = at_least_zero(self.amount.evaluate(context))
        part = innermost_part(session, pool)
        if part is None:
            message = f"grow outside a hold of pool `{pool.name}`"
            raise context.error(GROW_OUTSIDE, message, None, _read_by(self.source))
        grow(simulation, session, part, amount)


class DropStatement(ExecutableStatement):
    """`drop`: the session's own entry goes; nobody is admitted for it (EXE-24)."""

    def __init__(self, place: Statement, pool: PoolReference) -> None:
        super().__init__(place)
        self.pool: Final = pool

    def execute(self, simulation: Simulation, session: Session) -> None:
        pool = self.pool.resolve(simulation.session_context)
        units = pool.cache.take_own(session.serial)
        pool.touch(simulation.changes)
        if simulation.observer is not None:
            now = simulation.clock.now
            event = Drop(now, session.serial, pool.index, self.place, units)
            simulation.observer.event(event)


class ReleaseStatement(ExecutableStatement):
    """`release` (EXE-25)"""

    def __init__(self, place: Statement, pool: PoolReference) -> None:
        super().__init__(place)
        self.pool: Final = pool

    def execute(self, simulation: Simulation, session: Session) -> None:
        pool = self.pool.resolve(simulation.session_context)
        release(simulation, session, pool, self.place)


class LoadStatement(ExecutableStatement):
    """`load`: units already allocated are filled from elsewhere (EXE-26, POOL-25)."""

    def __init__(
        self, place: Statement, pool: PoolReference, amount: Expression, source: ir.Load
    ) -> None:
        super().__init__(place)
        self.source: Final = source
        self.pool: Final = pool
        self.amount: Final = amount

    def execute(self, simulation: Simulation, session: Session) -> None:
        context = simulation.session_context
        pool = self.pool.resolve(context)
        amount = at_least_zero(self.amount.evaluate(context))
        part = innermost_part(session, pool)
        if part is None:
            message = f"`load {pool.name}` outside a hold of `{pool.name}`"
            raise context.error(LOAD_OUTSIDE, message, None, _read_by(self.source))
        if part.position + amount > part.allocation + SLACK:
            message = _too_much(pool.name, amount, part)
            raise context.error(LOAD_TOO_MUCH, message, None, _read_by(self.source))
        part.advance(amount)
        if simulation.observer is not None:
            now = simulation.clock.now
            event = Load(now, session.serial, pool.index, self.place, amount, part.position)
            simulation.observer.event(event)


def _read_by(statement: ir.Grow | ir.Load) -> tuple[ir.Argument, ...]:
    """What chose the pool, and how much."""
    return ir.PoolArgument(statement.pool), statement.amount


def _too_much(name: str, amount: float, part: HoldPart) -> str:
    return (
        f"`load {name} ({shortest_digits(amount)})`: the hold has "
        f"{shortest_digits(part.allocation)} allocated and {shortest_digits(part.position)} "
        "computed; a load must fit the allocation (grow first)"
    )
