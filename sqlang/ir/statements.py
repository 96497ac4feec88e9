"""Statements (IR-17); the blocks nested in one are places in `Program.blocks`."""

from __future__ import annotations

from sqlang.ir.expressions import Expression, Reference
from sqlang.ir.names import Mode
from sqlang.ir.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Turn(Node):
    """`turn;` loads the next turn's attributes (EXE-18)."""

    __slots__ = ()


class End(Node):
    """`end;` ends the session (EXE-28)."""

    __slots__ = ()


class Set(Node):
    """`set a = e;`"""

    __slots__ = ("slot", "value")

    def __init__(self, slot: int, value: Expression) -> None:
        self.slot: Final = slot
        self.value: Final = value


class Observe(Node):
    """`observe o = e;`; `slot` is a place in `Program.observes`."""

    __slots__ = ("slot", "value")

    def __init__(self, slot: int, value: Expression) -> None:
        self.slot: Final = slot
        self.value: Final = value


class Take(Node):
    """One pool of a hold: what is allocated, and what is asked for if `reserve` is more."""

    __slots__ = ("pool", "units", "reserve")

    def __init__(self, pool: Reference, units: Expression, reserve: Expression | None) -> None:
        self.pool: Final = pool
        self.units: Final = units
        self.reserve: Final = reserve


class Lease(Node):
    """What a hold leaves with the session when its scope ends, and for how long (POOL-23)."""

    __slots__ = ("pool", "time")

    def __init__(self, pool: Reference, time: Expression) -> None:
        self.pool: Final = pool
        self.time: Final = time


class Hold(Node):
    """`hold ... { }`: acquire, run the block `body`, give back."""

    __slots__ = ("pools", "reuse", "body", "cache", "lease")

    def __init__(
        self,
        pools: tuple[Take, ...],
        reuse: Expression | None,
        body: int,
        cache: Expression | None,
        lease: Lease | None,
    ) -> None:
        self.pools: Final = pools
        self.reuse: Final = reuse
        self.body: Final = body
        self.cache: Final = cache
        self.lease: Final = lease


class Grow(Node):
    """`grow p (e);`"""

    __slots__ = ("pool", "amount")

    def __init__(self, pool: Reference, amount: Expression) -> None:
        self.pool: Final = pool
        self.amount: Final = amount


class Drop(Node):
    """`drop p;`"""

    __slots__ = ("pool",)

    def __init__(self, pool: Reference) -> None:
        self.pool: Final = pool


class Release(Node):
    """`release p;`"""

    __slots__ = ("pool",)

    def __init__(self, pool: Reference) -> None:
        self.pool: Final = pool


class Load(Node):
    """`load p (e);`"""

    __slots__ = ("pool", "amount")

    def __init__(self, pool: Reference, amount: Expression) -> None:
        self.pool: Final = pool
        self.amount: Final = amount


class Run(Node):
    """`run s (w);` and what the serving forms become; `also` are stages held with the first."""

    __slots__ = ("stage", "mode", "work", "growing", "also")

    def __init__(
        self,
        stage: Reference,
        mode: Mode,
        work: Expression,
        growing: Reference | None,
        also: tuple[Reference, ...] = (),
    ) -> None:
        self.stage: Final = stage
        self.mode: Final = mode
        self.work: Final = work
        self.growing: Final = growing
        self.also: Final = also


class Branch(Node):
    """A guard that is 1 (block `then`) or 0 (block `otherwise`)."""

    __slots__ = ("guard", "then", "otherwise")

    def __init__(self, guard: Expression, then: int, otherwise: int) -> None:
        self.guard: Final = guard
        self.then: Final = then
        self.otherwise: Final = otherwise


class Loop(Node):
    """`loop { }` repeats a block until the session ends."""

    __slots__ = ("body",)

    def __init__(self, body: int) -> None:
        self.body: Final = body


class Choose(Node):
    """`choose j in n by (...)`: attribute `slot` becomes the index with the least keys (EXE-21)."""

    __slots__ = ("slot", "count", "keys")

    def __init__(self, slot: int, count: Expression, keys: tuple[Expression, ...]) -> None:
        self.slot: Final = slot
        self.count: Final = count
        self.keys: Final = keys


Statement = (
    Turn | End | Set | Observe | Hold | Grow | Drop | Release | Load | Run | Branch | Loop | Choose
)
