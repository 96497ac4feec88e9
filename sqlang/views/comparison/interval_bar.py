"""A small picture of a confidence interval beside zero."""

from __future__ import annotations

from typing import Final

from sqlang.views.comparison.intervals import Difference
from sqlang.views.html import escaped
from sqlang.views.numbers import short

_WIDTH: Final = 180
_HEIGHT: Final = 18
_MARGIN: Final = 8


def interval_bar(difference: Difference) -> str:
    """The interval as a line with its middle, zero as a rule; empty if there is nothing to show."""
    mean, half = difference.mean, difference.half_width
    if mean is None or half is None or (not mean and difference.is_constant):
        return ""
    low, high = mean - half, mean + half
    begin, end = min(low, 0.0), max(high, 0.0)
    span = end - begin or 1.0
    scale = (_WIDTH - 2 * _MARGIN) / span
    middle = _HEIGHT / 2

    def x(value: float) -> str:
        return f"{_MARGIN + (value - begin) * scale:.1f}"

    label = escaped(f"from {short(low)} to {short(high)}")
    kind = "bar-line" if difference.excludes_zero else "bar-uncertain"
    return (
        f'<svg width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-label="{label}">'
        f"<title>{label}</title>"
        f'<line class="bar-zero" x1="{x(0.0)}" x2="{x(0.0)}" y1="1" y2="{_HEIGHT - 1}"/>'
        f'<line class="{kind}" x1="{x(low)}" x2="{x(high)}" y1="{middle}" y2="{middle}"/>'
        f'<circle class="bar-mean" cx="{x(mean)}" cy="{middle}" r="4"/></svg>'
    )
