"""Every program can be drawn in every format; pictures are whole, and hostile names stay names."""

from __future__ import annotations

import re
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from sqlang.ir.replace import replace
from sqlang.views.drawing import Graph, deployment_graph
from sqlang.views.drawing.captions import captions, label_lines
from sqlang.views.drawing.dot import dot
from sqlang.views.drawing.layout import Link, Point, Size, layout
from sqlang.views.drawing.mermaid import mermaid
from sqlang.views.drawing.shapes import box_size, label_size
from sqlang.views.drawing.svg import svg
from tests.conformance.vectors import analyzed, names
from tests.views.drawing.graphs import drawn

PROGRAMS = [(kind, name) for kind in ("accept", "run") for name in names(kind)]
HOSTILE = '"]]></title><script>alert(1)</script>&amp;\\"\n`%%{init}%% \x1b[31m \ud800 #quot; end'
DOT_LINE = re.compile(
    r'digraph "(?:[^"\\\n]|\\.)*" \{|\}'
    r"|  (?:label|bgcolor|node|edge)\b.*;"
    r'|  \w+(?: -> \w+)? \[(?:\w+=(?:[\w.]+|"(?:[^"\\\n]|\\.)*") ?)+\];'
)
MERMAID_LINE = re.compile(
    r'---|title: ".*"|flowchart TB'
    r'|  \w+[\[({]+"[^"`<>]*(?:<br>[^"`<>]*)*"[\])}]+:::\w+'
    r'|  \w+ (?:-->|-\.->|==>)(?:\|"[^"`<>]*(?:<br>[^"`<>]*)*"\|)? \w+'
    r"|  (?:classDef|linkStyle) [\w,]+ [\w:,# -]+"
    r'|  click \w+ href "[^"]*" "[^"]*"'
)


@pytest.mark.parametrize(("kind", "name"), PROGRAMS)
def test_programs_of_the_conformance_suite(kind: str, name: str) -> None:
    analysis = analyzed(kind, name)
    assert analysis.program is not None
    check(deployment_graph(analysis.program, analysis.origins, name))


def test_hostile_names() -> None:
    graph = drawn(
        "stage s : fifo; pool p { cap 1; } workload { arrive batch(1); }"
        " session { hold p (1) { run s (1); } }"
    )
    nodes = tuple(node._replace(title=HOSTILE, facts=(HOSTILE,)) for node in graph.nodes)
    edges = tuple(edge._replace(labels=(HOSTILE,)) for edge in graph.edges)
    hostile = Graph(HOSTILE, nodes, edges)
    check(hostile)
    for text in (svg(hostile), mermaid(hostile), dot(hostile)):
        text.encode()
        assert "\x1b" not in text
    assert "<script" not in svg(hostile) + mermaid(hostile)


def test_an_ir_without_text_has_no_places() -> None:
    program = analyzed("run", "000-separate-phases").program
    assert program is not None
    text = svg(deployment_graph(replace(program, seed=2)))
    assert "data-line" not in text
    assert "data-line" in svg(drawn("stage s : fifo; session { run s (1); }"))


def test_boxes_do_not_overlap_and_all_is_in_the_picture() -> None:
    program = analyzed("run", "173-pd-two-engines").program
    assert program is not None
    graph = deployment_graph(program)
    sizes = [box_size(node.kind, captions(node), node.copies) for node in graph.nodes]
    places = {node.key: at for at, node in enumerate(graph.nodes)}
    links = [
        Link(
            places[edge.source],
            places[edge.target],
            label_size(label_lines(edge)) if edge.labels else None,
            1.0,
        )
        for edge in graph.edges
    ]
    found = layout(sizes, links)
    assert found == layout(sizes, links)
    for (one, size), (other, other_size) in combinations(zip(found.boxes, sizes, strict=True), 2):
        assert apart(one, size, other, other_size)
    for middle, size in zip(found.boxes, sizes, strict=True):
        assert inside(middle, size, found.size)
    for link, route in zip(links, found.routes, strict=True):
        assert (link.label is None) == (route.label is None)
        if link.label is not None and route.label is not None:
            assert inside(route.label, link.label, found.size)


def check(graph: Graph) -> None:
    picture = ET.fromstring(svg(graph))
    shown = [element for element in picture.iter() if "node" in element.get("class", "").split()]
    assert [element.get("id") for element in shown] == [node.key for node in graph.nodes]
    for line in dot(graph).splitlines():
        assert DOT_LINE.fullmatch(line), line
    for line in mermaid(graph).splitlines():
        assert MERMAID_LINE.fullmatch(line), line


def apart(one: Point, size: Size, other: Point, other_size: Size) -> bool:
    return (
        abs(one.x - other.x) >= (size.width + other_size.width) / 2
        or abs(one.y - other.y) >= (size.height + other_size.height) / 2
    )


def inside(middle: Point, size: Size, whole: Size) -> bool:
    return (
        size.width / 2 - 0.01 <= middle.x <= whole.width - size.width / 2 + 0.01
        and size.height / 2 - 0.01 <= middle.y <= whole.height - size.height / 2 + 0.01
    )
