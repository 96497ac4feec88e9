"""Pools and stages (IR-6 to IR-10)."""

from __future__ import annotations

from sqlang.ir.expressions import Expression
from sqlang.ir.names import Preempt
from sqlang.ir.node import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Spill(Node):
    """What becomes of evicted units: a job at stage `via`, then an entry in pool `to` (POOL-26)."""

    __slots__ = ("to", "via", "work", "when")

    def __init__(self, to: int, via: int, work: Expression, when: Expression) -> None:
        self.to: Final = to
        self.via: Final = via
        self.work: Final = work
        self.when: Final = when


class EvictLru(Node):
    """`evict lru`: the entry released longest ago goes first."""

    __slots__ = ()


class EvictBy(Node):
    """`evict by (...)`: the entry with the least keys goes first."""

    __slots__ = ("keys",)

    def __init__(self, keys: tuple[Expression, ...]) -> None:
        self.keys: Final = keys


class Pool(Node):
    """One member of a pool family; `cap` and `block` in units, `cap` may be infinite."""

    __slots__ = ("name", "cap", "block", "evict", "preempt", "queue", "spill", "admit_via")

    def __init__(
        self,
        name: str,
        cap: float,
        block: float | None,
        evict: EvictLru | EvictBy,
        preempt: Preempt,
        queue: Expression | None,
        spill: Spill | None,
        admit_via: int | None,
    ) -> None:
        self.name: Final = name
        self.cap: Final = cap
        self.block: Final = block
        self.evict: Final = evict
        self.preempt: Final = preempt
        self.queue: Final = queue
        self.spill: Final = spill
        self.admit_via: Final = admit_via


class ServeBy(Node):
    """Residents in the order of the keys; no keys means order of admission (IR-10)."""

    __slots__ = ("keys",)

    def __init__(self, keys: tuple[Expression, ...]) -> None:
        self.keys: Final = keys


class ServeExclusivePrefill(Node):
    """One prefill is the whole batch (STEP-9 to STEP-13)."""

    __slots__ = ()


class Fifo(Node):
    """`fifo(servers)`"""

    __slots__ = ("servers",)

    def __init__(self, servers: int) -> None:
        self.servers: Final = servers


class Ps(Node):
    """`ps(capacity)`: processor sharing."""

    __slots__ = ("capacity",)

    def __init__(self, capacity: Expression) -> None:
        self.capacity: Final = capacity


class Delay(Node):
    """`delay`: every job is served at once."""

    __slots__ = ()


class Step(Node):
    """`step { ... }`: an engine that serves its residents in iterations (part 4, section 8)."""

    __slots__ = ("budget", "cost", "chunk", "serve", "memory")

    def __init__(
        self,
        budget: Expression,
        cost: Expression,
        chunk: Expression,
        serve: ServeBy | ServeExclusivePrefill,
        memory: int | None,
    ) -> None:
        self.budget: Final = budget
        self.cost: Final = cost
        self.chunk: Final = chunk
        self.serve: Final = serve
        self.memory: Final = memory


class Stage(Node):
    """One member of a stage family."""

    __slots__ = ("name", "kind")

    def __init__(self, name: str, kind: Fifo | Ps | Delay | Step) -> None:
        self.name: Final = name
        self.kind: Final = kind
