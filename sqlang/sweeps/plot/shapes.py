"""The shapes that a plot is made of."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.views.timeline.marks import escaped_title, pixels


def sign(number: int, x: float, y: float, size: float, text: str) -> str:
    """A disk, a square, a diamond or a triangle, so that series differ without colors too."""
    title = f"<title>{several_lines(text)}</title>" if text else ""
    kind = f'class="sign s{number}"'
    match number % 4:
        case 0:
            shape = f'<circle {kind} cx="{pixels(x)}" cy="{pixels(y)}" r="{pixels(size)}"'
            return f"{shape}>{title}</circle>"
        case 1:
            corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        case 2:
            corners = [(0.0, -1.35), (1.35, 0.0), (0.0, 1.35), (-1.35, 0.0)]
        case _:
            corners = [(0.0, -1.3), (1.25, 1.0), (-1.25, 1.0)]
    outline = points([(x + right * size, y + down * size) for right, down in corners])
    return f'<polygon {kind} points="{outline}">{title}</polygon>'


def line(kind: str, begin: tuple[float, float], end: tuple[float, float]) -> str:
    """A straight line between two places."""
    return (
        f'<line class="{kind}" x1="{pixels(begin[0])}" y1="{pixels(begin[1])}" '
        f'x2="{pixels(end[0])}" y2="{pixels(end[1])}"/>'
    )


def points(places: Sequence[tuple[float, float]]) -> str:
    """Places as the corners of a shape."""
    return " ".join(f"{pixels(x)},{pixels(y)}" for x, y in places)


def several_lines(text: str) -> str:
    """A text of several lines for a tooltip."""
    return "\n".join(map(escaped_title, text.split("\n")))
