"""References to a pool or stage, resolved to one member of a family when they are used (EXE-29)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.numbers import truncate
from sqlang.ir import program as ir

if TYPE_CHECKING:
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.stages.stage import Stage

_LARGEST_INDEX: Final = 0xFFFFFFFFFFFFFFFF


class FamilyIndex:
    """The index of a reference: which member it means now.

    `words` begins the message of ERR-2: it tells a statement's reference from one in an expression.
    """

    def __init__(self, index: Expression | None, source: ir.Reference, words: str) -> None:
        self.index: Final = index
        self.source: Final = source
        self.count: Final = source.count
        self._size: Final = float(source.count)
        self.words: Final = words

    def resolve(self, context: Context) -> int:
        """The member meant; 0 after an index past the family, which fails the run (ERR-13)."""
        if self.index is None:
            return 0
        value = self.index.evaluate(context)
        if 0.0 <= value < self._size:
            return int(value)
        member = truncate(value, _LARGEST_INDEX)
        if member >= self.count:
            message = f"{self.words} {member} out of range (count {self.count})"
            context.fail_index(message, self.source)
            return 0
        return member


class PoolReference:
    """A pool, or one of a family of pools."""

    def __init__(self, members: list[Pool], index: FamilyIndex) -> None:
        self.members: Final = members
        self.index: Final = index
        self._only: Final = members[0] if index.index is None else None

    def resolve(self, context: Context) -> Pool:
        """The pool meant now."""
        if self._only is not None:
            return self._only
        return self.members[self.index.resolve(context)]


class StageReference:
    """A stage, or one of a family of stages."""

    def __init__(self, members: list[Stage], index: FamilyIndex) -> None:
        self.members: Final = members
        self.index: Final = index
        self._only: Final = members[0] if index.index is None else None

    def resolve(self, context: Context) -> Stage:
        """The stage meant now."""
        if self._only is not None:
            return self._only
        return self.members[self.index.resolve(context)]
