"""The figures as one picture in SVG: ratios of each program as bars, growth as curves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from sqlang.views.html import colors, escaped
from tests.bench.engine.growth import Growth
from tests.bench.engine.speed import Result

_WIDTH: Final = 940
_MARGIN: Final = 20
_LABELS: Final = 190
_ROW: Final = 30
_BAR: Final = 11
_PANEL: Final = 200
_GAP: Final = 48
_COLORS: Final = {
    "reference": "var(--muted)",
    "compiled": "var(--decode)",
    "plain": "var(--prefill)",
}
_NAMES: Final = {
    "reference": "pyserq 0.1.0",
    "compiled": "sqlang, compiled",
    "plain": "sqlang, plain Python",
}
_STYLE: Final = """
.ground { fill: var(--ground); }
text { font: 13px system-ui, sans-serif; fill: var(--ink); }
.title { font-weight: 600; font-size: 15px; }
.small { font-size: 11px; fill: var(--muted); }
.end { text-anchor: end; }
.middle { text-anchor: middle; }
.grid { stroke: var(--line); }
.one { stroke: var(--ink); stroke-dasharray: 4 3; }
.bound { stroke: var(--accent); stroke-width: 2; }
.curve { fill: none; stroke-width: 2; }
.linear { fill: none; stroke: var(--line); stroke-dasharray: 4 3; }
"""


class _Scale(NamedTuple):
    """A logarithmic axis: `low` to `high` in the values, `start` to `end` in the picture."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def tens(self) -> list[float]:
        """The powers of ten on the axis."""
        first = math.ceil(math.log10(self.low) - 1e-9)
        last = math.floor(math.log10(self.high) + 1e-9)
        return [10.0**power for power in range(first, last + 1)]


def picture(results: Sequence[Result], curves: Sequence[Growth], forms: Sequence[str]) -> str:
    """The whole file; `forms` are those of ours that were measured."""
    bars_end = 2 * _MARGIN + 46 + _ROW * len(results)
    height = bars_end + 70 + _PANEL + _MARGIN
    opening = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" role="img" aria-label="speed of the engine">'
    )
    parts = [
        opening,
        f"<style>\n{colors()}{_STYLE}</style>",
        '<rect class="ground" width="100%" height="100%"/>',
        *_bars(results, forms, bars_end),
        *_panels(curves, ["reference", *forms], bars_end + 60),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _bars(results: Sequence[Result], forms: Sequence[str], bottom: float) -> list[str]:
    """Run times as ratios to the reference's, longer is faster, with the bound of each program."""
    ratios = [result.ratio(form, "run") for result in results for form in forms]
    low = 10.0 ** math.floor(math.log10(min(*ratios, 0.1)))
    high = 10.0 ** math.ceil(math.log10(max(*ratios, 5.0)))
    scale = _Scale(low, high, _MARGIN + _LABELS, _WIDTH - _MARGIN - 30)
    top = _MARGIN + 46
    parts = [
        _text(_MARGIN, _MARGIN + 10, "Runs: how many times as fast as pyserq 0.1.0", "title"),
        *_legend(forms, 430, _MARGIN + 10),
    ]
    for value in scale.tens():
        kind = "one" if value == 1.0 else "grid"
        parts.append(_line(scale.at(value), top - 8, scale.at(value), bottom - 16, kind))
        parts.append(_text(scale.at(value), bottom, f"{value:g} ×", "small middle"))
    for row, result in enumerate(results):
        y = top + _ROW * row
        name = result.benchmark.name.replace("_", " ")
        parts.append(_text(scale.start - 10, y + 16, name, "end"))
        for place, form in enumerate(forms):
            ratio = result.ratio(form, "run")
            at, end = y + 2 + _BAR * place, scale.at(ratio)
            parts.append(
                f'<rect x="{scale.start:.1f}" y="{at}" width="{end - scale.start:.1f}" '
                f'height="{_BAR - 1}" fill="{_COLORS[form]}"/>'
            )
            parts.append(_text(end + 4, at + 9, f"{ratio:.2f}", "small"))
        if "compiled" in forms:
            bound = scale.at(result.benchmark.bound)
            parts.append(_line(bound, y, bound, y + 4 + _BAR, "bound"))
    return parts


def _panels(curves: Sequence[Growth], forms: Sequence[str], top: float) -> list[str]:
    """One panel for each quantity that grows: seconds of a run over its size, both logarithmic."""
    parts = [_text(_MARGIN, top - 14, "Growth: milliseconds of a run; dashed: linear", "title")]
    width = (_WIDTH - 2 * _MARGIN - _GAP * len(curves)) / max(len(curves), 1)
    for number, curve in enumerate(curves):
        left = _MARGIN + _GAP + number * (width + _GAP)
        parts += _panel(curve, forms, left, width, top)
    return parts


def _panel(curve: Growth, forms: Sequence[str], left: float, width: float, top: float) -> list[str]:
    times = [second * 1000 for form in forms for second in curve.seconds.get(form, [])]
    low = 10.0 ** math.floor(math.log10(min(times)))
    high = 10.0 ** math.ceil(math.log10(max(times)))
    bottom = top + _PANEL - 40
    sizes = curve.sizes
    across = _Scale(sizes[0], sizes[-1], left, left + width)
    up = _Scale(low, high, bottom, top)
    parts = [_text(left + width / 2, bottom + 32, curve.what, "middle")]
    for value in up.tens():
        parts.append(_line(left, up.at(value), left + width, up.at(value), "grid"))
        parts.append(_text(left - 4, up.at(value) + 4, f"{value:g}", "small end"))
    parts += [
        _text(across.at(size), bottom + 15, f"{size:,}", "small middle")
        for size in (sizes[0], sizes[-1])
    ]
    for form in forms:
        if form in curve.seconds:
            milliseconds = [second * 1000 for second in curve.seconds[form]]
            parts += _curve(sizes, milliseconds, across, up, form)
    return parts


def _curve(
    sizes: Sequence[int], milliseconds: Sequence[float], across: _Scale, up: _Scale, form: str
) -> list[str]:
    """A curve, and the line through its last point that linear growth would be."""
    points = [
        f"{across.at(size):.1f},{up.at(time):.1f}"
        for size, time in zip(sizes, milliseconds, strict=True)
    ]
    beginning = max(milliseconds[-1] * sizes[0] / sizes[-1], up.low)
    begun_at = beginning / milliseconds[-1] * sizes[-1]
    return [
        _line(across.at(begun_at), up.at(beginning), across.end, up.at(milliseconds[-1]), "linear"),
        f'<polyline class="curve" stroke="{_COLORS[form]}" points="{" ".join(points)}"/>',
        *(
            f'<circle cx="{point.partition(",")[0]}" cy="{point.partition(",")[2]}" r="3" '
            f'fill="{_COLORS[form]}"/>'
            for point in points
        ),
    ]


def _legend(forms: Sequence[str], left: float, y: float) -> list[str]:
    parts: list[str] = []
    for number, form in enumerate(["reference", *forms]):
        x = left + 165 * number
        parts.append(f'<rect x="{x}" y="{y - 10}" width="11" height="11" fill="{_COLORS[form]}"/>')
        parts.append(_text(x + 17, y, _NAMES[form]))
    return parts


def _text(x: float, y: float, text: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{named}>{escaped(text)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
