"""Graphs of short programs, and arrows as short texts."""

from __future__ import annotations

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.views.drawing import EdgeKind, Graph, Node, deployment_graph

RUN = " run { horizon 20; warmup 0; seed 1; }"


def drawn(text: str) -> Graph:
    """What is drawn of a program that says nothing of its run."""
    analysis = analyze(Source(text + RUN, "p.sq"))
    assert analysis.program is not None, analysis.diagnostics
    return deployment_graph(analysis.program, analysis.origins, "p.sq")


def arrows(graph: Graph, *kinds: EdgeKind) -> list[str]:
    """The arrows of some kinds, by the titles of their ends: `a > b: label, label`."""
    titles = {node.key: node.title for node in graph.nodes}
    return [
        f"{titles[edge.source]} > {titles[edge.target]}"
        + (f": {', '.join(edge.labels)}" if edge.labels else "")
        for edge in graph.edges
        if edge.kind in kinds
    ]


def box(graph: Graph, title: str) -> Node:
    """The only box of a title."""
    (found,) = [node for node in graph.nodes if node.title == title]
    return found


def steps(node: Node) -> list[str]:
    """What a request does at a box."""
    return [f"{step.number} {step.text}" for step in node.steps]
