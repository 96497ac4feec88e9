"""Every program can be drawn in every format; pictures are whole, and hostile names stay names."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from sqlang.ir.replace import replace
from sqlang.views.drawing import Graph, deployment_graph
from sqlang.views.drawing.dot import dot
from sqlang.views.drawing.mermaid import mermaid
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


def check(graph: Graph) -> None:
    picture = ET.fromstring(svg(graph))
    shown = [element for element in picture.iter() if "node" in element.get("class", "").split()]
    assert [element.get("id") for element in shown] == [node.key for node in graph.nodes]
    for line in dot(graph).splitlines():
        assert DOT_LINE.fullmatch(line), line
    for line in mermaid(graph).splitlines():
        assert MERMAID_LINE.fullmatch(line), line
