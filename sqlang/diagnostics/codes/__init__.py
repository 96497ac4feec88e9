"""The codes by group, a module for each hundred; `sqlang.diagnostics.catalogue` joins them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.diagnostics.code import Code

GROUPS: Final = {
    "SQ0": "lexical",
    "SQ1": "syntax",
    "SQ2": "definitions",
    "SQ3": "sides",
    "SQ4": "names",
    "SQ5": "lints",
    "SQ6": "validation",
    "SQ7": "json",
    "SQ8": "hints",
    "SQ9": "run",
}
"""The groups in the order of their numbers, by how their codes begin."""


def codes_of(group: str) -> tuple[Code, ...]:
    """The codes of one group, whose module is loaded for it."""
    codes: tuple[Code, ...] = getattr(
        __import__(f"{__name__}.{group}", fromlist=(group.upper(),)), group.upper()
    )
    return codes
