"""A drawing as DOT, the language of Graphviz, which lays it out itself."""

from __future__ import annotations

from typing import Final

from sqlang.views.drawing.captions import (
    captions,
    edge_tooltip,
    label_lines,
    link,
    safe,
    tooltip,
)
from sqlang.views.drawing.graph import Edge, EdgeKind, Graph, Node, NodeKind, Place

_NODES: Final = {
    NodeKind.WORKLOAD: 'style="rounded,filled" color="#0b5cad"',
    NodeKind.STAGE: 'style=filled color="#3b7dd8" penwidth=2',
    NodeKind.POOL: 'shape=cylinder style=filled color="#7a6bc0" penwidth=2',
    NodeKind.HOLD: 'style="dashed,filled" color="#7a6bc0"',
    NodeKind.BRANCH: 'shape=hexagon style=filled color="#c9a227"',
    NodeKind.CHOOSE: 'shape=hexagon style=filled color="#c9a227"',
    NodeKind.TURN: 'style="rounded,filled" color="#0b5cad"',
    NodeKind.END: 'style="rounded,filled" color="#3f9e6b"',
    NodeKind.MORE: 'style="dotted,filled" color="#5d6673"',
}
_EDGES: Final = {
    EdgeKind.PATH: "weight=4",
    EdgeKind.AGAIN: 'style=dashed color="#0b5cad" fontcolor="#0b5cad" constraint=false',
    EdgeKind.MEMORY: 'style=dotted color="#7a6bc0" fontcolor="#7a6bc0"',
    EdgeKind.DATA: 'color="#c9a227" penwidth=2.4',
}


def dot(graph: Graph) -> str:
    """The drawing as a directed graph; boxes and arrows carry `URL` and `tooltip` of their text."""
    lines = [
        f"digraph {_quoted(graph.title)} {{",
        f"  label={_quoted(graph.title)}; labelloc=t; labeljust=l;",
        "  bgcolor=white; rankdir=TB; ranksep=0.45; nodesep=0.5;",
        '  node [shape=box fontname="monospace" fontsize=11 fillcolor="#f6f7f9"];',
        '  edge [fontname="monospace" fontsize=10 arrowsize=0.7];',
        *map(_node, graph.nodes),
    ]
    titles = {node.key: node.title for node in graph.nodes}
    lines.extend(_edge(edge, titles) for edge in graph.edges)
    return "\n".join(lines) + "\n}\n"


def _node(node: Node) -> str:
    style = _NODES[node.kind]
    if node.copies > 1 and node.kind is not NodeKind.POOL:
        style += " peripheries=2"
    label = _label([caption.line for caption in captions(node)])
    return f"  {node.key} [label={label} {style} {_source(node.place, tooltip(node))}];"


def _edge(edge: Edge, titles: dict[str, str]) -> str:
    lines = label_lines(edge)
    label = f"label={_quoted(chr(10).join(lines))} " if lines else ""
    source = _source(edge.place, edge_tooltip(edge, titles))
    return f"  {edge.source} -> {edge.target} [{label}{_EDGES[edge.kind]} {source}];"


def _source(place: Place | None, text: str) -> str:
    shown = f"tooltip={_quoted(text)}"
    return shown if place is None else f"URL={_quoted(link(place))} {shown}"


def _label(lines: list[str]) -> str:
    """Lines of which each begins at the left; a single one stands in the middle."""
    if len(lines) == 1:
        return _quoted(lines[0])
    return '"' + "".join(f"{_escaped(line)}\\l" for line in lines) + '"'


def _quoted(text: str) -> str:
    return '"' + "\\n".join(_escaped(line) for line in text.split("\n")) + '"'


def _escaped(line: str) -> str:
    """In a label, Graphviz reads a backslash with a letter as a name and `&amp;` as a character."""
    return safe(line).replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
