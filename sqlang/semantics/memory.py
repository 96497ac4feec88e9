"""What earlier checks found out about statements that are still there, for later ones to skip.

A check refuses something only where it asks to (`Refusals.doubts` counts it, whatever damage hides
in the end). So a statement in which nothing was asked is clean for as long as the names in it mean
the same. All that is not clean is checked again each time, in its turn: the diagnostics come out as
if everything had been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from sqlang.semantics.admission import Bindings, nested_blocks
from sqlang.semantics.expressions import TargetKey
from sqlang.semantics.facts import KnownFacts
from sqlang.semantics.known_libraries import KnownLibraries
from sqlang.semantics.known_mentions import KnownMentions
from sqlang.semantics.meanings import Changes, KnownNodes
from sqlang.semantics.slots import KnownSlots
from sqlang.syntax import tree
from sqlang.syntax.known_expansions import KnownExpansions
from sqlang.syntax.segments import Part, Segment, Segments
from sqlang.syntax.shape import KnownShapes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    from sqlang.semantics.known_declarations import KnownDeclarations
    from sqlang.semantics.reach import Reach


Held = tuple[frozenset[TargetKey], ...]
"""The targets of the holds around a statement, outermost first, and those that are leased."""

Answered = tuple[tuple[tree.Statement, ...], tree.Statement]
StagesAbove = tuple[tuple[str, bool], ...]


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

    `shapes` and `expansions` are for the kernel parse, `reads` for the bindings, `answered` has the
    server's answer in the place of requests. `linked` statements refuse nothing inside these holds,
    `calm` ones read no stale state, `guarded` ones have no guard that is a number, `valid` ones
    (and pools and stages) are valid as IR by themselves, `right` ones with all nested in them.
    What was found out about names goes by what they mean to the checks, whose `changes` are here.
    """

    __slots__ = (
        "answered",
        "calm",
        "changes",
        "declarations",
        "expansions",
        "facts",
        "guarded",
        "libraries",
        "linked",
        "mentions",
        "reach",
        "reads",
        "right",
        "rewritten",
        "segments",
        "shapes",
        "slots",
        "valid",
    )

    def __init__(self) -> None:
        self.segments: Final = Segments()
        self.slots: Final = KnownSlots()
        self.facts: Final = KnownFacts(self.segments, self.slots)
        self.shapes: Final = KnownShapes(self.segments)
        self.expansions: Final = KnownExpansions(self.shapes)
        self.rewritten: Final[dict[tree.Node, Rewritten]] = {}
        self.answered: Final[dict[tree.Node, Answered]] = {}
        self.reads: Final[dict[tree.Node, frozenset[str]]] = {}
        self.calm: Final[set[tree.Node]] = set()
        self.changes: Final = Changes()
        self.linked: Final = KnownNodes[Held](self.changes, self.facts.words_of)
        self.guarded: Final = KnownNodes[bool](self.changes, self.facts.words_of)
        self.valid: Final = KnownNodes[bool](self.changes, self.facts.words_of)
        self.right: Final = KnownNodes[bool](self.changes, self.facts.words_of)
        self.declarations: KnownDeclarations | None = None
        self.libraries: Final = KnownLibraries()
        self.mentions: Final = KnownMentions(self.segments)
        self.reach: Final[dict[tree.Node, Reach]] = {}

    def __len__(self) -> int:
        """How many statements and items something is known of, those gone from the text too."""
        return len(self.facts.by_node)

    def is_right(self, part: Part) -> bool:
        """Whether a part of a block is valid with all nested in it."""
        if part in self.right:
            return True
        if isinstance(part, Segment) and all(self.is_right(each) for each in part.parts):
            self.right.put(part, True)
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
            self.reach,
        ]
        for table in tables:
            for node in table.keys() - live:
                del table[node]
        self.calm.intersection_update(live)
        self.linked.keep_only(live)
        for nodes in (self.guarded, self.valid, self.right):
            nodes.keep_only(live)
        if self.declarations is not None and not live >= set(self.declarations.nodes):
            self.declarations = None
        return live

    def _live(self, program: tree.Program, blocks: Iterable[tree.Block]) -> set[tree.Node]:
        live: set[tree.Node] = {*program.items, *self.mentions.items()}
        pending: list[tree.Node] = [*blocks, *_written_blocks(program), *self.mentions.blocks()]
        while pending:
            node = pending.pop()
            if node in live:
                continue
            live.add(node)
            pending += self._became(node)
            if isinstance(node, tree.Block):
                pending += self.segments.parts(node)
            elif isinstance(node, Segment):
                pending += node.parts
            else:
                pending += nested_blocks(node)
        self.segments.keep_only(live)
        self.slots.forget()
        return live

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
