"""A drawing as a Mermaid flowchart, which forges and notebooks show as a picture."""

from __future__ import annotations

import json
from typing import Final

from sqlang.views.drawing.captions import captions, label_lines, link, safe, where
from sqlang.views.drawing.graph import Edge, EdgeKind, Graph, Node, NodeKind

_SHAPES: Final = {
    NodeKind.WORKLOAD: ('(["', '"])'),
    NodeKind.POOL: ('[("', '")]'),
    NodeKind.BRANCH: ('{{"', '"}}'),
    NodeKind.CHOOSE: ('{{"', '"}}'),
    NodeKind.TURN: ('(["', '"])'),
    NodeKind.END: ('(["', '"])'),
}
_BOX: Final = ('["', '"]')
_COPIES: Final = ('[["', '"]]')
_STYLES: Final = {
    NodeKind.WORKLOAD: "stroke:#0b5cad",
    NodeKind.STAGE: "stroke:#3b7dd8,stroke-width:2px",
    NodeKind.POOL: "stroke:#7a6bc0,stroke-width:2px",
    NodeKind.HOLD: "stroke:#7a6bc0,stroke-dasharray:5 3",
    NodeKind.BRANCH: "stroke:#c9a227",
    NodeKind.CHOOSE: "stroke:#c9a227",
    NodeKind.TURN: "stroke:#0b5cad",
    NodeKind.END: "stroke:#3f9e6b",
    NodeKind.MORE: "stroke:#5d6673,stroke-dasharray:2 3",
}
_ARROWS: Final = {
    EdgeKind.PATH: "-->",
    EdgeKind.AGAIN: "-->",
    EdgeKind.MEMORY: "-.->",
    EdgeKind.DATA: "==>",
}
_AGAIN: Final = "stroke:#0b5cad,stroke-dasharray:7 4"
_PLAIN: Final = frozenset(" .,:()=?!+/%-")
"""Beside letters and digits, what neither Mermaid nor Markdown nor HTML reads as its own."""


def mermaid(graph: Graph) -> str:
    """The drawing as a flowchart; boxes lead to the lines where they are written."""
    title = json.dumps(safe(graph.title)).replace("<", "\\u003c")
    lines = ["---", f"title: {title}", "---", "flowchart TB"]
    lines.extend(map(_node, graph.nodes))
    lines.extend(map(_edge, graph.edges))
    kinds = {node.kind: None for node in graph.nodes}
    lines.extend(f"  classDef {_class(kind)} {_STYLES[kind]}" for kind in kinds)
    again = [at for at, edge in enumerate(graph.edges) if edge.kind is EdgeKind.AGAIN]
    if again:
        lines.append(f"  linkStyle {','.join(map(str, again))} {_AGAIN}")
    lines.extend(
        f'  click {node.key} href "{link(node.place)}" "{_encoded(where(node.place))}"'
        for node in graph.nodes
        if node.place is not None
    )
    return "\n".join(lines) + "\n"


def _node(node: Node) -> str:
    shape = _SHAPES.get(node.kind, _COPIES if node.copies > 1 else _BOX)
    label = "<br>".join(_encoded(caption.line) for caption in captions(node))
    return f"  {node.key}{shape[0]}{label}{shape[1]}:::{_class(node.kind)}"


def _edge(edge: Edge) -> str:
    lines = label_lines(edge)
    label = f'|"{"<br>".join(map(_encoded, lines))}"|' if lines else ""
    return f"  {edge.source} {_ARROWS[edge.kind]}{label} {edge.target}"


def _class(kind: NodeKind) -> str:
    return f"box{kind.capitalize()}"


def _encoded(line: str) -> str:
    """A line of a label; what could mean anything else is written by its number (`#35;`)."""
    text = "".join(
        each if each.isalnum() or each in _PLAIN else f"#{ord(each)};" for each in safe(line)
    )
    return f"#45;{text[1:]}" if text.startswith("-") else text
