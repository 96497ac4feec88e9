"""The rule by which a `hold` admits a session, in words (POOL-2 to POOL-7)."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sqlang.syntax import tree
from sqlang.views.explanations.formulas import Formulas
from sqlang.views.numbers import quantity

if TYPE_CHECKING:
    from sqlang.semantics.checked import Checked
    from sqlang.semantics.declarations import PoolDeclaration

_MOST_POOLS: Final = 8


def admission_rule(checked: Checked, hold: tree.Hold) -> list[str]:
    """Sentences in Markdown: queue, room, what happens without it, and what is left at the end.

    Pools that the program does not declare, as the parameters of a definition, are told of as far
    as the hold says.
    """
    return list(_Rule(checked, hold).sentences())


class _Rule:
    def __init__(self, checked: Checked, hold: tree.Hold) -> None:
        self._pools = checked.names.pools
        self._formulas = Formulas(checked)
        self._hold = hold

    def sentences(self) -> Iterator[str]:
        hold = self._hold
        takes = [each for each in hold.takes if type(each) is tree.Take][:_MOST_POOLS]
        if not takes:
            return
        yield self._queue(takes[0])
        yield from (self._room(take) for take in takes)
        if len(hold.takes) > len(takes):
            yield f"… and {len(hold.takes) - len(takes)} more pools."
        yield from self._bindings()
        if hold.reuse is not None:
            yield (
                f"Of its own cached entry it uses at most {self._code(hold.reuse)} again; "
                "what is cached beyond that is nobody's until it is evicted."
            )
        seen: set[str] = set()
        for take in takes:
            pool = self._pools.get(take.pool.name.name)
            if pool is not None and pool.name not in seen:
                seen.add(pool.name)
                yield from self._pressure(pool)
        yield from self._end()

    def _queue(self, take: tree.Take) -> str:
        pool = self._pools.get(take.pool.name.name)
        order = "in order of joining"
        when = "as soon as every pool has room"
        if pool is not None and pool.queue is not None:
            order = f"the least {self._code(pool.queue)} first, computed anew at each attempt"
        if pool is not None and pool.admit_via is not None:
            stage = pool.admit_via.target.name
            when = f"by an iteration of `{stage}` that has budget left, once every pool has room"
        return (
            f"Waits in the queue of `{self._formulas.reference(take.pool)}`, {order}, preempted "
            f"sessions before all. The first is admitted {when}; until then it blocks the others."
        )

    def _room(self, take: tree.Take) -> str:
        """What must be free in one pool, and how much of that is allocated."""
        name = self._formulas.reference(take.pool)
        pool = self._pools.get(take.pool.name.name)
        units = self._formulas.text(take.units)
        if take.reserve is None:
            need, allocated = units, ""
        else:
            need = self._larger(take.units, take.reserve)
            allocated = f"; only `{units}` are allocated"
        blocks = self._blocks(pool)
        capacity = self._capacity(pool)
        if capacity is not None and math.isinf(capacity):
            return f"`{name}`: there is always room for `{need}`{blocks}{allocated}."
        of = "" if capacity is None else f" of `{quantity(capacity)}`"
        return (
            f"`{name}`: `{need}`{of} must be free of holds and leases{blocks}{allocated}. "
            "More than the capacity is rejected: the session ends."
        )

    def _larger(self, units: tree.Expression, reserve: tree.Expression) -> str:
        known, wanted = self._formulas.value(units), self._formulas.value(reserve)
        if known is not None and wanted is not None:
            return quantity(max(known, wanted))
        return f"max({self._formulas.text(reserve)}, {self._formulas.text(units)})"

    def _blocks(self, pool: PoolDeclaration | None) -> str:
        if pool is None or pool.block is None:
            return ""
        return f", rounded up to blocks of {self._code(pool.block)}"

    def _capacity(self, pool: PoolDeclaration | None) -> float | None:
        """`None` if it is not known."""
        if pool is None:
            return None
        return math.inf if pool.cap is None else self._formulas.value(pool.cap)

    def _bindings(self) -> Iterator[str]:
        clause = self._hold.at_admission
        for binding in clause.bindings if clause is not None else ():
            if type(binding) is tree.Binding:
                yield (
                    f"`{binding.name.name}` is {self._code(binding.value)} at the moment of "
                    "admission, computed anew at each attempt."
                )

    def _pressure(self, pool: PoolDeclaration) -> Iterator[str]:
        """What gives way in a pool: cached entries to any allocation, sessions to a growth."""
        at_once = "" if pool.block is None else ", a block at a time"
        order = "the one released longest ago first"
        if pool.evict:
            order = f"the least ({', '.join(self._code(key) for key in pool.evict)}) first"
        spill = ""
        if pool.spill is not None:
            spill = (
                f"; where {self._code(pool.spill.when)} they go to `{pool.spill.to.name}` "
                f"through `{pool.spill.via.name}`"
            )
        yield f"Cached entries of `{pool.name}` give way, {order}{at_once}{spill}."
        if pool.preempt is not None and pool.preempt.policy.name == "lifo":
            yield (
                f"A growth that finds no room in `{pool.name}` puts out the session admitted last, "
                "which goes to the front of the queue and starts its hold again."
            )
        else:
            yield f"A growth that finds no room in `{pool.name}` waits; nobody is put out."

    def _end(self) -> Iterator[str]:
        hold = self._hold
        if hold.lease is not None:
            pool, time = self._formulas.reference(hold.lease.pool), self._code(hold.lease.time)
            yield f"After its end `{pool}` stays allocated for {time}, or until `release`."
        if hold.cache is not None:
            yield f"What it computed stays cached when it ends, at most {self._code(hold.cache)}."

    def _code(self, expression: tree.Expression) -> str:
        return f"`{self._formulas.text(expression)}`"
