"""The text of pools: each option, with values that make sessions wait, grow and lose units."""

from __future__ import annotations

from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, expression
from tests.differential.generator.numbers import positive_time
from tests.differential.generator.scene import PoolPlan, Scene

_BLOCKS = ("1", "2", "4", "3", "0.5", "2.5")


def pool_items(choices: Choices, scene: Scene) -> list[str]:
    """The declarations of all pools."""
    return [_pool(choices, scene, pool) for pool in scene.pools]


def _pool(choices: Choices, scene: Scene, pool: PoolPlan) -> str:
    options = [f"cap {_capacity(choices, pool)};"]
    if pool.name != "slots" and choices.chance(45):
        options.append(f"block {choices.one_of(_BLOCKS)};")
    options += _eviction(choices, scene)
    options += _preemption(choices, pool)
    options += _queue(choices, scene)
    options += _admit_via(choices, scene, pool)
    options += _spill(choices, scene, pool)
    size = f"[{pool.size}]" if pool.size > 1 else ""
    return f"pool {pool.name}{size} {{ {' '.join(options)} }}"


def _capacity(choices: Choices, pool: PoolPlan) -> str:
    if choices.chance(3):
        return "inf"
    return f"{pool.capacity:g}" + (".5" if choices.chance(8) else "")


def _eviction(choices: Choices, scene: Scene) -> list[str]:
    if choices.chance(65):
        return ["evict lru;"] if choices.chance(30) else []
    reader = Reader(scene, "evict")
    keys = ["size", "age", "0 - last", "waiting ? 1 : 0", "serial"]
    key = choices.one_of(keys) if choices.chance(60) else expression(choices, reader)
    further = f", {expression(choices, reader, 1)}" if choices.chance(30) else ""
    return [f"evict by ({key}{further});"]


def _preemption(choices: Choices, pool: PoolPlan) -> list[str]:
    if choices.chance(70 if pool.grows else 20):
        return ["preempt lifo;"]
    return ["preempt none;"] if choices.chance(30) else []


def _queue(choices: Choices, scene: Scene) -> list[str]:
    if choices.chance(70):
        return ["queue fifo;"] if choices.chance(30) else []
    reader = Reader(scene, "admit")
    key = choices.one_of(("0 - serial", "serial - 3 * floor(serial / 3)", ""))
    return [f"queue by ({key or expression(choices, reader)});"]


def _admit_via(choices: Choices, scene: Scene, pool: PoolPlan) -> list[str]:
    engines = [stage for stage in scene.engines if stage.size in (1, pool.size)]
    if not engines or not choices.chance(35 if pool.name in ("slots", "kv") else 5):
        return []
    return [f"admit via {choices.one_of(engines).name};"]


def _spill(choices: Choices, scene: Scene, pool: PoolPlan) -> list[str]:
    """A spill goes to a pool declared later, so that it ends; by no step stage (POOL-26)."""
    later = scene.pools[scene.pools.index(pool) + 1 :]
    if not later or pool.name == "slots" or not choices.chance(90):
        return []
    reader = Reader(scene, "evict", draws=True)
    target = later[-1] if choices.chance(80) else choices.one_of(later)
    via = choices.one_of(scene.stages_of("fifo", "delay", "ps", "shared"))
    work = choices.one_of(("0.1", "size / 8", positive_time(choices)))
    when = choices.one_of(("1", "size > 0", "~bernoulli(0.7)", expression(choices, reader)))
    return [f"spill {target.name} via {via.name} ({work}) when ({when});"]
