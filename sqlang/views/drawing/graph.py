"""What a drawing shows, before anyone has decided where: boxes, and arrows between them."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple


class NodeKind(StrEnum):
    """What a box stands for; its value names the box's style in every format."""

    WORKLOAD = "workload"
    STAGE = "stage"
    POOL = "pool"
    HOLD = "hold"
    BRANCH = "branch"
    CHOOSE = "choose"
    TURN = "turn"
    END = "end"
    MORE = "more"


class EdgeKind(StrEnum):
    """What an arrow stands for; its value names the arrow's style in every format."""

    PATH = "path"
    """A request goes on."""
    AGAIN = "again"
    """A request goes back to where it was before, or the next one starts."""
    MEMORY = "memory"
    """What happens at one end concerns the memory at the other: an acquisition, a growth."""
    DATA = "data"
    """Memory's contents are moved: a transfer, a spill."""


class Place(NamedTuple):
    """Where something is written: the file as it was named, and a line from 1."""

    path: str
    line: int


class Step(NamedTuple):
    """One thing that a request does at a box.

    `number` counts along the session from 1; a step of number 0 belongs to the one before it.
    """

    number: int
    text: str
    place: Place | None


class Node(NamedTuple):
    """A box.

    `key` is unique in its graph and made of ASCII letters and digits. `copies` is the size of a
    family. `facts` and `steps` are in the words of the program, however long; `observes` names
    what is measured once a request has been here.
    """

    key: str
    kind: NodeKind
    title: str
    role: str = ""
    copies: int = 1
    facts: tuple[str, ...] = ()
    steps: tuple[Step, ...] = ()
    observes: tuple[str, ...] = ()
    place: Place | None = None


class Edge(NamedTuple):
    """An arrow between two boxes. `labels` are all that is said of it, in the session's order."""

    source: str
    target: str
    kind: EdgeKind
    labels: tuple[str, ...] = ()
    place: Place | None = None


class Graph(NamedTuple):
    """A deployment and the way of a request through it.

    Nodes stand in the order of the program: workload, stages, pools, then what the session meets.
    Edges are unique by source, target and kind, and stand in the order in which a request may first
    take them.
    """

    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
