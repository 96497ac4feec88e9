"""A graph in the making: boxes that grow while the session is read, arrows that join."""

from __future__ import annotations

from typing import Final

from sqlang.views.drawing.graph import Edge, EdgeKind, Graph, Node, NodeKind, Place, Step


class Sketch:
    """Collects boxes and arrows; what is said twice is drawn once."""

    def __init__(self) -> None:
        self._nodes: Final[dict[str, Node]] = {}
        self._steps: Final[dict[str, list[Step]]] = {}
        self._observes: Final[dict[str, dict[str, None]]] = {}
        self._edges: Final[dict[tuple[str, str, EdgeKind], Edge]] = {}
        self._numbers: Final[dict[tuple[str, str], list[int]]] = {}
        self._labels: Final[dict[tuple[str, str, EdgeKind], dict[str, None]]] = {}

    @property
    def edge_count(self) -> int:
        """How many arrows there are so far."""
        return len(self._edges)

    def add(self, node: Node) -> str:
        """Add a box; returns its key."""
        self._nodes[node.key] = node
        self._steps[node.key] = list(node.steps)
        self._observes[node.key] = dict.fromkeys(node.observes)
        return node.key

    def step(self, key: str, step: Step) -> None:
        """Say what a request does at a box."""
        self._steps[key].append(step)

    def observe(self, key: str, name: str) -> None:
        """Say what is measured once a request has been at a box."""
        self._observes[key][name] = None

    def kind(self, key: str) -> NodeKind:
        """What a box stands for."""
        return self._nodes[key].kind

    def connect(
        self, source: str, target: str, kind: EdgeKind, label: str, place: Place | None
    ) -> None:
        """Draw an arrow, or say more about one that is there."""
        identity = (source, target, kind)
        self._edges.setdefault(identity, Edge(source, target, kind, (), place))
        labels = self._labels.setdefault(identity, {})
        if label:
            labels[label] = None

    def number(self, source: str, target: str, number: int) -> None:
        """Say which step of a box an arrow of the path leads to."""
        self._numbers.setdefault((source, target), []).append(number)

    def is_target(self, key: str) -> bool:
        """Whether an arrow leads to a box."""
        return any(edge.target == key for edge in self._edges.values())

    def graph(self, title: str) -> Graph:
        """All that was collected."""
        nodes = [
            node._replace(steps=tuple(self._steps[key]), observes=tuple(self._observes[key]))
            for key, node in self._nodes.items()
        ]
        edges = [edge._replace(labels=self._labels_of(edge)) for edge in self._edges.values()]
        return Graph(title, tuple(nodes), tuple(edges))

    def _labels_of(self, edge: Edge) -> tuple[str, ...]:
        """What was said of an arrow, and the step it leads to where several arrows arrive."""
        labels = tuple(self._labels[edge.source, edge.target, edge.kind])
        if (
            edge.kind is not EdgeKind.PATH
            or sum(target == edge.target for _, target in self._numbers) < 2
        ):
            return labels
        numbers = self._numbers.get((edge.source, edge.target), ())
        return (*labels, *(f"({number})" for number in numbers))
