"""What each name of a program means; looked up once here, read by checker, lowering and editor."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import count

from sqlang.ir.program import ContextVariable
from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.constants import Constants
from sqlang.semantics.declarations import PoolDeclaration, StageDeclaration
from sqlang.semantics.expressions import parts
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree
from sqlang.vocabulary import BUILTIN_ATTRIBUTES, CONTEXT_VARIABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Memory


class AttributeMeaning:
    """A name that reads the session's attribute in a slot."""

    __slots__ = ("slot",)

    def __init__(self, slot: int) -> None:
        self.slot: Final = slot


@cache
def _attribute(slot: int) -> AttributeMeaning:
    return AttributeMeaning(slot)


class ConstantMeaning:
    """A name that stands for a number: a `let` or `inf`; `None` if its value was refused."""

    __slots__ = ("value",)

    def __init__(self, value: float | None) -> None:
        self.value: Final = value


class ContextMeaning:
    """A name that reads a context variable."""

    __slots__ = ("variable",)

    def __init__(self, variable: ContextVariable) -> None:
        self.variable: Final = variable


Meaning = AttributeMeaning | ConstantMeaning | ContextMeaning


_BUILTIN_SLOTS: Final = {word.name: slot for slot, word in enumerate(BUILTIN_ATTRIBUTES)}
_PREDECLARED: Final[Mapping[str, Meaning]] = {
    "inf": ConstantMeaning(math.inf),
    **{word.name: ContextMeaning(word.variable) for word in CONTEXT_VARIABLES.values()},
}
"""What every program may read without saying so, unless it means something of its own by it."""


class Names:
    """The name spaces of a program (NAM-1) and what a name read as a value means (NAM-4).

    `attributes` and `observations` give slots in the order of IR-20 and IR-21, `assigned_at` the
    place of an attribute's first `set` or `choose`.
    """

    __slots__ = ("assigned_at", "attributes", "observations", "pools", "stages", "values")

    def __init__(self) -> None:
        self.pools: Final[dict[str, PoolDeclaration]] = {}
        self.stages: Final[dict[str, StageDeclaration]] = {}
        self.attributes: Final = _BUILTIN_SLOTS.copy()
        self.assigned_at: Final[dict[str, tree.Identifier]] = {}
        self.observations: Final[dict[str, int]] = {}
        self.values: Final[dict[str, Meaning]] = {}

    def declare_families(
        self,
        pools: Iterable[PoolDeclaration],
        stages: Iterable[StageDeclaration],
        refusals: Refusals,
    ) -> None:
        """Make pools and stages known, each name once (NAM-2)."""
        for pool in pools:
            first = self.pools.setdefault(pool.name, pool)
            if first is not pool:
                also = ((first.node.name, "first declared here"),)
                refusals.refuse("SQ405", pool.node.name, also=also, name=pool.name)
        for stage in stages:
            before = self.stages.setdefault(stage.name, stage)
            if before is not stage:
                also = ((before.node.name, "first declared here"),)
                refusals.refuse("SQ406", stage.node.name, also=also, name=stage.name)

    def collect(self, block: tree.Block, memory: Memory | None = None) -> None:
        """Take in the attributes and observations of a block, nested blocks at their statement."""
        if memory is not None:
            from sqlang.semantics.facts import first_of_each  # only for a text that is edited

            facts = [memory.facts.of(part) for part in memory.segments.parts(block)]
            assigned = (self.assigned_at.copy(), *(each.assigns for each in facts))
            self.assigned_at.update(first_of_each(assigned))
            observed = dict.fromkeys(self.observations)
            for each in facts:
                observed.update(each.observes)
            in_order = dict.fromkeys((*self.attributes, *self.assigned_at))
            self.attributes.update(zip(in_order, count(), strict=False))
            self.observations.update(zip(observed, count(), strict=False))
            return
        for statement in block.statements:
            if isinstance(statement, (tree.Set, tree.Choose)):
                self._assign(statement.target)
            elif isinstance(statement, tree.Observe):
                self.observations.setdefault(statement.target.name, len(self.observations))
            elif isinstance(statement, (tree.Hold, tree.Branch, tree.Loop)):
                for nested in nested_blocks(statement):
                    self.collect(nested)

    def settle(self, lets: Mapping[str, float | None]) -> None:
        """Decide what each name means, once all attributes and constants are known (NAM-4)."""
        self.values.update(_PREDECLARED)
        for name, value in lets.items():
            self.values[name] = ConstantMeaning(value)
        slots = map(_attribute, range(len(self.attributes)))
        self.values.update(zip(self.attributes, slots, strict=True))

    def block_size(self, call: tree.Call, constants: Constants) -> float | None:
        """The number that takes the place of a `blocksize` call, if it is a correct one (CST-8)."""
        argument = call.arguments[0] if len(call.arguments) == 1 else None
        if isinstance(argument, (tree.Name, tree.IndexedArgument)):
            pool = self.pools.get(parts(argument)[0].name)
            return None if pool is None else constants.block_size(pool)
        return None

    def _assign(self, target: tree.Identifier) -> None:
        self.attributes.setdefault(target.name, len(self.attributes))
        self.assigned_at.setdefault(target.name, target)
