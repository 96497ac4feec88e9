"""The workload: arrivals, `init` and `turn` blocks, traces, what is hidden, and the run options."""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.differential.generator.choices import Choices
from tests.differential.generator.expressions import Reader, expression
from tests.differential.generator.numbers import gap
from tests.differential.generator.scene import Scene

TRACE: Final = "trace.csv"
_INIT: Final = {
    "need": ("ceil(~uniform(0, 7))", "1 + serial - 4 * floor(serial / 4)", "3"),
    "length": ("1 + floor(~exp(4))", "ceil(~uniform(1, 12))", "~uniform(1, 9)"),
    "kind": ("serial - 2 * floor(serial / 2)", "~bernoulli(0.4)", "0"),
}


class Workload(NamedTuple):
    """How sessions arrive: the arrival as written, and `arrivals N` of the run."""

    arrival: str
    limit: int | None


def workload(choices: Choices, scene: Scene) -> Workload:
    """An arrival of any form, with a limit where that may be."""
    needs_limit = scene.mishap.needs_arrivals
    forms = ((3, "poisson"), (3, "renewal"), (0 if needs_limit else 3, "closed"))
    form = choices.weighted((*forms, (0 if needs_limit else 2, "batch")))
    if scene.mishap.error == "ERR-10":
        low = choices.one_of(("0 - 1", "0 - 0.2", "0"))
        return Workload(f"renewal(~uniform({low}, 3) - 0.01)", None)
    if form == "closed":
        return Workload(f"closed({choices.between(2, 8)})", None)
    if form == "batch":
        return Workload(f"batch({choices.between(4, 24)})", None)
    arrival = f"renewal({gap(choices)})"
    if form == "poisson":
        arrival = f"poisson({choices.one_of(('1', '1.5', '0.7', '2.5'))})"
    return Workload(arrival, _limit(choices, scene))


def _limit(choices: Choices, scene: Scene) -> int | None:
    if scene.mishap.error == "ERR-7":
        return 10 * scene.horizon
    if scene.mishap.error == "ERR-9":
        return choices.between(1, 3)
    if scene.mishap.error == "ERR-8" or choices.chance(25):
        return max(2, scene.horizon // 3)
    return None


def workload_item(choices: Choices, scene: Scene, arrival: str, client: list[str]) -> list[str]:
    """The `workload` item; `client` is the session in it, if it is written there."""
    lines = [f"arrive {arrival};", f"init {{ {' '.join(_init(choices, scene))} }}"]
    if choices.chance(40):
        lines.append(f"turn {{ {' '.join(_turn(choices, scene))} }}")
    if scene.has_trace:
        lines.append(f'trace "{TRACE}"{choices.one_of(("", " ordered"))};')
    hidden = [*scene.hidden, *(["forced"] if choices.chance(8) else [])]
    if hidden:
        lines.append(f"hidden {', '.join(hidden)};")
    return ["workload {", *(f"  {line}" for line in [*lines, *client]), "}"]


def _init(choices: Choices, scene: Scene) -> list[str]:
    return [
        *(f"set {name} = {choices.one_of(_INIT[name])};" for name in scene.attributes),
        *(f"set {name} = 0;" for name in scene.live),
        *(["observe noted = now + serial;"] if choices.chance(8) else []),
    ]


def _turn(choices: Choices, scene: Scene) -> list[str]:
    name = choices.one_of(scene.attributes)
    lines = [f"set {name} = {choices.one_of(_INIT[name])};"]
    if choices.chance(50):
        reader = Reader(scene, draws=True)
        lines.append(f"observe turned = {expression(choices, reader)};")
    return lines


def trace_file(choices: Choices) -> str:
    """A trace of some sessions, with the rows that are skipped and fields that may lack."""
    lines = ["session,turn,new,out,think,forced"]
    if choices.chance(5):
        lines.append(choices.one_of(("1,2,3", "0,0,1,x,1", "0,0,1,,1", "a,0,1,1,1")))
    for session in range(choices.between(1, 4)):
        for turn in range(choices.between(1, 4)):
            row = [session, turn, choices.between(1, 9), choices.between(1, 6)]
            think = choices.one_of(("1", "0.5", "2.25", ".1"))
            forced = choices.one_of(("", ",1", ",0"))
            lines.append(",".join([*map(str, row), think]) + forced)
        if choices.chance(20):
            lines.append("# between")
    return "\n".join(lines) + "\n"


def run_item(choices: Choices, scene: Scene, limit: int | None) -> str:
    """The `run` item."""
    horizon = scene.horizon
    if limit is not None and not scene.mishap.needs_arrivals:
        horizon *= 8  # mostly enough to drain
    warmup = choices.weighted(((5, 0.0), (2, horizon / 10), (1, 0.4 * scene.horizon)))
    if scene.mishap.error == "ERR-9":
        warmup = horizon - 1
    options = [
        f"horizon {horizon:g};",
        f"seed {choices.one_of(('1', '2', '3', '42', '0', '1e15', '1e19'))};",
    ]
    if warmup or choices.chance(30):
        options.append(f"warmup {warmup:g};")
    if limit is not None:
        options.append(f"arrivals {limit};")
    return f"run {{ {' '.join(options)} }}"
