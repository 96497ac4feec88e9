"""Random statements of a session."""

from __future__ import annotations

from tests.differential.generator import definitions
from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, expression, pool_reference
from tests.differential.generator.holds import Header, give_back, grow, load
from tests.differential.generator.place import Place
from tests.differential.generator.runs import (
    decode,
    pause,
    prefill,
    run_elsewhere,
    run_on_several,
)
from tests.differential.generator.scene import Scene

_OBSERVED = ("level", "delay_seen", "tail", "share_seen")
_BUILT_IN = ("turn_no", "cached", "computed", "serial", "new", "more")
_DEEPEST = 3


def statements(choices: Choices, scene: Scene, place: Place, least: int, most: int) -> list[str]:
    """Some statements, as long as the program is not too long."""
    lines: list[str] = []
    for _ in range(choices.between(least, most)):
        if place.left[0] <= 0:
            break
        place.left[0] -= 1
        lines += _statement(choices, scene, place)
    return lines


def block(lines: list[str]) -> list[str]:
    """The lines of a block, indented."""
    return [f"  {line}" for line in lines]


def _statement(choices: Choices, scene: Scene, place: Place) -> list[str]:
    is_deep = place.depth >= _DEEPEST
    kind = choices.weighted(
        (
            (4, "observe"),
            (4, "run"),
            (2, "set"),
            (0 if is_deep or not scene.pools else 14 if place.depth == 0 else 4, "hold"),
            (0 if not scene.engines else 10 if place.held else 2, "serve"),
            (0 if is_deep else 3, "branch"),
            (2, "choose"),
            (2 if scene.pools else 0, "drop"),
            (3 if place.held else 0, "grow"),
            (1 if place.held else 0, "load"),
            (2, "definition"),
            (4 if scene.stages_of("shared") else 0, "several"),
        )
    )
    match kind:
        case "observe":
            return [_observe(choices, scene)]
        case "run":
            return run_elsewhere(choices, scene)
        case "several":
            return run_on_several(choices, scene)
        case "hold":
            return _hold(choices, scene, place)
        case "serve":
            return _serve(choices, scene, place)
        case "branch":
            return _branch(choices, scene, place)
    return _small_statement(kind, choices, scene, place)


def _small_statement(kind: str, choices: Choices, scene: Scene, place: Place) -> list[str]:
    match kind:
        case "set":
            return [_set(choices, scene)]
        case "choose":
            return _choose(choices, scene)
        case "drop":
            return [f"drop {pool_reference(choices, choices.one_of(scene.pools))};"]
        case "grow":
            return grow(choices, place)
        case "load":
            return load(choices, place)
    return definitions.statement_use(choices, scene)


def _observe(choices: Choices, scene: Scene) -> str:
    value = choices.weighted(
        (
            (3, "now - began"),
            (4, expression(choices, Reader(scene, draws=True))),
            (1, definitions.expression_use(choices, scene)),
        )
    )
    return f"observe {choices.one_of(_OBSERVED)} = {value};"


def _set(choices: Choices, scene: Scene) -> str:
    if choices.chance(60):
        value = expression(choices, Reader(scene, draws=True))
        return f"set {choices.one_of(scene.live)} = {value};"
    value = expression(choices, Reader(scene, draws=True, state=False))
    if choices.chance(10):
        return f"set {choices.one_of(_BUILT_IN)} = {value};"
    return f"set {choices.one_of(scene.attributes)} = max(0, min(9, {value}));"


def _serve(choices: Choices, scene: Scene, place: Place) -> list[str]:
    lines = [prefill(choices, scene, place)]
    if choices.chance(30):
        lines.append(_observe(choices, scene))
    if choices.chance(75):
        lines.append(decode(choices, scene, place))
    return lines[1:] if len(lines) > 1 and choices.chance(10) else lines


def _hold(choices: Choices, scene: Scene, place: Place) -> list[str]:
    header = Header(choices, scene, place)
    inside = place.inside(header.held)
    lines = statements(choices, scene, inside, 1, 4) or [pause(choices)]
    if header.binding and choices.chance(60):
        lines.insert(0, "observe halves = half;")
    if place.depth == 0 and not place.server and choices.chance(8):
        if choices.chance(40):
            lines = ["loop {", *block([*lines, pause(choices), "branch with (0.5) { end; }"]), "}"]
        else:
            lines += ["branch with (0.2) { end; }"]
    lines += give_back(choices, scene, inside)
    after = []
    if " lease " in header.closing and choices.chance(30):
        reference = header.closing.partition(" lease ")[2].partition(" (")[0]
        after = [pause(choices), f"release {reference};"]
    return [header.opening, *block(lines), header.closing, *after]


def _branch(choices: Choices, scene: Scene, place: Place) -> list[str]:
    reader = Reader(scene, draws=True)
    left, right = expression(choices, reader, 1), expression(choices, reader, 1)
    guard = choices.weighted(
        (
            (3, f"({left} < {right})"),
            (1, f"({left} && {right})"),
            (1, f"(!({left}))"),
            (3, f"with ({choices.one_of(('0.5', '0.1', '0.8'))})"),
        )
    )
    then = statements(choices, scene, place.inside(), 0, 2)
    if choices.chance(60):
        return [f"branch {guard} {{", *block(then), "}"]
    otherwise = statements(choices, scene, place.inside(), 0, 2)
    return [f"branch {guard} {{", *block(then), "} else {", *block(otherwise), "}"]


def _choose(choices: Choices, scene: Scene) -> list[str]:
    """A choice among the members of a family, then used as an index, or of any number."""
    families = [each for each in scene.stages if each.size > 1 and each.kind != "step"]
    racks = [pool for pool in scene.pools if pool.size > 1]
    if racks and choices.chance(50):
        pool = choices.one_of(racks)
        key = f"{choices.one_of(('used', 'queued', 'holders', '0 - free'))}({pool.name}[pick])"
        line = f"choose pick in {pool.size} by ({key});"
        return [line, f"hold {pool.name}[pick] (2) {{ {pause(choices)} }} cache (3)"]
    if families and choices.chance(70):
        stage = choices.one_of(families)
        key = f"{choices.one_of(('queue', 'busy', 'est_wait'))}({stage.name}[pick])"
        further = ", 0 - pick" if choices.chance(30) else ""
        line = f"choose pick in {stage.size} by ({key}{further});"
        return [line, f"run {stage.name}[pick] (0.5);"]
    key = expression(choices, Reader(scene, draws=True))
    count = choices.one_of(("3", "2", "1", "need", "0", "0.5 - need", "3.9"))
    further = ", pick" if choices.chance(30) else ""
    return [f"choose pick in {count} by ({key}{further});"]
