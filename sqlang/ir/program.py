"""The types of IR version 8: what a serQ program is once names are slots and sugar is gone.

Every node is small, immutable (its fields are `Final`) and compared by value; plain classes with
slots, since sixty dataclasses take 60 ms to define and `sq check` must answer in 70. The lowering
makes each node anew, so a table beside the program can lead a node back to its source by identity.
"""

from __future__ import annotations

from sqlang.ir.deployment import (
    Delay,
    EvictBy,
    EvictLru,
    Fifo,
    Pool,
    Ps,
    ServeBy,
    ServeExclusivePrefill,
    Spill,
    Stage,
    Step,
)
from sqlang.ir.expressions import (
    EXPRESSION_DEPTH,
    Argument,
    Attribute,
    Binary,
    Call,
    Conditional,
    Context,
    Expression,
    Number,
    PoolArgument,
    Reference,
    Sample,
    StageArgument,
    Unary,
)
from sqlang.ir.names import (
    BinaryOperator,
    ContextVariable,
    Distribution,
    Function,
    Mode,
    Preempt,
    Share,
    UnaryOperator,
)
from sqlang.ir.node import (
    Node,
)
from sqlang.ir.statements import (
    Branch,
    Choose,
    Drop,
    End,
    Grow,
    Hold,
    Lease,
    Load,
    Loop,
    Observe,
    Release,
    Run,
    Set,
    Statement,
    Take,
    Turn,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


__all__ = [
    "EXPRESSION_DEPTH",
    "IR_VERSION",
    "Argument",
    "Arrival",
    "Attribute",
    "Batch",
    "Binary",
    "BinaryOperator",
    "Branch",
    "BuiltinSlots",
    "Call",
    "Choose",
    "Closed",
    "Conditional",
    "Context",
    "ContextVariable",
    "Delay",
    "Distribution",
    "Drop",
    "End",
    "EvictBy",
    "EvictLru",
    "Expression",
    "Fifo",
    "Function",
    "Grow",
    "Hold",
    "Lease",
    "Load",
    "Loop",
    "Mode",
    "NoArrivals",
    "Node",
    "Number",
    "Observe",
    "Poisson",
    "Pool",
    "PoolArgument",
    "Preempt",
    "Program",
    "Ps",
    "Reference",
    "Release",
    "Renewal",
    "Run",
    "Sample",
    "ServeBy",
    "ServeExclusivePrefill",
    "SessionValues",
    "Sessions",
    "Set",
    "Share",
    "Spill",
    "Stage",
    "StageArgument",
    "Statement",
    "Step",
    "Take",
    "Turn",
    "Unary",
    "UnaryOperator",
]

IR_VERSION = 8


class NoArrivals(Node):
    """`arrive none`"""

    __slots__ = ()


class Poisson(Node):
    """`arrive poisson(rate)`: sessions per unit of time."""

    __slots__ = ("rate",)

    def __init__(self, rate: float) -> None:
        self.rate: Final = rate


class Renewal(Node):
    """`arrive renewal(gap)`"""

    __slots__ = ("gap",)

    def __init__(self, gap: Expression) -> None:
        self.gap: Final = gap


class Closed(Node):
    """`arrive closed(population)`"""

    __slots__ = ("population",)

    def __init__(self, population: int) -> None:
        self.population: Final = population


class Batch(Node):
    """`arrive batch(size)`"""

    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size: Final = size


class SessionValues(Node):
    """One session given value by value (IR-16): preset attributes, and those of its turns."""

    __slots__ = ("attributes", "turns")

    def __init__(
        self,
        attributes: tuple[tuple[int, float], ...],
        turns: tuple[tuple[tuple[int, float], ...], ...] = (),
    ) -> None:
        self.attributes: Final = attributes
        self.turns: Final = turns


class Sessions(Node):
    """Explicit sessions, all arriving at time 0; only JSON can say it."""

    __slots__ = ("sessions",)

    def __init__(self, sessions: tuple[SessionValues, ...]) -> None:
        self.sessions: Final = sessions


Arrival = NoArrivals | Poisson | Renewal | Closed | Batch | Sessions


class BuiltinSlots(Node):
    """The slots of the attributes that the run itself writes or reads (NAM-3)."""

    __slots__ = ("cached", "serial", "turn", "new", "out", "think", "more", "forced", "computed")

    def __init__(
        self,
        cached: int = 0,
        serial: int = 1,
        turn: int = 2,
        new: int = 3,
        out: int = 4,
        think: int = 5,
        more: int = 6,
        forced: int = 7,
        computed: int = 8,
    ) -> None:
        self.cached: Final = cached
        self.serial: Final = serial
        self.turn: Final = turn
        self.new: Final = new
        self.out: Final = out
        self.think: Final = think
        self.more: Final = more
        self.forced: Final = forced
        self.computed: Final = computed


class Program(Node):
    """A whole program (IR-5). `init`, `turn`, `session` are places in `blocks`."""

    __slots__ = (
        "attributes",
        "observes",
        "pools",
        "stages",
        "arrival",
        "trace",
        "trace_ordered",
        "init",
        "turn",
        "session",
        "blocks",
        "horizon",
        "warmup",
        "seed",
        "arrivals",
        "slots",
        "hidden",
        "share",
    )

    def __init__(
        self,
        attributes: tuple[str, ...],
        observes: tuple[str, ...],
        pools: tuple[Pool, ...],
        stages: tuple[Stage, ...],
        arrival: Arrival,
        trace: str | None,
        trace_ordered: bool,
        init: int,
        turn: int,
        session: int,
        blocks: tuple[tuple[Statement, ...], ...],
        horizon: float,
        warmup: float,
        seed: int,
        arrivals: int | None,
        slots: BuiltinSlots,
        hidden: tuple[int, ...],
        share: Share | None,
    ) -> None:
        self.attributes: Final = attributes
        self.observes: Final = observes
        self.pools: Final = pools
        self.stages: Final = stages
        self.arrival: Final = arrival
        self.trace: Final = trace
        self.trace_ordered: Final = trace_ordered
        self.init: Final = init
        self.turn: Final = turn
        self.session: Final = session
        self.blocks: Final = blocks
        self.horizon: Final = horizon
        self.warmup: Final = warmup
        self.seed: Final = seed
        self.arrivals: Final = arrivals
        self.slots: Final = slots
        self.hidden: Final = hidden
        self.share: Final = share
