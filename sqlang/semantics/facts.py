"""What a statement says whatever stands around it, gathered once for as long as it stays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from sqlang.semantics.admission import nested_blocks
from sqlang.semantics.expressions import TargetKey, state_call, target_key, walk
from sqlang.syntax import tree
from sqlang.syntax.segments import Part, Segment, Segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Never, TypeVar

    _Value = TypeVar("_Value")

_NONE: Final[Mapping[str, Never]] = {}


class Facts:
    """Of a statement in kernel statements, what is nested in it included.

    `words` are all names in it. `assigns` has the first `set` or `choose` of each attribute by its
    name, `observes` each observation once, both in the order of the text. `leases` are the targets
    leased by holds, `needs_hold` tells of a `load` or `release`, `is_flow` of a run over several
    stages, `live_call` is what a `set` keeps of live state.
    """

    __slots__ = (
        "assigns",
        "is_flow",
        "leases",
        "live_call",
        "needs_hold",
        "observes",
        "requests",
        "words",
    )

    def __init__(
        self,
        words: frozenset[str],
        assigns: Mapping[str, tree.Identifier] = _NONE,
        observes: Mapping[str, None] = _NONE,
        leases: frozenset[TargetKey] = frozenset(),
        live_call: tree.Call | None = None,
        *,
        needs_hold: bool = False,
        is_flow: bool = False,
        requests: int = 0,
    ) -> None:
        self.words: Final = words
        self.assigns: Final = assigns
        self.observes: Final = observes
        self.leases: Final = leases
        self.live_call: Final = live_call
        self.needs_hold: Final = needs_hold
        self.is_flow: Final = is_flow
        self.requests: Final = requests

    def nested(self) -> Facts:
        """The same of a statement that this is nested in: what it keeps is not kept behind it."""
        return Facts(
            self.words,
            self.assigns,
            self.observes,
            self.leases,
            needs_hold=self.needs_hold,
            is_flow=self.is_flow,
            requests=self.requests,
        )


class KnownFacts:
    """The facts of statements, by the statement."""

    __slots__ = ("_segments", "by_node")

    def __init__(self, segments: Segments) -> None:
        self._segments: Final = segments
        self.by_node: Final[dict[tree.Node, Facts]] = {}

    def of(self, statement: Part) -> Facts:
        known = self.by_node.get(statement)
        if known is None:
            known = self.by_node[statement] = self._gathered(statement)
        return known

    def of_item(self, item: tree.Item) -> Facts:
        """Of an item without blocks, whose words are all there is to know."""
        known = self.by_node.get(item)
        if known is None:
            known = self.by_node[item] = Facts(_words((item,)))
        return known

    def naming(self, words: Set[str]) -> set[tree.Node]:
        """What is known to have one of these names in it."""
        return {node for node, facts in self.by_node.items() if not words.isdisjoint(facts.words)}

    def _gathered(self, statement: Part) -> Facts:
        match statement:
            case tree.Set(target=target, value=value):
                return Facts(
                    _words((statement,)), {target.name: target}, live_call=state_call(value)
                )
            case tree.Observe(target=target):
                return Facts(_words((statement,)), observes={target.name: None})
            case tree.Choose(target=target):
                return Facts(_words((statement,)), {target.name: target})
            case tree.Hold() | tree.Branch() | tree.Loop():
                return self._compound(statement)
            case Segment(statements=statements):
                return _together([self.of(each) for each in statements])
            case tree.Run(stages=stages):
                return Facts(_words((statement,)), is_flow=len(stages) > 1)
        return Facts(
            _words((statement,)),
            needs_hold=isinstance(statement, (tree.Load, tree.Release)),
            requests=int(isinstance(statement, tree.Request)),
        )

    def _compound(self, statement: tree.Hold | tree.Branch | tree.Loop) -> Facts:
        blocks = nested_blocks(statement)
        own = [child for child in statement.children() if not isinstance(child, tree.Block)]
        inner = [self.of(part) for block in blocks for part in self._segments.parts(block)]
        leases: frozenset[TargetKey] = frozenset()
        if isinstance(statement, tree.Hold) and statement.lease is not None:
            leases = frozenset({target_key(statement.lease.pool)})
        found = _together([Facts(_words(own), leases=leases), *inner])
        return found if found.live_call is None else found.nested()


def first_of_each(known: Sequence[Mapping[str, _Value]]) -> dict[str, _Value]:
    """All names in some mappings, in their order, each with what the first says."""
    result: dict[str, _Value] = {}
    for each in known:
        result.update(each)
    for each in reversed(known):
        result.update(each)
    return result


def _joined(known: Sequence[Mapping[str, _Value]]) -> Mapping[str, _Value]:
    """The same; the mapping itself if there is one."""
    return known[0] if len(known) == 1 else first_of_each(known)


def _union(sets: Sequence[frozenset[str]]) -> frozenset[str]:
    """What is in some sets; the largest itself if it has all."""
    largest = max(sets, key=len)
    rest = frozenset[str]().union(*(each for each in sets if each is not largest))
    return largest if rest <= largest else largest | rest


def _together(parts: Sequence[Facts]) -> Facts:
    """The facts of neighbors as one."""
    return Facts(
        _union([facts.words for facts in parts]),
        _joined([facts.assigns for facts in parts if facts.assigns]),
        _joined([facts.observes for facts in parts if facts.observes]),
        frozenset().union(*(facts.leases for facts in parts if facts.leases)),
        next((facts.live_call for facts in parts if facts.live_call is not None), None),
        needs_hold=any(facts.needs_hold for facts in parts),
        is_flow=any(facts.is_flow for facts in parts),
        requests=sum(facts.requests for facts in parts),
    )


def _words(nodes: Iterable[tree.Node]) -> frozenset[str]:
    """Every name in some nodes, whatever it names."""
    return frozenset(
        node.name
        for root in nodes
        for node in walk(root)
        if type(node) is tree.Name or type(node) is tree.Identifier
    )
