"""What is legal in form but never meant: stale header reads, constant guards (LNT-1 to LNT-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.constants import Constants
from sqlang.semantics.expressions import bare, names_read, state_call
from sqlang.semantics.link import number_text
from sqlang.semantics.names import ConstantMeaning, Names
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree

Live = dict[str, tuple[tree.Set, tree.Call]]
"""Attributes that keep what a call said, each with its `set` and that call."""


def lint(
    blocks: Iterable[tree.Block], names: Names, constants: Constants, refusals: Refusals
) -> None:
    """Look through the blocks of the session, each first for LNT-1, then for LNT-2 (LNT-3).

    `init` and `turn` only set and observe (WRK-1), so there is nothing to find in them.
    """
    for block in blocks:
        _stale_reads(block, {}, refusals)
        _Guards(names, constants, refusals).block(block)


def _stale_reads(block: tree.Block, live: Live, refusals: Refusals) -> None:
    """Hold headers that read an attribute set from live state before them (LNT-1).

    A branch or loop starts with what is live before it and changes nothing for what follows; the
    body of a hold starts anew.
    """
    for statement in block.statements:
        if isinstance(statement, tree.Set):
            live.pop(statement.target.name, None)
            call = state_call(statement.value)
            if call is not None:
                live[statement.target.name] = (statement, call)
        elif isinstance(statement, tree.Hold):
            if live:
                _refuse_reads(statement, live, refusals)
            _stale_reads(statement.body, {}, refusals)
        elif isinstance(statement, (tree.Branch, tree.Loop)):
            for nested in nested_blocks(statement):
                _stale_reads(nested, dict(live), refusals)


def _refuse_reads(hold: tree.Hold, live: Live, refusals: Refusals) -> None:
    seen = set()
    for read in _header_reads(hold):
        if read.name in live and read.name not in seen:
            seen.add(read.name)
            assignment, call = live[read.name]
            also = ((assignment, f"`{read.name}` is set here"), (call, "this reads live state"))
            shown = f"{call.function.name}(…)"
            refusals.refuse("SQ501", read, also=also, name=read.name, call=shown)


def _header_reads(hold: tree.Hold) -> Iterator[tree.Name]:
    """The reads of a header that LNT-1 looks at: no pool index, no lease."""
    for take in hold.takes:
        yield from names_read(take.units)
        if take.reserve is not None:
            yield from names_read(take.reserve)
    for part in (hold.reuse, hold.cache):
        if part is not None:
            yield from names_read(part)


class _Guards:
    """Finds guards that are a number in the tree (LNT-2)."""

    __slots__ = ("_constants", "_names", "_refusals")

    def __init__(self, names: Names, constants: Constants, refusals: Refusals) -> None:
        self._names: Final = names
        self._constants: Final = constants
        self._refusals: Final = refusals

    def block(self, block: tree.Block) -> None:
        for statement in block.statements:
            if isinstance(statement, tree.Branch):
                self._guard(statement.guard)
            for nested in nested_blocks(statement):
                self.block(nested)

    def _guard(self, guard: tree.Expression) -> None:
        value = self._number(bare(guard))
        if value is None or value in (0.0, 1.0):
            return
        code = "SQ502" if 0.0 < value < 1.0 else "SQ503"
        self._refusals.refuse(code, guard, value=number_text(value))

    def _number(self, guard: tree.Argument) -> float | None:
        """The value of a literal, a constant or a `blocksize`, if that is all there is."""
        if isinstance(guard, tree.Number):
            return guard.value
        if isinstance(guard, tree.Name):
            meaning = self._names.values.get(guard.name)
            return meaning.value if isinstance(meaning, ConstantMeaning) else None
        if isinstance(guard, tree.Call) and guard.function.name == "blocksize":
            return self._names.block_size(guard, self._constants)
        return None
