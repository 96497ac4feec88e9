"""What is legal in form but never meant: stale header reads, constant guards (LNT-1 to LNT-4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.constants import Constants
from sqlang.semantics.expressions import bare, names_read, state_call
from sqlang.semantics.link import number_text
from sqlang.semantics.names import ConstantMeaning, Names
from sqlang.semantics.refusals import Refusals
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Memory


Live = dict[str, tuple[tree.Set, tree.Call]]
"""Attributes that keep what a call said, each with its `set` and that call."""


def lint(
    blocks: Iterable[tree.Block],
    names: Names,
    constants: Constants,
    refusals: Refusals,
    memory: Memory | None = None,
) -> None:
    """Look through the blocks of the session, each first for LNT-1, then for LNT-2 (LNT-3).

    `init` and `turn` only set and observe (WRK-1), so there is nothing to find in them.
    """
    for block in blocks:
        _StaleReads(refusals, memory).block(block, {})
        _Guards(names, constants, refusals, memory).block(block)


class _StaleReads:
    """Finds hold headers that read an attribute set from live state before them (LNT-1).

    A branch or loop starts with what is live before it and changes nothing for what follows; the
    body of a hold starts anew.
    """

    __slots__ = ("_memory", "_refusals")

    def __init__(self, refusals: Refusals, memory: Memory | None) -> None:
        self._refusals: Final = refusals
        self._memory: Final = memory

    def block(self, block: tree.Block, live: Live) -> None:
        memory = self._memory
        if memory is None:
            self._statements(block.statements, live)
            return
        self._parts(memory.segments.parts(block), live, memory)

    def _parts(self, parts: Iterable[Part], live: Live, memory: Memory) -> None:
        for part in parts:
            if isinstance(part, Segment):
                self._segment(part, live, memory)
            else:
                self._statements((part,), live)

    def _segment(self, segment: Segment, live: Live, memory: Memory) -> None:
        keeps_nothing = memory.facts.of(segment).live_call is None
        if not live and keeps_nothing and segment in memory.calm:
            return
        before = self._refusals.doubts
        self._parts(segment.parts, live, memory)
        if self._refusals.doubts == before:
            memory.calm.add(segment)

    def _statements(self, statements: Iterable[tree.Statement], live: Live) -> None:
        for statement in statements:
            if isinstance(statement, tree.Set):
                live.pop(statement.target.name, None)
                call = self._live_call(statement)
                if call is not None:
                    live[statement.target.name] = (statement, call)
            elif isinstance(statement, (tree.Hold, tree.Branch, tree.Loop)):
                self._compound(statement, live)

    def _live_call(self, statement: tree.Set) -> tree.Call | None:
        if self._memory is not None:
            return self._memory.facts.of(statement).live_call
        return state_call(statement.value)

    def _compound(self, statement: tree.Hold | tree.Branch | tree.Loop, live: Live) -> None:
        memory = self._memory
        if (
            memory is not None
            and statement in memory.calm
            and live.keys().isdisjoint(memory.facts.of(statement).words)
        ):
            return  # it only could read what is live before it
        before = self._refusals.doubts
        if isinstance(statement, tree.Hold):
            if live:
                _refuse_reads(statement, live, self._refusals)
            self.block(statement.body, {})
        else:
            for nested in nested_blocks(statement):
                self.block(nested, dict(live))
        if memory is not None and self._refusals.doubts == before:
            memory.calm.add(statement)


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

    __slots__ = ("_constants", "_memory", "_names", "_refusals")

    def __init__(
        self, names: Names, constants: Constants, refusals: Refusals, memory: Memory | None
    ) -> None:
        self._memory: Final = memory
        self._names: Final = names
        self._constants: Final = constants
        self._refusals: Final = refusals

    def block(self, block: tree.Block) -> None:
        memory = self._memory
        self._parts(block.statements if memory is None else memory.segments.parts(block))

    def _parts(self, parts: Iterable[Part]) -> None:
        for part in parts:
            if isinstance(part, (tree.Hold, tree.Branch, tree.Loop, Segment)):
                self._part(part)

    def _part(self, part: Part) -> None:
        memory = self._memory
        if memory is not None and part in memory.guarded:
            return
        before = self._refusals.doubts
        if isinstance(part, Segment):
            self._parts(part.parts)
        else:
            if isinstance(part, tree.Branch):
                self._guard(part.guard)
            for nested in nested_blocks(part):
                self.block(nested)
        if memory is not None and self._refusals.doubts == before:
            memory.guarded.put(part, True)

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
            meaning = self._names.meaning(guard.name)
            return meaning.value if isinstance(meaning, ConstantMeaning) else None
        if isinstance(guard, tree.Call) and guard.function.name == "blocksize":
            return self._names.block_size(guard, self._constants)
        return None
