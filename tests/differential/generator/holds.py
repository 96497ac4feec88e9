"""Holds with every clause, and what is done to a pool inside one."""

from __future__ import annotations

from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, bounded, expression, pool_reference
from tests.differential.generator.numbers import positive_time
from tests.differential.generator.place import Held, Place
from tests.differential.generator.runs import engine_reference, pause, transfer
from tests.differential.generator.scene import PoolPlan, Scene


class Header:
    """The first line of a hold and what stands behind its body."""

    def __init__(self, choices: Choices, scene: Scene, place: Place) -> None:
        free = [pool for pool in scene.pools if place.of(pool) is None]
        pools = choices.some_of(scene.pools if choices.chance(10) else free or scene.pools, 1, 3)
        pools.sort(key=lambda pool: pool.name != "slots")
        self.held = tuple(_take(choices, scene, pool) for pool in pools)
        if choices.chance(10):
            self.held = _two_members(choices, scene) or self.held
        self.binding = choices.chance(15)
        self.left = f"budget_left({engine_reference(choices, scene)})" if scene.engines else "9"
        takes = [
            f"{held.reference} ({self._units(choices, held)}){_reserve(choices, scene, held)}"
            for held in self.held
        ]
        self.opening = f"hold {', '.join(takes)}{_reuse(choices, scene)}{self._bindings()} {{"
        self.closing = f"}}{_cache(choices, scene)}{self._lease(choices, scene)}"

    def _units(self, choices: Choices, held: Held) -> str:
        return f"min({held.units}, room)" if self.binding and choices.chance(50) else held.units

    def _bindings(self) -> str:
        if not self.binding:
            return ""
        return f" at admission (half = need / 2, room = {self.left})"

    def _lease(self, choices: Choices, scene: Scene) -> str:
        if not choices.chance(25):
            return ""
        reader = Reader(scene, draws=True)
        time = choices.one_of((positive_time(choices), bounded(choices, reader, "0", "4")))
        return f" lease {choices.one_of(self.held).reference} ({time})"


def grow(choices: Choices, place: Place) -> list[str]:
    """A growth by a statement; time passes before it, or a preemption could repeat at once."""
    held = choices.one_of(place.held)
    return [pause(choices), f"grow {held.reference} ({choices.one_of(('1', '2', '0.5', 'need'))});"]


def load(choices: Choices, place: Place) -> list[str]:
    """A load that fits, unless something else was loaded."""
    held = choices.one_of(place.held)
    return [f"load {held.reference} (max(0, ({held.units} - cached) / 2));"]


def give_back(choices: Choices, scene: Scene, place: Place) -> list[str]:
    """The end of a body: a release, or a transfer where two pools are held."""
    if not place.held:
        return []
    if len(place.held) > 1 and choices.chance(25):
        source, target = choices.some_of(place.held, 2, 2)
        if source.reference != target.reference:
            return [transfer(choices, scene, source, target)]
    if choices.chance(15):
        return [f"release {choices.one_of(place.held).reference};"]
    return []


def _two_members(choices: Choices, scene: Scene) -> tuple[Held, ...]:
    """Two members of one family, if there is a family."""
    families = [pool for pool in scene.pools if pool.size > 1]
    if not families:
        return ()
    pool = choices.one_of(families)
    return tuple(Held(f"{pool.name}[{at}]", pool, str(choices.between(1, 3))) for at in (1, 0))


def _take(choices: Choices, scene: Scene, pool: PoolPlan) -> Held:
    return Held(pool_reference(choices, pool), pool, _units(choices, scene, pool))


def _units(choices: Choices, scene: Scene, pool: PoolPlan) -> str:
    if pool.name == "slots":
        return "0" if choices.chance(3) else "1"
    plain = str(choices.between(1, pool.typical))
    random = bounded(choices, Reader(scene, "admit", draws=True), "1", str(pool.typical))
    if not pool.grows:
        return choices.weighted(((9, plain), (1, random)))
    too_much = f"{2 * pool.capacity:g}"
    return choices.weighted(
        ((8, plain), (3, "need"), (1, f"{plain}.5"), (1, random), (1, too_much))
    )


def _reserve(choices: Choices, scene: Scene, held: Held) -> str:
    if not choices.chance(20):
        return ""
    reader = Reader(scene, "admit")
    amount = choices.one_of((f"{held.units} + 2", str(held.pool.typical)))
    if choices.chance(25):
        amount = bounded(choices, reader, "0", f"{held.pool.capacity:g}")
    return f" reserve ({amount})"


def _reuse(choices: Choices, scene: Scene) -> str:
    if not choices.chance(20):
        return ""
    reader = Reader(scene, "admit", draws=True)
    return f" reuse ({choices.one_of(('0', '2', '3', expression(choices, reader)))})"


def _cache(choices: Choices, scene: Scene) -> str:
    if not choices.chance(55):
        return ""
    reader = Reader(scene, draws=True)
    simple = choices.one_of(("8", "inf", "4", "need", "cached + 3"))
    return f" cache ({choices.weighted(((6, simple), (1, expression(choices, reader))))})"
