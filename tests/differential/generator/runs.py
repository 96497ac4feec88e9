"""Statements that work at stages: `run` of every kind, and the serving forms."""

from __future__ import annotations

from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, bounded, stage_reference
from tests.differential.generator.numbers import positive_time, tokens
from tests.differential.generator.place import Held, Place
from tests.differential.generator.scene import Scene, StagePlan


def pause(choices: Choices) -> str:
    """Time passes."""
    return f"run gate ({positive_time(choices)});"


def run_elsewhere(choices: Choices, scene: Scene) -> list[str]:
    """A run at a stage that is no engine, as `run` or as `tool`."""
    stages = scene.stages_of("fifo", "ps", "delay", "shared")
    stage = choices.one_of(stages)
    work = _work(choices, scene)
    if stage.name == "tool" and choices.chance(70):
        index = f"[{choices.between(0, stage.size - 1)}]" if stage.size > 1 else ""
        return [f"tool{index} {work};"]
    if choices.chance(15):
        return [f"tool on {stage_reference(choices, stage)} {work};"]
    return [f"run {stage_reference(choices, stage)} ({work});"]


def run_on_several(choices: Choices, scene: Scene) -> list[str]:
    """A flow over shared stages (FLOW-1)."""
    stages = _all_shared(choices, scene)
    if choices.chance(25):
        return [f"tool on {stages} {_work(choices, scene)};"]
    return [f"run {stages} ({_work(choices, scene)});"]


def prefill(choices: Choices, scene: Scene, place: Place) -> str:
    """A prefill at an engine, mostly longer than one iteration takes."""
    work = choices.weighted(
        (
            (5, str(choices.between(2, 24))),
            (3, f"3 * {choices.one_of(scene.attributes)}"),
            (2, "max(0, 8 - cached)"),
            (2, tokens(choices, 16)),
        )
    )
    return _serve(choices, scene, place, "prefill", work)


def decode(choices: Choices, scene: Scene, place: Place) -> str:
    """A decode at an engine."""
    work = choices.weighted(
        (
            (5, str(choices.between(1, 8))),
            (2, f"{choices.one_of(scene.attributes)}"),
            (1, "max(1, 6 - computed)"),
            (2, tokens(choices, 8)),
        )
    )
    return _serve(choices, scene, place, "decode", work)


def transfer(choices: Choices, scene: Scene, source: Held, target: Held) -> str:
    """A transfer between two pools held; what it loads fits, unless something else was loaded."""
    stages = scene.stages_of("fifo", "ps", "delay", "shared")
    where = ""
    if not any(stage.name == "link" for stage in stages) or choices.chance(30):
        where = f" on {stage_reference(choices, choices.one_of(stages))}"
    elif len(scene.stages_of("shared")) > 1 and choices.chance(50):
        where = f" on {_all_shared(choices, scene)}"
    load = f"max(0, {target.units} - cached)"
    ends = f"from {source.reference} to {target.reference}"
    return f"transfer{where} {positive_time(choices)} {ends} ({load});"


def engine_reference(choices: Choices, scene: Scene) -> str:
    """Some engine, by a constant index."""
    engine = choices.one_of(scene.engines)
    return f"{engine.name}{_index(choices, engine)}"


def _all_shared(choices: Choices, scene: Scene) -> str:
    scene.shares = True
    return ", ".join(stage_reference(choices, each) for each in scene.stages_of("shared"))


def _serve(choices: Choices, scene: Scene, place: Place, role: str, work: str) -> str:
    growing = _growing(choices, scene, place)
    stage = choices.one_of(scene.engines)
    if choices.chance(35):
        return f"run {stage_reference(choices, stage)} {role} ({work}){growing};"
    named = [each for each in scene.engines if each.name == role]
    playing = named or scene.engines
    if len(playing) == 1 and choices.chance(60):
        return f"{role}{_index(choices, playing[0])} {work}{growing};"
    return f"{role} on {stage_reference(choices, stage)} {work}{growing};"


def _index(choices: Choices, stage: StagePlan) -> str:
    return f"[{choices.between(0, stage.size - 1)}]" if stage.size > 1 else ""


def _growing(choices: Choices, scene: Scene, place: Place) -> str:
    held = place.of(scene.memory)
    if place.held and choices.chance(10):
        held = choices.one_of(place.held)
    return f" growing {held.reference}" if held is not None and choices.chance(80) else ""


def _work(choices: Choices, scene: Scene) -> str:
    if choices.chance(15):
        return bounded(choices, Reader(scene, draws=True), "0", "3")
    return positive_time(choices)
