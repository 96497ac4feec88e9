"""References to a pool or stage, resolved to one member of a family when they are used (EXE-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import truncate
from sqlang.ir.program import Reference

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.stages.stage import Stage

_LARGEST_INDEX: Final = 0xFFFFFFFFFFFFFFFF


class FamilyIndex:
    """The index of a reference: which member it means now.

    `words` begins the message of ERR-2: it tells a statement's reference from one in an expression.
    """

    def __init__(self, index: Expression | None, reference: Reference, words: str) -> None:
        self.index: Final = index
        self.reference: Final = reference
        self.count: Final = reference.count
        self.words: Final = words

    def resolve(self, context: Context) -> int:
        """The member meant; 0 after an index past the family, which fails the run (ERR-13)."""
        if self.index is None:
            return 0
        member = truncate(self.index.evaluate(context), _LARGEST_INDEX)
        if member >= self.count:
            message = f"{self.words} {member} out of range (count {self.count})"
            context.fail_index(message, self.reference)
            return 0
        return member


class PoolReference:
    """A pool, or one of a family of pools."""

    def __init__(self, members: list[Pool], index: FamilyIndex) -> None:
        self.members: Final = members
        self.index: Final = index

    def resolve(self, context: Context) -> Pool:
        """The pool meant now."""
        return self.members[self.index.resolve(context)]


class StageReference:
    """A stage, or one of a family of stages."""

    def __init__(self, members: list[Stage], index: FamilyIndex) -> None:
        self.members: Final = members
        self.index: Final = index

    def resolve(self, context: Context) -> Stage:
        """The stage meant now."""
        return self.members[self.index.resolve(context)]
