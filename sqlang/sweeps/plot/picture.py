"""The panels of a plot as one SVG, light or dark as its reader prefers."""

from __future__ import annotations

import os
from typing import Final

from sqlang.sweeps.plot.panel import Frame, panel
from sqlang.sweeps.plot.series import Choice, choice, series_of
from sqlang.sweeps.plot.shapes import sign
from sqlang.sweeps.statistics import Results
from sqlang.sweeps.text import heading, level_text
from sqlang.views.html import colors, resource
from sqlang.views.numbers import plural
from sqlang.views.timeline.marks import escaped_title, group, label, pixels

MOST_PANELS: Final = 12

_WIDE: Final = 760.0
_NARROW: Final = 520.0
_HEIGHT: Final = 300.0
_GAP: Final = 40.0
_MARGIN: Final = 24.0
_LEFT: Final = 58.0
_TITLE: Final = 30.0
_BELOW: Final = 46.0
_LINE: Final = 22.0
_CHARACTER: Final = 6.6
"""How wide a character of the legend is, about."""


def plot_svg(results: Results, title: str) -> str:
    """A picture that needs nothing else; raises `ValueError` if nothing is varied."""
    if not results.plan.variations:
        raise ValueError("without a parameter that varies there is nothing to draw along")
    drawn = choice(results)
    count = min(len(results.measures), MOST_PANELS)
    columns = 1 if count == 1 else 2
    room = _WIDE if columns == 1 else _NARROW
    width = 2 * _MARGIN + columns * room + (columns - 1) * _GAP
    parts, top = _head(results, title, drawn, width)
    for number in range(count):
        left = _MARGIN + (number % columns) * (room + _GAP)
        place = Frame(left + _LEFT, top + _TITLE, room - _LEFT, _HEIGHT - _TITLE - _BELOW)
        parts.append(panel(results, number, drawn, place))
        if number % columns == columns - 1 or number == count - 1:
            top += _HEIGHT + _GAP / 2
    height = top
    style = colors() + resource(os.path.dirname(__file__), "plot.css")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plot" role="img" '
        f'aria-label="{escaped_title(title)}: means along the values" '
        f'viewBox="0 0 {pixels(width)} {pixels(height)}" '
        f'width="{pixels(width)}" height="{pixels(height)}">\n<style>\n{style}</style>\n'
        f'<rect class="ground" width="100%" height="100%"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def _head(results: Results, title: str, drawn: Choice, width: float) -> tuple[list[str], float]:
    """What stands above the panels, and where these begin."""
    top = _MARGIN + 8.0
    name = escaped_title(title)
    parts = [f"<title>{name}</title>", label(_MARGIN, top, "title", title)]
    top += _LINE
    _, _, counts = heading(results, "").partition("   ")
    parts.append(label(_MARGIN, top, "note", f"{counts}{_shading(results)}"))
    more = _left_out(results, drawn)
    if more:
        top += _LINE - 4.0
        parts.append(label(_MARGIN, top, "note", more))
    if drawn.of > 1:
        rows, top = _legend(results, drawn, width, top + _LINE)
        parts.append(group("legend", rows))
    return parts, top + _LINE


def _shading(results: Results) -> str:
    if len(results.plan.seeds) == 1:
        return ""
    return f"; means with {level_text(results.level)} confidence intervals"


def _left_out(results: Results, drawn: Choice) -> str:
    said = []
    if len(drawn.chosen) < drawn.of:
        said.append(f"{len(drawn.chosen)} of {drawn.of} combinations of the other parameters")
    if len(results.measures) > MOST_PANELS:
        said.append(f"the first {MOST_PANELS} of {plural(len(results.measures), 'measure')}")
    return f"drawn are {' and '.join(said)}" if said else ""


def _legend(results: Results, drawn: Choice, width: float, top: float) -> tuple[list[str], float]:
    parts, left = [], _MARGIN
    for series in series_of(results, 0, drawn):
        needed = 26.0 + _CHARACTER * len(series.name)
        if left > _MARGIN and left + needed > width - _MARGIN:
            left, top = _MARGIN, top + _LINE - 2.0
        parts.append(sign(series.number, left + 6.0, top - 4.0, 5.0, ""))
        parts.append(label(left + 17.0, top, "name", series.name))
        left += needed + 12.0
    return parts, top
