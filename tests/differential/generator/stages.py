"""The text of stages of every kind, and of the rule by which flows share them."""

from __future__ import annotations

from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, bounded, expression
from tests.differential.generator.scene import Scene, StagePlan


def stage_items(choices: Choices, scene: Scene) -> list[str]:
    """The declarations of all stages."""
    return [_stage(choices, scene, stage) for stage in scene.stages]


def share_item(choices: Choices) -> str:
    """For a program in which some run names several stages (FLW-1)."""
    return f"share {choices.one_of(('maxmin', 'bottleneck'))};"


def _stage(choices: Choices, scene: Scene, stage: StagePlan) -> str:
    size = f"[{stage.size}]" if stage.size > 1 else ""
    head = f"stage {stage.name}{size} :"
    if stage.kind == "fifo":
        return f"{head} {choices.one_of(('fifo', 'fifo(1)', 'fifo(2)', 'fifo(3)'))};"
    if stage.kind == "delay":
        return f"{head} delay;"
    if stage.kind == "shared":
        return f"{head} ps({choices.one_of(('1', '2', '0.5', '3'))});"
    if stage.kind == "ps":
        return f"{head} ps({_capacity(choices, scene)});"
    return f"{head} step {{ {' '.join(_step(choices, scene, stage))} }}"


def _capacity(choices: Choices, scene: Scene) -> str:
    reader = Reader(scene, "ps", draws=True)
    return choices.weighted(
        (
            (4, choices.one_of(("1", "2", "0.75"))),
            (3, "min(present, 2)"),
            (3, bounded(choices, reader, "0.2", "3")),
            (1, "~uniform(0.5, 2)"),
            (1, "present > 2 ? 0 : 1"),
        )
    )


def _step(choices: Choices, scene: Scene, stage: StagePlan) -> list[str]:
    options = [f"cost {_cost(choices, scene)};"]
    if choices.chance(85):
        options.append(f"budget {_budget(choices, scene, '3', '24')};")
    if choices.chance(45):
        options.append(f"chunk {_budget(choices, scene, '1', '6')};")
    memory = scene.memory
    if memory is not None and memory.size in (1, stage.size) and choices.chance(85):
        options.append(f"memory {memory.name};")
    options += _serve(choices, scene)
    return options


def _budget(choices: Choices, scene: Scene, low: str, high: str) -> str:
    if choices.chance(25):
        return bounded(choices, Reader(scene, "budget", draws=True), low, high)
    most = int(high)
    return str(choices.between(int(low), most)) + (".5" if choices.chance(6) else "")


def _cost(choices: Choices, scene: Scene) -> str:
    """Mostly above 0, whatever is read: some iterations without cost go on for ever."""
    if choices.chance(2):
        return choices.one_of(("0", "tokens > 4 ? 0.5 : 0"))
    simple = ("0.2", "0.1 + tokens / 20", "0.05 + 0.02 * decoders + prefilled / 40", "1")
    with_memory = ("0.1 + (kv_decode + kv_prefill) / 100", "0.1 + attention / 200")
    if choices.chance(75):
        return choices.one_of((*simple, *with_memory))
    return bounded(choices, Reader(scene, "step", draws=True), "0.1", "2")


def _serve(choices: Choices, scene: Scene) -> list[str]:
    form = choices.weighted(
        ((5, ""), (2, "admission"), (3, "decode first"), (3, "exclusive prefill"), (4, "by"))
    )
    if form != "by":
        return [f"serve {form};"] if form else []
    keys = ("decoding ? 0 : 1", "decoding", "remaining", "admission", "0 - remaining", "serial")
    key = choices.one_of(keys)
    if choices.chance(30):
        key = expression(choices, Reader(scene, "serve"))
    further = f", {choices.one_of(keys)}" if choices.chance(40) else ""
    return [f"serve by ({key}{further});"]
