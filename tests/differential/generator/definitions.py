"""Definitions, in the program or in a library, and their uses."""

from __future__ import annotations

from typing import Final

from tests.differential.generator.choices import Choices
from tests.differential.generator.numbers import positive_time
from tests.differential.generator.scene import Scene

LIBRARY: Final = "def third(x) = x / 3;\ndef between(low, high) = ~uniform(low, high);\n"
"""What `library.sq` says."""

_HERE: Final = LIBRARY.splitlines()
_STATEMENTS: Final = (
    "def wait(time) { run gate (time); }",
    "def note(what,) { observe noted = what; }",
    "def attempt(p, time) { branch with (p) { wait(time); } else { note(third(p)); } }",
)


def definition_items(choices: Choices) -> list[str]:
    """All definitions; the expressions stand in a library or here."""
    expressions = ['use "library.sq";'] if choices.chance(20) else _HERE
    return [*expressions, *_STATEMENTS]


def expression_use(choices: Choices, scene: Scene) -> str:
    """A use that stands for an expression."""
    name = choices.one_of(scene.attributes)
    return choices.one_of((f"third({name})", "between(0, 2)", f"third(between(1, {name}))"))


def statement_use(choices: Choices, scene: Scene) -> list[str]:
    """A use that stands for statements."""
    name = choices.one_of(scene.attributes)
    use = choices.one_of(
        (f"wait({positive_time(choices)})", f"note({name} + 1)", f"attempt(0.5, third({name}))")
    )
    return [f"{use};"]
