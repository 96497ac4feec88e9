"""Pictures of many programs: nothing covers anything else, and every arrow ends at its boxes."""

from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

import pytest

from sqlang.analysis import Analysis, analyze
from sqlang.source import Source
from sqlang.views.drawing import Graph, deployment_graph
from sqlang.views.drawing.captions import captions, label_lines
from sqlang.views.drawing.layout import Layout, Link, Point, Size, layout
from sqlang.views.drawing.shapes import box_size, label_size
from tests.conformance.vectors import analyzed, names
from tests.views.drawing.graphs import drawn

EXAMPLES = Path(__file__).parents[3] / "examples"
PROGRAMS = [
    *((kind, name) for kind in ("accept", "run") for name in names(kind)),
    *(("examples", path.stem) for path in sorted(EXAMPLES.glob("*.sq"))),
]
ROUNDING = 0.01
MANY = " ".join(f"stage s{at} : fifo;" for at in range(50))
WAYS = " ".join(f"branch (serial == {at}) {{ run s{at} (1); }}" for at in range(50))
SHAPES = {
    "fifty stages": f"{MANY} session {{ {WAYS} }}",
    "a chain of fifty": f"{MANY} session {{ {' '.join(f'run s{at} (1);' for at in range(50))} }}",
    "no session": "stage s : fifo;",
    "a circle": "stage s : fifo; stage t : fifo; session { loop { run s (1); run t (1); } }",
    "circles in circles": (
        "stage s : fifo; stage t : delay; session { loop { run s (1);"
        " branch (now > 3) { loop { run t (1); branch (now > 5) { end; } run s (2); } } } }"
    ),
    "long names": (
        f"stage {'s' * 300} : fifo; pool {'p' * 300} {{ cap 1; }}"
        f" session {{ hold {'p' * 300} (1) {{ run {'s' * 300} (1); }} }}"
    ),
}


class Box(NamedTuple):
    middle: Point
    size: Size

    def covers(self, other: Box) -> bool:
        return (
            abs(self.middle.x - other.middle.x) < (self.size.width + other.size.width) / 2
            and abs(self.middle.y - other.middle.y) < (self.size.height + other.size.height) / 2
        )

    def is_in(self, whole: Size) -> bool:
        x, y, width, height = *self.middle, self.size.width / 2, self.size.height / 2
        across = width - ROUNDING <= x <= whole.width - width + ROUNDING
        return across and height - ROUNDING <= y <= whole.height - height + ROUNDING

    def distance(self, point: Point) -> float:
        """From its border to a point, below 0 inside."""
        return max(
            abs(point.x - self.middle.x) - self.size.width / 2,
            abs(point.y - self.middle.y) - self.size.height / 2,
        )


def program(kind: str, name: str) -> Analysis:
    if kind != "examples":
        return analyzed(kind, name)
    path = EXAMPLES / f"{name}.sq"
    return analyze(Source(path.read_text(encoding="utf-8"), str(path), os.path.dirname(path)))


@pytest.mark.parametrize(("kind", "name"), PROGRAMS)
def test_the_picture_of_a_program_is_clear(kind: str, name: str) -> None:
    analysis = program(kind, name)
    assert analysis.program is not None
    check(deployment_graph(analysis.program, analysis.origins, name))


@pytest.mark.parametrize("shape", SHAPES)
def test_the_picture_of_an_unusual_program_is_clear(shape: str) -> None:
    check(drawn(SHAPES[shape]))


def test_equal_graphs_have_equal_pictures() -> None:
    graph = drawn(SHAPES["circles in circles"])
    assert laid_out(graph) == laid_out(graph)


def check(graph: Graph) -> None:
    sizes, links, found = laid_out(graph)
    boxes = [Box(middle, size) for middle, size in zip(found.boxes, sizes, strict=True)]
    labels = []
    for link, route in zip(links, found.routes, strict=True):
        assert boxes[link.source].distance(route.points[0]) == pytest.approx(0, abs=1)
        assert boxes[link.target].distance(route.points[-1]) == pytest.approx(0, abs=1)
        assert (link.label is None) == (route.label is None)
        if link.label is not None and route.label is not None:
            labels.append(Box(route.label, link.label))
    for one, other in combinations([*boxes, *labels], 2):
        assert not one.covers(other)
    for each in (*boxes, *labels):
        assert each.is_in(found.size)


def laid_out(graph: Graph) -> tuple[list[Size], list[Link], Layout]:
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
    return sizes, links, layout(sizes, links)
