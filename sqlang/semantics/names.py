"""What each name of a program means; looked up once here, read by checker, lowering and editor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from sqlang.ir.program import ContextVariable
from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.constants import Constants
from sqlang.semantics.declarations import PoolDeclaration, StageDeclaration
from sqlang.semantics.expressions import parts
from sqlang.semantics.refusals import Refusals
from sqlang.semantics.slots import Slots
from sqlang.syntax import tree
from sqlang.vocabulary import CONTEXT_VARIABLES, NAMED_NUMBERS

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


_PREDECLARED: Final[Mapping[str, Meaning]] = {
    **{word.name: ConstantMeaning(word.value) for word in NAMED_NUMBERS.values()},
    **{word.name: ContextMeaning(word.variable) for word in CONTEXT_VARIABLES.values()},
}
"""What every program may read without saying so, unless it means something of its own by it."""


class Names:
    """The name spaces of a program (NAM-1) and what a name read as a value means (NAM-4).

    `attributes` and `observations` give slots in the order of IR-20 and IR-21.
    """

    __slots__ = ("_others", "attributes", "observations", "pools", "stages")

    def __init__(self) -> None:
        self.pools: Final[dict[str, PoolDeclaration]] = {}
        self.stages: Final[dict[str, StageDeclaration]] = {}
        self.attributes: Mapping[str, int] = {}
        self.observations: Mapping[str, int] = {}
        self._others: Mapping[str, Meaning] = {}

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

    def introduce(self, blocks: Sequence[tree.Block], memory: Memory | None = None) -> None:
        """Take in the attributes and observations of some blocks (NAM-5)."""
        if memory is None:
            attributes: list[str] = []
            observations: list[str] = []
            for block in blocks:
                _collect(block, attributes, observations)
            slots = Slots(attributes, observations)
        else:
            slots = memory.slots.of([memory.facts.introduced(block) for block in blocks])
        self.attributes, self.observations = slots.attributes, slots.observations

    def settle(self, lets: Mapping[str, float | None]) -> None:
        """Decide what names mean that are no attributes, once all constants are known (NAM-4)."""
        constants = {name: ConstantMeaning(value) for name, value in lets.items()}
        self._others = {**_PREDECLARED, **constants}

    def __contains__(self, name: str) -> bool:
        """Whether a name can be read as a value."""
        return name in self.attributes or name in self._others

    def meaning(self, name: str) -> Meaning | None:
        """What a name read as a value means."""
        slot = self.attributes.get(name)
        return self._others.get(name) if slot is None else _attribute(slot)

    def block_size(self, call: tree.Call, constants: Constants) -> float | None:
        """The number that takes the place of a `blocksize` call, if it is a correct one (CST-8)."""
        argument = call.arguments[0] if len(call.arguments) == 1 else None
        if isinstance(argument, (tree.Name, tree.IndexedArgument)):
            pool = self.pools.get(parts(argument)[0].name)
            return None if pool is None else constants.block_size(pool)
        return None


def _collect(block: tree.Block, attributes: list[str], observations: list[str]) -> None:
    """What a block introduces, in nested blocks at their statement."""
    for statement in block.statements:
        if isinstance(statement, (tree.Set, tree.Choose)):
            attributes.append(statement.target.name)
        elif isinstance(statement, tree.Observe):
            observations.append(statement.target.name)
        elif isinstance(statement, (tree.Hold, tree.Branch, tree.Loop)):
            for nested in nested_blocks(statement):
                _collect(nested, attributes, observations)


def first_assignment(name: str, blocks: Iterable[tree.Block]) -> tree.Identifier | None:
    """Where an attribute is assigned first, if it is."""
    for block in blocks:
        for statement in block.statements:
            if isinstance(statement, (tree.Set, tree.Choose)):
                if statement.target.name == name:
                    return statement.target
            elif isinstance(statement, (tree.Hold, tree.Branch, tree.Loop)):
                found = first_assignment(name, nested_blocks(statement))
                if found is not None:
                    return found
    return None
