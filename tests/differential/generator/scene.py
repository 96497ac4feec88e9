"""The plan of a program: which pools, stages and names there are, before any text is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from tests.differential.generator.choices import Choices


class PoolPlan(NamedTuple):
    """A pool or a family of pools.

    `grows` tells that runs grow their allocations in it, `typical` how many units a hold asks for.
    """

    name: str
    size: int
    capacity: float
    typical: int
    grows: bool = False


class StagePlan(NamedTuple):
    """A stage or a family of stages; of kind `fifo`, `delay`, `ps`, `shared` or `step`."""

    name: str
    size: int
    kind: str


class Mishap(NamedTuple):
    """The run-time error that a program is made to meet; `error` is an ERR rule, empty for none."""

    error: str = ""

    @property
    def needs_arrivals(self) -> bool:
        return self.error in ("ERR-7", "ERR-8", "ERR-9")


MISHAPS: Final = tuple(f"ERR-{number}" for number in range(1, 12))


class Scene:
    """What the parts of a program may name.

    `attributes` are set in `init` and may be read everywhere but `hidden` ones; `live` ones hold
    what was read of the running state, which no header of a hold reads (LNT-1).
    """

    def __init__(self, choices: Choices) -> None:
        self.mishap: Final = _mishap(choices)
        self.pools: Final = _pools(choices, self.mishap)
        self.stages: Final = _stages(choices, self.mishap)
        self.attributes: Final = ["need", "length", "kind"][: choices.between(1, 3)]
        self.live: Final = ["began", "seen"]
        self.hidden: Final = [name for name in self.attributes[1:] if choices.chance(12)]
        self.constants: Final = ["rate", "limit"][: choices.between(0, 2)]
        self.has_trace: Final = choices.chance(14)
        self.is_two_sided: Final = choices.chance(20)
        self.horizon: Final = choices.one_of((30, 50, 80))
        self.reads_work: Final = choices.chance(3)
        self.shares = False
        """Whether some run names several stages."""

    def pool(self, name: str) -> PoolPlan | None:
        return next((pool for pool in self.pools if pool.name == name), None)

    def stages_of(self, *kinds: str) -> list[StagePlan]:
        return [stage for stage in self.stages if stage.kind in kinds]

    @property
    def engines(self) -> Sequence[StagePlan]:
        return self.stages_of("step")

    @property
    def families(self) -> Sequence[PoolPlan]:
        """Pools of which there are several."""
        return [pool for pool in self.pools if pool.size > 1]

    @property
    def memory(self) -> PoolPlan | None:
        """The pool that runs grow in."""
        return next((pool for pool in self.pools if pool.grows), None)


_OF_SESSIONS: Final = ("ERR-1", "ERR-2", "ERR-3", "ERR-4", "ERR-5", "ERR-6", "ERR-11")
"""Not every session gets to where they are met."""


def _mishap(choices: Choices) -> Mishap:
    likely = [(5 if error in _OF_SESSIONS else 3, error) for error in MISHAPS]
    return Mishap(choices.weighted(likely)) if choices.chance(34) else Mishap()


def _pools(choices: Choices, mishap: Mishap) -> list[PoolPlan]:
    pools = []
    if choices.chance(60):
        pools.append(PoolPlan("slots", 1, choices.between(1, 5), 1))
    if choices.chance(80) or mishap.error in _ERRORS_OF_POOLS:
        size = choices.weighted(((5, 1), (1, 2)))
        pools.append(PoolPlan("kv", size, choices.between(8, 30), 6, grows=True))
    if choices.chance(30) or mishap.error == "ERR-2":
        size = choices.weighted(((2, 2), (1, 3), (1, 1)))
        pools.append(PoolPlan("rack", size, choices.between(3, 9), 2))
    if choices.chance(65):
        pools.append(PoolPlan("disk", 1, choices.one_of((12, 20, 6, 40)), 4))
    return pools


_ERRORS_OF_POOLS: Final = ("ERR-3", "ERR-4", "ERR-5", "ERR-6")


def _stages(choices: Choices, mishap: Mishap) -> list[StagePlan]:
    stages = [StagePlan("gate", 1, "delay")]
    if choices.chance(40):
        stages.append(StagePlan("cpu", choices.weighted(((3, 1), (1, 2))), "fifo"))
    if choices.chance(30):
        stages.append(StagePlan("net", choices.weighted(((3, 1), (1, 2))), "ps"))
    if choices.chance(30):
        kind = choices.one_of(("fifo", "delay", "ps"))
        stages.append(StagePlan("tool", choices.weighted(((4, 1), (1, 2))), kind))
    if choices.chance(25):
        stages += [
            StagePlan("link", 1, "shared"),
            StagePlan("wire", choices.between(1, 2), "shared"),
        ]
    elif choices.chance(40):
        stages.append(StagePlan("link", 1, choices.one_of(("fifo", "delay", "ps"))))
    if choices.chance(75) or mishap.error in ("ERR-6", "ERR-11"):
        stages.append(StagePlan("engine", choices.weighted(((5, 1), (1, 2))), "step"))
    if choices.chance(15):
        stages.append(StagePlan("decode", 1, "step"))
    return stages
