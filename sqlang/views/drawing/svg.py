"""A drawing as SVG that needs nothing but itself, in the colors of pages, light and dark."""

from __future__ import annotations

import os
from itertools import pairwise
from typing import Final

from sqlang.views.drawing.captions import captions, edge_tooltip, label_lines, safe, tooltip
from sqlang.views.drawing.graph import Edge, EdgeKind, Graph, Node, Place
from sqlang.views.drawing.layout import Layout, Link, Point, Route, layout
from sqlang.views.drawing.shapes import box, box_size, label_size
from sqlang.views.html import colors, escaped, resource

_MARGIN: Final = 24.0
_TITLE_HEIGHT: Final = 30.0
_LEGEND_HEIGHT: Final = 34.0
_LABEL_LINE: Final = 14.0
_CORNER: Final = 7.0
_FAR: Final = 45.0
"""A label farther from its arrow than this is tied to it."""

_LEGEND: Final = {
    EdgeKind.PATH: "way of a request",
    EdgeKind.AGAIN: "back to an earlier place",
    EdgeKind.MEMORY: "use of memory",
    EdgeKind.DATA: "data moved",
}
_LEGEND_STEP: Final = 214.0
_WEIGHTS: Final = {
    EdgeKind.PATH: 4.0,
    EdgeKind.AGAIN: 1.0,
    EdgeKind.MEMORY: 0.5,
    EdgeKind.DATA: 2.0,
}


def svg(graph: Graph) -> str:
    """The drawing as a whole file, laid out. Raises `LayoutMissingError`."""
    found = _laid_out(graph)
    width = max(found.size.width, _least_width(graph)) + 2 * _MARGIN
    height = found.size.height + 2 * _MARGIN + _TITLE_HEIGHT + _LEGEND_HEIGHT
    titles = {node.key: node.title for node in graph.nodes}
    routes = zip(graph.edges, found.routes, strict=True)
    boxes = zip(graph.nodes, found.boxes, strict=True)
    title = escaped(safe(graph.title))
    left = (width - found.size.width) / 2
    parts = [
        _opening(width, height, title),
        f"<title>{title}</title>",
        f"<style>\n{_style()}</style>",
        _heads(),
        '<rect class="ground" width="100%" height="100%"/>',
        f'<text class="title" x="{_MARGIN}" y="{_MARGIN + 8}">{title}</text>',
        f'<g transform="translate({left:.1f} {_MARGIN + _TITLE_HEIGHT})">',
        *(_edge(edge, route, titles) for edge, route in routes),
        *(_node(node, middle) for node, middle in boxes),
        "</g>",
        _legend(graph, height - _MARGIN),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _opening(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" aria-label="{title}">'
    )


def _laid_out(graph: Graph) -> Layout:
    places = {node.key: place for place, node in enumerate(graph.nodes)}
    sizes = [box_size(node.kind, captions(node), node.copies) for node in graph.nodes]
    links = []
    for edge in graph.edges:
        lines = label_lines(edge)
        room = label_size(lines) if lines else None
        source, target = places[edge.source], places[edge.target]
        links.append(Link(source, target, room, _WEIGHTS[edge.kind]))
    return layout(sizes, links)


def _style() -> str:
    return colors() + resource(os.path.dirname(__file__), "drawing.css")


def _heads() -> str:
    """The heads of arrows, one for each kind: a marker cannot take the color of its line."""
    markers = "".join(
        f'<marker id="head-{kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" '
        f'markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse">'
        f'<path class="head {kind}" d="M0 1L10 5L0 9z"/></marker>'
        for kind in EdgeKind
    )
    return f"<defs>{markers}</defs>"


def _node(node: Node, middle: Point) -> str:
    drawn = "".join(box(node.kind, captions(node), middle, node.copies))
    return (
        f'<g class="node {node.kind}" id="{node.key}"{_source(node.place)}>'
        f"<title>{escaped(tooltip(node))}</title>{drawn}</g>"
    )


def _edge(edge: Edge, route: Route, titles: dict[str, str]) -> str:
    drawn = f'<path d="{_curve(route.points)}" marker-end="url(#head-{edge.kind})"/>'
    lines = label_lines(edge)
    if lines and route.label is not None:
        drawn += _leader(route.points, route.label)
        first = route.label.y - _LABEL_LINE * (len(lines) - 1) / 2 + 4
        drawn += "".join(
            f'<text class="label" x="{route.label.x:.1f}" y="{first + _LABEL_LINE * at:.1f}">'
            f"{escaped(line)}</text>"
            for at, line in enumerate(lines)
        )
    return (
        f'<g class="edge {edge.kind}"{_source(edge.place)}>'
        f"<title>{escaped(edge_tooltip(edge, titles))}</title>{drawn}</g>"
    )


def _leader(points: tuple[Point, ...], label: Point) -> str:
    """A fine line from a label to its arrow, where there was no room for it nearby."""
    near = min(
        (
            Point(
                min(max(label.x, min(start.x, end.x)), max(start.x, end.x)),
                min(max(label.y, min(start.y, end.y)), max(start.y, end.y)),
            )
            for start, end in pairwise(points)
        ),
        key=lambda each: abs(each.x - label.x) + abs(each.y - label.y),
    )
    if abs(near.x - label.x) + abs(near.y - label.y) < _FAR:
        return ""
    drawn = f"M{label.x:.1f} {label.y:.1f}L{near.x:.1f} {near.y:.1f}"
    return f'<path class="leader" d="{drawn}"/>'


def _source(place: Place | None) -> str:
    if place is None:
        return ""
    return f' data-file="{escaped(safe(place.path))}" data-line="{place.line}"'


def _curve(points: tuple[Point, ...]) -> str:
    """A polyline with its corners rounded."""
    drawn = f"M{points[0].x:.1f} {points[0].y:.1f}"
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        start, end = _toward(corner, before), _toward(corner, after)
        drawn += f"L{start.x:.1f} {start.y:.1f}Q{corner.x:.1f} {corner.y:.1f} "
        drawn += f"{end.x:.1f} {end.y:.1f}"
    return f"{drawn}L{points[-1].x:.1f} {points[-1].y:.1f}"


def _toward(start: Point, end: Point) -> Point:
    """The place near `start` on the way to `end` where a rounded corner begins."""
    length = abs(end.x - start.x) + abs(end.y - start.y)
    share = min(_CORNER, length / 2) / length if length else 0.0
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def _legend(graph: Graph, y: float) -> str:
    kinds = {edge.kind for edge in graph.edges}
    drawn, x = [], _MARGIN
    for kind, text in _LEGEND.items():
        if kind in kinds:
            drawn.append(
                f'<g class="edge {kind}"><path d="M{x:.0f} {y - 4:.1f}h32" '
                f'marker-end="url(#head-{kind})"/></g>'
                f'<text class="legend" x="{x + 40:.0f}" y="{y:.1f}">{text}</text>'
            )
            x += _LEGEND_STEP
    return "".join(drawn)


def _least_width(graph: Graph) -> float:
    """The width of the legend and the title."""
    kinds = {edge.kind for edge in graph.edges}
    return max(_LEGEND_STEP * len(kinds), 9.0 * len(graph.title))
