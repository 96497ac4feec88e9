"""Statements that meet a run-time error, one for each rule of part 4, section 11."""

from __future__ import annotations

from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, expression
from tests.differential.generator.scene import PoolPlan, Scene, StagePlan
from tests.differential.generator.statements import block


def mishap(choices: Choices, scene: Scene) -> list[str]:
    """What fails, as soon as the session gets there or only late in the run."""
    lines = _lines(choices, scene)
    if not lines or choices.chance(40):
        return lines
    late = choices.one_of((0.2, 0.5, 0.05)) * scene.horizon
    return [f"branch (now > {late:g}) {{", *block(lines), "}"]


def _lines(choices: Choices, scene: Scene) -> list[str]:
    memory = scene.memory
    kv = "kv" if memory is None or memory.size == 1 else f"kv[{choices.between(0, 1)}]"
    match scene.mishap.error:
        case "ERR-1":
            guard = f"2 + abs({expression(choices, Reader(scene, draws=True), 3)})"
            return [f"branch ({guard}) {{ }}"]
        case "ERR-2":
            return [_wrong_index(choices, scene)]
        case "ERR-3":
            return [f"hold {kv} (2) {{ release {kv}; grow {kv} (1); }}"]
        case "ERR-4":
            return [f"hold {kv} (2) {{ release {kv}; load {kv} (1); }}"]
        case "ERR-5":
            return [f"hold {kv} (2) {{ load {kv} ({choices.one_of(('9', '50.5', 'need + 7'))}); }}"]
        case "ERR-6":
            engine = scene.engines[0]
            index = "[0]" if engine.size > 1 else ""
            mode = choices.one_of(("prefill", "decode"))
            return [f"run {engine.name}{index} {mode} (3) growing {kv};"]
        case "ERR-11":
            return ["set seen = budget_left(gate);"]
    return []


def _wrong_index(choices: Choices, scene: Scene) -> str:
    plain = [stage for stage in scene.stages if stage.kind != "step"]
    families: list[PoolPlan | StagePlan] = [*scene.pools, *plain]
    plan = choices.one_of([each for each in families if each.size > 1] or families)
    index = choices.one_of((f"{plan.size}", f"{plan.size} + serial", "inf", "7.5"))
    reference = f"{plan.name}[{index}]"
    if plan in scene.pools:
        return choices.one_of(
            (
                f"hold {reference} (1) {{ }}",
                f"drop {reference};",
                f"set seen = used({reference});",
                f"observe tail = free({reference}) + cachedin({plan.name}[9]);",
            )
        )
    return choices.one_of((f"run {reference} (1);", f"set seen = queue({reference});"))
