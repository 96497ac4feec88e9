"""The SVG elements of a timeline: rectangles that last from one time to another, and their texts.

Each carries its times, statement and session as `data-` attributes, so that a page can move it when
it shows another stretch of time, and light up what belongs together.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

from sqlang.views.html import escaped
from sqlang.views.numbers import exact
from sqlang.views.recording.records import Key
from sqlang.views.timeline.scale import Scale


class Extent(NamedTuple):
    """Where a rectangle lies: times to the right, pixels down."""

    start: float
    end: float
    top: float
    height: float


def rectangle(scale: Scale, extent: Extent, kind: str, title: str = "", **data: str) -> str:
    """A rectangle, at least a pixel wide; of an endless one the part that is seen."""
    end = min(extent.end, 1.7e308)
    left = scale.place(extent.start)
    width = max(scale.place(end) - left, 1.0)
    attributes = "".join(f' data-{name}="{escaped(value)}"' for name, value in data.items())
    shape = (
        f'class="{kind}" data-from="{exact_time(extent.start)}" data-to="{exact_time(end)}" '
        f'x="{pixels(left)}" width="{pixels(width)}" '
        f'y="{pixels(extent.top)}" height="{pixels(extent.height)}"{attributes}'
    )
    if not title:
        return f"<rect {shape}/>"
    return f"<rect {shape}><title>{escaped_title(title)}</title></rect>"


def label(x: float, y: float, kind: str, text: str) -> str:
    """A text at a fixed place."""
    return f'<text class="{kind}" x="{pixels(x)}" y="{pixels(y)}">{escaped_title(text)}</text>'


def group(kind: str, parts: Iterable[str], **attributes: str) -> str:
    """Elements that belong together; an underscore in an attribute's name is a hyphen."""
    written = "".join(
        f' {name.replace("_", "-")}="{escaped(value)}"' for name, value in attributes.items()
    )
    inner = "\n".join(parts)
    return f'<g class="{kind}"{written}>\n{inner}\n</g>'


def statement_place(key: Key) -> str:
    """The name of a statement in `data-place`."""
    return f"s{key[0]}.{key[1]}"


def stage_place(family: int) -> str:
    """The name of a stage, or a family of them, in `data-place`."""
    return f"stage{family}"


def pool_place(family: int) -> str:
    """The name of a pool, or a family of them, in `data-place`."""
    return f"pool{family}"


def pixels(value: float) -> str:
    """A length with two decimals, few enough digits to stay small."""
    return exact(round(value, 2)) if math.isfinite(value) else "0"


def exact_time(time: float) -> str:
    """A time that reads back as the same number, however great."""
    return repr(float(time)).removesuffix(".0")


def escaped_title(text: str) -> str:
    """Text inside an element."""
    return escaped(printable(text))


def printable(text: str) -> str:
    """Text without what XML does not allow."""
    return "".join(each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text)
