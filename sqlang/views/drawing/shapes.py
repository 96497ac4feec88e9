"""How large a box is with the lines in it, and how both are drawn."""

from __future__ import annotations

from typing import Final

from sqlang.views.display_width import display_width
from sqlang.views.drawing.captions import Caption, CaptionKind
from sqlang.views.drawing.graph import NodeKind
from sqlang.views.drawing.layout import Point, Size
from sqlang.views.html import escaped

_PADDING: Final = 12.0
_LINE: Final = 17.0
_NUMBER: Final = 22.0
"""The room that the number of a step takes before its text."""

_COLUMN: Final = {CaptionKind.TITLE: 8.8, CaptionKind.ROLE: 7.4}
_PLAIN_COLUMN: Final = 7.5
"""The width of a character at 12 pixels: that of the widest among the common fixed-pitch fonts."""

_LABEL_COLUMN: Final = 6.9
_LABEL_LINE: Final = 14.0
_LEAST_WIDTH: Final = 64.0
_LID: Final = 7.0
"""Half the height of the ellipse that closes a cylinder."""

_PILE: Final = 5.0
"""How far the boxes behind a family's box look out."""


def box_size(kind: NodeKind, lines: list[Caption], copies: int) -> Size:
    """How large a box must be for its lines, with what looks out behind it."""
    width, height = _front_size(kind, lines)
    behind = _behind(copies)
    return Size(width + behind, height + behind)


def _front_size(kind: NodeKind, lines: list[Caption]) -> Size:
    indent = _indent(lines)
    width = max(_line_width(line, indent) for line in lines)
    height = _LINE * len(lines) + _PADDING + _top(kind)
    return Size(max(width + 2 * _PADDING, _LEAST_WIDTH), height)


def _behind(copies: int) -> float:
    return 2 * _PILE if copies > 1 else 0.0


def label_size(lines: list[str]) -> Size:
    """The room that the text at an arrow takes."""
    columns = max(map(display_width, lines))
    return Size(columns * _LABEL_COLUMN + 6, _LABEL_LINE * len(lines) + 4)


def box(kind: NodeKind, lines: list[Caption], middle: Point, copies: int) -> list[str]:
    """A box around its middle, with its lines."""
    size, behind = _front_size(kind, lines), _behind(copies)
    left = middle.x - (size.width + behind) / 2
    top = middle.y - (size.height - behind) / 2
    center = left + size.width / 2
    drawn: list[str] = []
    if copies > 1:
        drawn.extend(_outline(kind, left + away, top - away, size) for away in (2 * _PILE, _PILE))
    drawn.append(_outline(kind, left, top, size))
    indent = _indent(lines)
    y = top + _top(kind) + _PADDING / 2 + 12
    centered = len(lines) == 1
    for line in lines:
        drawn.extend(_line(line, center if centered else left + _PADDING, y, indent, centered))
        y += _LINE
    return drawn


def _indent(lines: list[Caption]) -> float:
    return _NUMBER if any(line.number for line in lines) else 0.0


def _line_width(line: Caption, indent: float) -> float:
    width = display_width(line.text) * _COLUMN.get(line.kind, _PLAIN_COLUMN)
    return width + indent if line.kind is CaptionKind.STEP else width


def _top(kind: NodeKind) -> float:
    return 2 * _LID if kind is NodeKind.POOL else 0.0


def _outline(kind: NodeKind, left: float, top: float, size: Size) -> str:
    width, height = size
    if kind is not NodeKind.POOL:
        radius = 14 if kind in (NodeKind.WORKLOAD, NodeKind.END, NodeKind.TURN) else 5
        return (
            f'<rect class="box" x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" '
            f'height="{height:.1f}" rx="{radius}"/>'
        )
    side, arc = height - 2 * _LID, f"{width / 2:.1f} {_LID}"
    return (
        f'<path class="box" d="M{left:.1f} {top + _LID:.1f}a{arc} 0 0 1 {width:.1f} 0v{side:.1f}'
        f"a{arc} 0 0 1 {-width:.1f} 0z"
        f'M{left:.1f} {top + _LID:.1f}a{arc} 0 0 0 {width:.1f} 0"/>'
    )


def _line(line: Caption, x: float, y: float, indent: float, centered: bool) -> list[str]:
    drawn = []
    if line.kind is CaptionKind.STEP:
        if line.number:
            drawn.append(
                f'<circle class="number" cx="{x + 7:.1f}" cy="{y - 4:.1f}" r="8"/>'
                f'<text class="digits" x="{x + 7:.1f}" y="{y - 0.5:.1f}">{line.number}</text>'
            )
        x += indent
    anchor = ' text-anchor="middle"' if centered else ""
    source = "" if line.place is None else f' data-line="{line.place.line}"'
    drawn.append(
        f'<text class="{line.kind}" x="{x:.1f}" y="{y:.1f}"{anchor}{source}>'
        f"{escaped(line.text)}</text>"
    )
    return drawn
