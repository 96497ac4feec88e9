"""What a statement says whatever stands around it, gathered once for as long as it stays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.expressions import TargetKey, state_call, target_key, walk
from sqlang.semantics.slots import NOTHING, Introduced, KnownSlots
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment, Segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Facts:
    """Of a statement in kernel statements, what is nested in it included.

    It `introduces` attributes and observations. `leases` are the targets leased by holds,
    `needs_hold` tells of a `load` or `release`, `is_flow` of a run over several stages, `live_call`
    is what a `set` keeps of live state.
    """

    __slots__ = (
        "_parts",
        "_words",
        "introduces",
        "is_flow",
        "leases",
        "live_call",
        "needs_hold",
        "requests",
    )

    def __init__(
        self,
        words: frozenset[str],
        introduces: Introduced = NOTHING,
        leases: frozenset[TargetKey] = frozenset(),
        live_call: tree.Call | None = None,
        *,
        needs_hold: bool = False,
        is_flow: bool = False,
        requests: int = 0,
        parts: Sequence[Facts] = (),
    ) -> None:
        self._words = words
        self._parts = parts
        self.introduces: Final = introduces
        self.leases: Final = leases
        self.live_call: Final = live_call
        self.needs_hold: Final = needs_hold
        self.is_flow: Final = is_flow
        self.requests: Final = requests

    @property
    def words(self) -> frozenset[str]:
        """All names in it; of long stretches gathered once somebody asks."""
        if self._parts:
            self._words = self._words.union(*[part.words for part in self._parts])
            self._parts = ()
        return self._words


class KnownFacts:
    """The facts of statements, segments and items without blocks, by the node."""

    __slots__ = ("_segments", "_slots", "by_node")

    def __init__(self, segments: Segments, slots: KnownSlots) -> None:
        self._segments: Final = segments
        self._slots: Final = slots
        self.by_node: Final[dict[tree.Node, Facts]] = {}

    def of(self, node: tree.Node) -> Facts:
        known = self.by_node.get(node)
        if known is None:
            known = self.by_node[node] = self._gathered(node)
        return known

    def introduced(self, block: tree.Block) -> Introduced:
        """What the statements of a block introduce."""
        parts = self._segments.parts(block)
        return self._slots.together([self.of(part).introduces for part in parts])

    def words_of(self, node: tree.Node) -> frozenset[str]:
        """All names in a statement, segment, pool, stage or constant."""
        return self.of(node).words

    def _gathered(self, node: tree.Node) -> Facts:
        match node:
            case tree.Set(target=target, value=value):
                introduced = self._slots.attribute(target.name)
                return Facts(_words((node,)), introduced, live_call=state_call(value))
            case tree.Observe(target=target):
                return Facts(_words((node,)), self._slots.observation(target.name))
            case tree.Choose(target=target):
                return Facts(_words((node,)), self._slots.attribute(target.name))
            case tree.Hold() | tree.Branch() | tree.Loop():
                return self._compound(node)
            case Segment(parts=parts):
                return self._joined(frozenset(), frozenset(), parts, keeps_calls=True)
            case tree.Run(stages=stages):
                return Facts(_words((node,)), is_flow=len(stages) > 1)
        return Facts(
            _words((node,)),
            needs_hold=isinstance(node, (tree.Load, tree.Release)),
            requests=int(isinstance(node, tree.Request)),
        )

    def _compound(self, statement: tree.Hold | tree.Branch | tree.Loop) -> Facts:
        own = [child for child in statement.children() if not isinstance(child, tree.Block)]
        leases: frozenset[TargetKey] = frozenset()
        if isinstance(statement, tree.Hold) and statement.lease is not None:
            leases = frozenset({target_key(statement.lease.pool)})
        inner: list[Part] = []
        for block in nested_blocks(statement):
            inner += self._segments.parts(block)
        return self._joined(_words(own), leases, inner, keeps_calls=False)

    def _joined(
        self,
        words: frozenset[str],
        leases: frozenset[TargetKey],
        parts: Sequence[Part],
        *,
        keeps_calls: bool,
    ) -> Facts:
        """The facts of neighbors as one; what is kept in a nested block is not kept behind it."""
        known = [self.of(part) for part in parts]
        live_call: tree.Call | None = None
        needs_hold = is_flow = False
        requests = 0
        for facts in known:
            if facts.leases:
                leases |= facts.leases
            if live_call is None and keeps_calls:
                live_call = facts.live_call
            needs_hold = needs_hold or facts.needs_hold
            is_flow = is_flow or facts.is_flow
            requests += facts.requests
        return Facts(
            words,
            self._slots.together([facts.introduces for facts in known]),
            leases,
            live_call,
            needs_hold=needs_hold,
            is_flow=is_flow,
            requests=requests,
            parts=known,
        )


def _words(nodes: Iterable[tree.Node]) -> frozenset[str]:
    """Every name in some nodes, whatever it names."""
    return frozenset(
        node.name
        for root in nodes
        for node in walk(root)
        if type(node) is tree.Name or type(node) is tree.Identifier
    )
