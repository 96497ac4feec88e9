"""What an earlier check found out about constants, pools and stages that are still all there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlang.semantics.constants import Constants
from sqlang.semantics.damage import Damage
from sqlang.semantics.declarations import Declarations, PoolDeclaration, StageDeclaration
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class KnownDeclarations:
    """The constants, pools and stages of a whole text, none of which was refused in any way.

    Most edits are of a block. As long as these are the same `nodes`, in a text that is not damaged
    there, the constants have their values still, and what pools and stages say is right if the
    names in it are attributes or not as they were.
    """

    __slots__ = (
        "_attributes",
        "_lets",
        "_values",
        "_words",
        "lets",
        "meanings",
        "nodes",
        "pools",
        "stages",
    )

    def __init__(
        self,
        declared: Declarations,
        constants: Constants,
        words: frozenset[str],
        attributes: Iterable[str],
        meanings: Mapping[str, tuple[object, ...]],
    ) -> None:
        self.nodes: Final = declared.nodes
        self.lets: Final[Sequence[tree.Let]] = declared.lets
        self.pools: Final[Sequence[PoolDeclaration]] = declared.pools
        self.stages: Final[Sequence[StageDeclaration]] = declared.stages
        self.meanings: Final = meanings
        self._lets: Final = constants.lets.copy()
        self._values: Final = constants.values.copy()
        self._words: Final = words
        self._attributes: Final = words.intersection(attributes)

    def give_values(self, constants: Constants, damage: Damage) -> bool:
        """Let constants and constant positions have the values they had, if nothing is damaged."""
        if not damage.whole and damage.touches_one(self.nodes):
            return False
        constants.lets.update(self._lets)
        constants.values.update(self._values)
        return True

    def are_right(self, attributes: Iterable[str]) -> bool:
        """Whether what pools and stages say is right in a program with these attributes."""
        return self._words.intersection(attributes) == self._attributes
