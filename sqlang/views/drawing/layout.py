"""Where boxes and arrows go: asks graphlay, a layered layout engine, and knows nothing of serQ."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

_OPTIONS: Final = {
    "direction": "topbottom",
    "cycles": {"strategy": "follow_flow"},
}


class LayoutMissingError(Exception):
    """The library that lays out drawings is not installed."""


class Size(NamedTuple):
    """In pixels."""

    width: float
    height: float


class Point(NamedTuple):
    """In pixels, from the left and from the top."""

    x: float
    y: float


class Link(NamedTuple):
    """An arrow between two boxes, by their places.

    `label` is the room that its text takes, `weight` says how short and straight it is wanted.
    """

    source: int
    target: int
    label: Size | None
    weight: float


class Route(NamedTuple):
    """An arrow from border to border, and the middle of its label."""

    points: tuple[Point, ...]
    label: Point | None


class Layout(NamedTuple):
    """The middle of each box and the route of each arrow, all right of and below (0, 0)."""

    size: Size
    boxes: tuple[Point, ...]
    routes: tuple[Route, ...]


def layout(boxes: Sequence[Size], links: Sequence[Link]) -> Layout:
    """Boxes in layers from top to bottom, none overlapping; arrows run around them.

    Equal input gives equal output, on every machine. Raises `LayoutMissingError`.
    """
    try:
        import graphlay
    except ImportError as error:
        raise LayoutMissingError from error
    graph = graphlay.Graph()
    for place, size in enumerate(boxes):
        graph.node(place, width=size.width, height=size.height)
    for link in links:
        graph.edge(link.source, link.target, weight=link.weight, **_wishes(link))
    return _read(graphlay.layout(graph, options=_OPTIONS).to_dict(), links)


def _wishes(link: Link) -> dict[str, object]:
    wishes: dict[str, object] = {}
    if link.label is not None:
        wishes["label_size"] = link.label._asdict()
    return wishes


def _read(raw: dict[str, Any], links: Sequence[Link]) -> Layout:
    left, top, right, bottom = _bounds(raw, links)

    def point(found: dict[str, float]) -> Point:
        return Point(found["x"] - left, found["y"] - top)

    routes = tuple(
        Route(
            tuple(map(point, each["points"])),
            None if each["label_anchor"] is None else point(each["label_anchor"]),
        )
        for each in raw["edges"]
    )
    size = Size(right - left, bottom - top)
    return Layout(size, tuple(point(each["center"]) for each in raw["nodes"]), routes)


def _bounds(raw: dict[str, Any], links: Sequence[Link]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of all there is; the library's own bounds are without labels."""
    least, most = raw["bounds"]["min"], raw["bounds"]["max"]
    left, top, right, bottom = least["x"], least["y"], most["x"], most["y"]
    for link, route in zip(links, raw["edges"], strict=True):
        if link.label is not None and route["label_anchor"] is not None:
            x, y = route["label_anchor"]["x"], route["label_anchor"]["y"]
            left, right = min(left, x - link.label.width / 2), max(right, x + link.label.width / 2)
            top, bottom = (
                min(top, y - link.label.height / 2),
                max(bottom, y + link.label.height / 2),
            )
    return left, top, right, bottom
