"""What earlier checks found out about statements that are still there, for later ones to skip.

A check refuses something only where it asks to (`Refusals.doubts` counts it, whatever damage hides
in the end). So a statement in which nothing was asked is clean for as long as the names in it mean
the same. All that is not clean is checked again each time, in its turn: the diagnostics come out as
if everything had been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from sqlang.semantics.admission import Bindings, nested_blocks
from sqlang.semantics.expressions import TargetKey
from sqlang.semantics.facts import KnownFacts
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment, Segments
from sqlang.syntax.shape import KnownShapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from sqlang.semantics.known_declarations import KnownDeclarations


Held = tuple[frozenset[TargetKey], ...]
"""The targets of the holds around a statement, outermost first, and those that are leased."""

Answered = tuple[tuple[tree.Statement, ...], tree.Statement]
StagesAbove = tuple[tuple[str, bool], ...]


class Meanings:
    """What names mean to those who ask: the `slots` that they have, and all the rest.

    Of two that are equal nobody can tell which is which.
    """

    __slots__ = ("_others", "_slots")

    def __init__(
        self, others: Mapping[str, object] = {}, slots: Sequence[Mapping[str, int | None]] = ()
    ) -> None:
        self._others: Final = others
        self._slots: Final = slots

    def changes(self, before: Meanings) -> Set[str]:
        """The names that do not mean what they meant; maybe some more."""
        changed: set[str] = set()
        if self._others != before._others:
            one, other = self._others, before._others
            names = one.keys() | other.keys()
            changed.update(name for name in names if one.get(name) != other.get(name))
        for number, slots in enumerate(self._slots):
            old = before._slots[number] if before._slots else {}
            if slots != old:
                changed.update(name for name, _ in slots.items() ^ old.items())
        return changed


class Rewritten:
    """What became of a statement or block without a refusal, and what it did on the way."""

    __slots__ = ("assigned", "bindings", "result", "stages")

    def __init__(
        self,
        result: tuple[tree.Statement, ...] | tree.Block,
        assigned: tuple[tree.Identifier, ...],
        bindings: Bindings,
        stages: StagesAbove,
    ) -> None:
        self.result: Final = result
        self.assigned: Final = assigned
        self.bindings: Final = bindings
        self.stages: Final = stages


class Memory:
    """What is known of the statements of one program while it is edited.

    `shapes` are for the kernel parse, `reads` for the bindings, `answered` has the server's answer
    in the place of requests. `linked` statements refuse nothing inside these holds,
    `calm` ones read no stale state, `guarded` ones have no guard that is a number, `valid` ones
    (and pools and stages) are valid as IR by themselves, `right` ones with all nested in them.
    """

    __slots__ = (
        "_meanings",
        "answered",
        "calm",
        "declarations",
        "facts",
        "guarded",
        "linked",
        "reads",
        "right",
        "rewritten",
        "segments",
        "shapes",
        "valid",
    )

    def __init__(self) -> None:
        self.segments: Final = Segments()
        self.facts: Final = KnownFacts(self.segments)
        self.shapes: Final = KnownShapes(self.segments)
        self.rewritten: Final[dict[tree.Node, Rewritten]] = {}
        self.answered: Final[dict[tree.Node, Answered]] = {}
        self.reads: Final[dict[tree.Node, frozenset[str]]] = {}
        self.linked: Final[dict[tree.Node, Held]] = {}
        self.calm: Final[set[tree.Node]] = set()
        self.guarded: Final[set[tree.Node]] = set()
        self.valid: Final[set[tree.Node]] = set()
        self.right: Final[set[tree.Node]] = set()
        self.declarations: KnownDeclarations | None = None
        self._meanings = Meanings()

    def __len__(self) -> int:
        """How many statements and items something is known of, those gone from the text too."""
        return len(self.facts.by_node)

    def learn(self, meanings: Meanings) -> None:
        """Forget what is known of statements with names that mean something else than before."""
        changed = meanings.changes(self._meanings)
        self._meanings = meanings
        if not changed:
            return
        stale = self.facts.naming(changed)
        for node in self.linked.keys() & stale:
            del self.linked[node]
        for nodes in (self.guarded, self.valid, self.right):
            nodes.difference_update(stale)

    def is_right(self, part: Part) -> bool:
        """Whether a part of a block is valid with all nested in it."""
        if part in self.right:
            return True
        if isinstance(part, Segment) and all(each in self.right for each in part.statements):
            self.facts.of(part)
            self.right.add(part)
            return True
        return False

    def is_linked(self, statement: Part, held: Held) -> bool:
        """Whether a statement is clean inside these holds."""
        before = self.linked.get(statement)
        if before is None:
            return False
        return before is held or before == held or not self.facts.of(statement).needs_hold

    def keep_only(self, program: tree.Program, blocks: Iterable[tree.Block]) -> Set[tree.Node]:
        """Forget what is no longer in the program, as it was written or in kernel statements."""
        live = self._live(program, blocks)
        tables: list[dict[tree.Node, Any]] = [
            self.facts.by_node,
            self.shapes.by_node,
            self.rewritten,
            self.answered,
            self.reads,
            self.linked,
        ]
        for table in tables:
            for node in table.keys() - live:
                del table[node]
        for nodes in (self.calm, self.guarded, self.valid, self.right):
            nodes.intersection_update(live)
        if self.declarations is not None and not live >= set(self.declarations.nodes):
            self.declarations = None
        return live

    def _live(self, program: tree.Program, blocks: Iterable[tree.Block]) -> Set[tree.Node]:
        live: set[tree.Node] = set(program.items)
        pending: list[tree.Node] = [*blocks, *_written_blocks(program)]
        while pending:
            node = pending.pop()
            if node in live:
                continue
            live.add(node)
            pending += self._became(node)
            if isinstance(node, tree.Block):
                pending += node.statements
                for part in self.segments.parts(node):
                    if isinstance(part, Segment):
                        pending += self._became(part)
            else:
                pending += nested_blocks(node)
        return live | self.segments.keep_only(live)

    def _became(self, node: tree.Node) -> Iterable[tree.Node]:
        """The block or the statements that a block or part of one became."""
        known = self.rewritten.get(node)
        if known is None:
            return ()
        return (known.result,) if isinstance(known.result, tree.Block) else known.result


def _written_blocks(program: tree.Program) -> Iterator[tree.Block]:
    for item in program.items:
        entries = item.items if isinstance(item, tree.Workload) else (item,)
        yield from (each.block for each in entries if isinstance(each, tree.NamedBlock))
