"""Random expressions of every moment: what may be read there, joined in any way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tests.differential.generator.choices import Choices
from tests.differential.generator.numbers import positive_time, small_number
from tests.differential.generator.scene import PoolPlan, Scene, StagePlan

_ALL: Final = ("serial", "turn_no", "cached", "computed")
_RESIDENTS: Final = ("residents", "decoders", "kv_decode", "kv_prefill")

MOMENTS: Final[Mapping[str, Sequence[str]]] = {
    "session": ("now", "new", "out", "think", "more", "forced", *_ALL),
    "admit": ("now", "new", *_ALL),
    "evict": ("size", "age", "last", "waiting", "now", *_ALL),
    "ps": ("present", "present", "now"),
    "budget": (*_RESIDENTS, "now"),
    "step": (*_RESIDENTS, "tokens", "prefilled", "attention", "now"),
    "serve": (*_RESIDENTS, "decoding", "admission", "remaining", "now", *_ALL),
}
"""What can be read at each moment beside the program's own names."""

_WITH_SESSION: Final = frozenset({"session", "admit", "evict", "serve"})
_BINARY: Final = ("+", "-", "*", "/", "<", "<=", ">", ">=", "==", "!=", "&&", "||", "^")
_FUNCTIONS: Final = ("abs", "floor", "ceil", "sqrt", "exp", "ln")


class Reader(NamedTuple):
    """What an expression at one place may read; `state` is that of pools and stages."""

    scene: Scene
    moment: str = "session"
    draws: bool = False
    state: bool = True


def expression(choices: Choices, reader: Reader, depth: int = 2) -> str:
    """An expression, in parentheses if it is not an atom or a call."""
    if depth <= 0 or choices.chance(35):
        return _leaf(choices, reader)
    observable = 2 if reader.state else 0
    make = choices.weighted(
        ((6, _binary), (3, _call), (observable, _observable), (1, _unary), (2, _choice))
    )
    return make(choices, reader, depth - 1)


def bounded(choices: Choices, reader: Reader, low: str, high: str) -> str:
    """An expression whose value lies between two numbers, whatever it is made of."""
    return f"max({low}, min({high}, {expression(choices, reader)}))"


def pool_reference(choices: Choices, pool: PoolPlan) -> str:
    """A pool by name, a member of a family by an index that is right."""
    return _reference(choices, pool.name, pool.size)


def stage_reference(choices: Choices, stage: StagePlan) -> str:
    """A stage by name, a member of a family by an index that is right."""
    return _reference(choices, stage.name, stage.size)


def _reference(choices: Choices, name: str, size: int) -> str:
    if size == 1:
        return f"{name}[0]" if choices.chance(4) else name
    member = str(choices.between(0, size - 1))
    spread = f"serial - {size} * floor(serial / {size})"
    return f"{name}[{choices.weighted(((3, member), (3, spread), (1, f'{member}.75')))}]"


def _leaf(choices: Choices, reader: Reader) -> str:
    if choices.chance(30):
        return small_number(choices)
    if reader.draws and choices.chance(10):
        return f"({positive_time(choices)})"
    return choices.one_of(_names(reader))


def _names(reader: Reader) -> list[str]:
    scene = reader.scene
    names = [*MOMENTS[reader.moment], *scene.constants]
    if reader.moment in _WITH_SESSION:
        own = [name for name in scene.attributes if name not in scene.hidden]
        names += scene.attributes if reader.moment == "session" else own
    return [*names, *scene.live] if reader.moment == "session" else names


def _binary(choices: Choices, reader: Reader, depth: int) -> str:
    left, right = expression(choices, reader, depth), expression(choices, reader, depth)
    return f"({left} {choices.one_of(_BINARY)} {right})"


def _unary(choices: Choices, reader: Reader, depth: int) -> str:
    return f"({choices.one_of('-!')}{expression(choices, reader, depth)})"


def _choice(choices: Choices, reader: Reader, depth: int) -> str:
    parts = [expression(choices, reader, depth) for _ in range(3)]
    return f"({parts[0]} ? {parts[1]} : {parts[2]})"


def _call(choices: Choices, reader: Reader, depth: int) -> str:
    if choices.chance(60):
        function = choices.one_of(("min", "max", "pow"))
        left, right = expression(choices, reader, depth), expression(choices, reader, depth)
        return f"{function}({left}, {right})"
    return f"{choices.one_of(_FUNCTIONS)}({expression(choices, reader, depth)})"


def _observable(choices: Choices, reader: Reader, depth: int) -> str:
    scene = reader.scene
    if scene.mishap.error == "ERR-2" and scene.families and choices.chance(30):
        return _trap(choices, scene)
    kind = choices.weighted(((3, "pool"), (3, "stage"), (1, "estimate"), (1, "engine")))
    if kind == "pool" and scene.pools:
        function = choices.one_of(("used", "free", "cachedin", "holders", "queued"))
        return f"{function}({_plain_reference(choices, choices.one_of(scene.pools))})"
    if kind == "engine" and scene.engines:
        return f"budget_left({_plain_reference(choices, choices.one_of(scene.engines))})"
    stage = _plain_reference(choices, choices.one_of(scene.stages))
    if kind == "estimate":
        if choices.chance(30):
            times = [expression(choices, reader, depth - 1) for _ in range(2)]
            return f"price({stage}, {times[0]}, {times[1]})"
        return f"{choices.one_of(('est_lambda', 'est_rho', 'est_wait'))}({stage})"
    functions = ("queue", "busy", "work") if scene.reads_work else ("queue", "busy")
    return f"{choices.one_of(functions)}({stage})"


def _trap(choices: Choices, scene: Scene) -> str:
    """An index that is past its family late in the run, wherever the expression stands (ERR-13)."""
    pool = choices.one_of(scene.families)
    late = choices.one_of(("5", "12", "1"))
    return f"used({pool.name}[now > {late} ? {pool.size + choices.between(0, 2)} : 0])"


def _plain_reference(choices: Choices, plan: PoolPlan | StagePlan) -> str:
    """A reference that reads no attribute: it may stand where no session is."""
    return f"{plan.name}[{choices.between(0, plan.size - 1)}]" if plan.size > 1 else plan.name
