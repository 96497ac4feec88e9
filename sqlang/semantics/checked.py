"""The result of checking a program: what is wrong, and all that the lowering and an editor need."""

from __future__ import annotations

from collections.abc import Mapping

from sqlang.diagnostics.model import Diagnostic
from sqlang.records import Record
from sqlang.semantics.constants import Constants
from sqlang.semantics.damage import Damage
from sqlang.semantics.declarations import Declarations
from sqlang.semantics.names import Names
from sqlang.semantics.settings import Settings
from sqlang.semantics.sides import ProgramBlocks
from sqlang.semantics.token_order import TokenOrder
from sqlang.syntax.kernel import KernelTree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Checked(Record):
    """A program in kernel statements with every name looked up.

    In `blocks` no `request`, no serving form and no binding is left. `diagnostics` are in the
    order of ORD-2 to ORD-4, those of the syntax included; lints come last.
    """

    __slots__ = (
        "kernel",
        "damage",
        "declared",
        "blocks",
        "names",
        "constants",
        "settings",
        "order",
        "diagnostics",
    )

    def __init__(
        self,
        kernel: KernelTree,
        damage: Damage,
        declared: Declarations,
        blocks: ProgramBlocks,
        names: Names,
        constants: Constants,
        settings: Settings,
        order: TokenOrder,
        diagnostics: tuple[Diagnostic, ...],
    ) -> None:
        self.kernel: Final = kernel
        self.damage: Final = damage
        self.declared: Final = declared
        self.blocks: Final = blocks
        self.names: Final = names
        self.constants: Final = constants
        self.settings: Final = settings
        self.order: Final = order
        self.diagnostics: Final = diagnostics

    @property
    def within_bounds(self) -> bool:
        """Whether the program is small enough to be lowered, even if it has other errors."""
        return all(each.code != "SQ006" for each in self.diagnostics)

    @property
    def constant_values(self) -> Mapping[str, float]:
        """The value of each `let` that has one, by name."""
        lets = self.constants.lets
        return {name: value for name, value in lets.items() if value is not None}
