"""What a binding of `at admission` may be if the body of its hold reads it (ADM-8 to ADM-10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlang.semantics.admission import Admission, BodyBinding
from sqlang.semantics.declarations import Declarations
from sqlang.semantics.expressions import names_read
from sqlang.semantics.refusals import Place, Refusals
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment
from sqlang.syntax.tokens import Token
from sqlang.vocabulary import BUILTIN_ATTRIBUTES, CONTEXT_VARIABLES, FUNCTIONS, NAMED_NUMBERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.semantics.memory import Memory


class BindingChecks:
    """Checks the bindings that became attributes, once the whole program is known (ADM-11).

    `assigned` are the names that a `set` or `choose` of the text assigns, each at the first.
    """

    __slots__ = ("_admission", "_declared", "_fixed", "_meanings", "_memory", "_refusals")

    def __init__(
        self,
        admission: Admission,
        declared: Declarations,
        assigned: Mapping[str, tree.Identifier],
        refusals: Refusals,
        memory: Memory | None = None,
    ) -> None:
        self._memory: Final = memory
        self._admission: Final = admission
        self._declared: Final = declared
        self._refusals: Final = refusals
        self._meanings: Final = _meanings(declared, assigned)
        self._fixed: Final = {*assigned, *(let.name.name for let in declared.lets)}

    def check(self, session: Sequence[tree.Block], workload: Sequence[tree.Block]) -> None:
        """All three rules; `session` and `workload` are the blocks of the program by side."""
        bindings = self._admission.body_bindings
        refused = set()
        for bound in bindings:
            if self._check_meaning(bound) or self._check_own(bound):
                refused.add(bound.name)
            else:
                self._check_live(bound)
        first: dict[str, BodyBinding] = {}
        for bound in bindings:
            first.setdefault(bound.name, bound)
        reads = OutsideReads(frozenset(first), self._admission.bound_in, self._memory)
        for block in (*session, *workload):
            reads.block(block, frozenset())
        for expression in _declared_expressions(self._declared):
            reads.nodes((expression,), frozenset())
        for name, read in reads.found.items():
            if name in refused:
                continue
            also = ((first[name].binding.name, "bound here"),)
            self._refusals.refuse("SQ318", read, also=also, name=name)

    def _check_meaning(self, bound: BodyBinding) -> bool:
        """Whether the name has another meaning (ADM-8)."""
        known = self._meanings.get(bound.name)
        if known is None:
            return False
        meaning, place = known
        also = () if place is None else ((place, f"`{bound.name}` is {meaning} here"),)
        at = bound.binding.name
        self._refusals.refuse("SQ315", at, also=also, name=bound.name, meaning=meaning)
        return True

    def _check_own(self, bound: BodyBinding) -> bool:
        """Whether the value reads its own name, which means something else there (ADM-9)."""
        name = bound.name
        own = next((read for read in names_read(bound.value) if read.name == name), None)
        if own is None:
            return False
        also = ((bound.binding.name, f"`{name}` is bound here"),)
        self._refusals.refuse("SQ316", own, also=also, name=name)
        return True

    def _check_live(self, bound: BodyBinding) -> None:
        """The value is the same in the body as it was at admission (ADM-9)."""
        name = bound.name
        also = ((bound.binding.name, f"`{name}` is bound here"),)
        live = self._live(bound.value)
        if live is not None:
            read = live.name if isinstance(live, tree.Name) else f"{live.function.name}(…)"
            self._refusals.refuse("SQ317", live, also=also, name=name, read=read)

    def _live(self, value: tree.Expression) -> tree.Name | tree.Call | None:
        """The first thing read that may have changed; the indices of references do not count."""
        pending: list[tree.Node] = [value]
        while pending:
            node = pending.pop()
            if isinstance(node, tree.Call):
                word = FUNCTIONS.get(node.function.name)
                if word is None or not word.pure:
                    return node
            elif isinstance(node, tree.Name) and self._is_live(node.name):
                return node
            if not isinstance(node, tree.IndexedArgument):
                pending.extend(reversed(list(node.children())))
        return None

    def _is_live(self, name: str) -> bool:
        return name == "cached" or (name in CONTEXT_VARIABLES and name not in self._fixed)


class OutsideReads:
    """Finds reads of names outside the bodies that bind them (ADM-10), the first of each name."""

    __slots__ = ("_bound_in", "_memory", "_names", "found")

    def __init__(
        self,
        names: frozenset[str],
        bound_in: Mapping[Token, frozenset[str]],
        memory: Memory | None = None,
    ) -> None:
        self._memory: Final = memory
        self._names: Final = names
        self._bound_in: Final = bound_in
        self.found: Final[dict[str, tree.Name]] = {}

    def block(self, block: tree.Block, bound: frozenset[str]) -> None:
        """Look through a block where the names in `bound` may be read."""
        bound = bound | self._bound_in.get(block.first, frozenset())
        memory = self._memory
        self._parts(block.statements if memory is None else memory.segments.parts(block), bound)

    def _parts(self, parts: Iterable[Part], bound: frozenset[str]) -> None:
        memory, wanted = self._memory, self._names - bound
        for part in parts:
            if memory is not None and wanted.isdisjoint(memory.facts.of(part).words):
                continue
            if isinstance(part, Segment):
                self._parts(part.parts, bound)
            else:
                self.nodes(part.children(), bound)

    def nodes(self, nodes: Iterable[tree.Node], bound: frozenset[str]) -> None:
        """Look through the parts of a statement or declaration.

        What a statement reads itself comes before its blocks, and several names by the alphabet.
        """
        blocks: list[tree.Block] = []
        own: dict[str, tree.Name] = {}
        for node in nodes:
            if isinstance(node, tree.Block):
                blocks.append(node)
                continue
            for read in names_read(node):
                if read.name in self._names and read.name not in bound:
                    own.setdefault(read.name, read)
        for name in sorted(own):
            self.found.setdefault(name, own[name])
        for block in blocks:
            self.block(block, bound)


def _meanings(
    declared: Declarations, assigned: Mapping[str, tree.Identifier]
) -> dict[str, tuple[str, Place | None]]:
    """What names mean already and where; of several meanings that which ADM-8 checks first."""
    meanings: dict[str, tuple[str, Place | None]] = {}
    for name, at in assigned.items():
        meanings[name] = ("an attribute", at)
    for let in reversed(declared.lets):
        meanings[let.name.name] = ("a constant", let.name)
    for stage in reversed(declared.stages):
        meanings[stage.name] = ("a stage", stage.node.name)
    for pool in reversed(declared.pools):
        meanings[pool.name] = ("a pool", pool.node.name)
    for number in NAMED_NUMBERS:
        meanings[number] = ("a number", None)
    for word in CONTEXT_VARIABLES:
        meanings[word] = ("a context variable", None)
    for attribute in BUILTIN_ATTRIBUTES:
        meanings[attribute.name] = ("a built-in attribute", None)
    return meanings


def _declared_expressions(declared: Declarations) -> Iterable[tree.Expression]:
    """The expressions of pools, stages, arrival and run options (ADM-10)."""
    for pool in declared.pools:
        spill = pool.spill
        yield from (each for each in (pool.cap, pool.block, *pool.evict, pool.queue) if each)
        if spill is not None:
            yield from (spill.work, spill.when)
    for stage in declared.stages:
        options = (stage.argument, stage.budget, stage.cost, stage.chunk)
        yield from (each for each in options if each)
        if stage.serve is not None:
            yield from stage.serve.keys
    if declared.arrive is not None and declared.arrive.argument is not None:
        yield declared.arrive.argument
    for option in declared.run_options.values():
        yield option.value
