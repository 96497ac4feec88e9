"""Files that are there to be used by others, and what cannot be asked of them."""

from __future__ import annotations

from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


ONLY_FOR_PROGRAMS: Final = frozenset({"SQ451", "SQ805"})
"""What is said of a file with definitions alone if it is taken for a program."""


def holds_definitions_alone(program: tree.Program) -> bool:
    """Whether a text, as it is written, could be a library (USE-3)."""
    items = program.items
    return any(isinstance(item, tree.Definition) for item in items) and all(
        isinstance(item, tree.Definition | tree.UseLibrary) for item in items
    )
