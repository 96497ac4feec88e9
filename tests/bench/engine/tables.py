"""The figures as tables of Markdown, which are read as well on a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from tests.bench.engine.growth import Growth
from tests.bench.engine.programs import MEMORY_BOUND, PLAIN_BOUND
from tests.bench.engine.speed import Result

_NONE: Final = "–"


def speed_table(results: Sequence[Result], forms: Sequence[str]) -> str:
    """A row for each program: how large, how long with the reference, and our ratios to it."""
    head = ["program", "events", "pyserq: run", *(f"{form}: run" for form in forms), "bound"]
    return _table(head, [_speed_row(result, forms) for result in results])


def _speed_row(result: Result, forms: Sequence[str]) -> list[str]:
    row = [
        result.benchmark.name.replace("_", " "),
        f"{result.events:,}",
        f"{result.seconds('reference', 'run') * 1000:.0f} ms",
    ]
    bounds = {"compiled": result.benchmark.bound, "plain": PLAIN_BOUND}
    row += [_judged(result.ratio(form, "run"), bounds[form]) for form in forms]
    return [*row, " and ".join(f"{bounds[form]:g}" for form in forms)]


def compile_table(results: Sequence[Result], forms: Sequence[str]) -> str:
    """A row for each program: how long it takes to compile, and the memory of a first run."""
    head = [
        "program",
        "pyserq: compile",
        *(f"{form}: compile" for form in forms),
        "pyserq: memory",
        *(f"{form}: memory" for form in forms),
    ]
    rows: list[list[str]] = []
    for result in results:
        row = [result.benchmark.name.replace("_", " "), _milliseconds(result, "reference")]
        row += [
            f"{_milliseconds(result, form)} ({result.ratio(form, 'compile'):.2f})" for form in forms
        ]
        row.append(f"{result.times['reference'].peak:.0f} MiB")
        row += [_memory(result.extra(form)) for form in forms]
        rows.append(row)
    return _table(head, rows)


def growth_table(curves: Sequence[Growth], forms: Sequence[str]) -> str:
    """A row for each quantity: the largest size, its time, and the power of the growth."""
    named = ["reference", *forms]
    head = ["what grows", "to", *(f"{form}: run, power" for form in named)]
    rows = [
        [
            curve.what,
            f"{curve.sizes[-1]:,}",
            *(
                f"{curve.seconds[form][-1] * 1000:.0f} ms, {curve.power(form):.2f}"
                if form in curve.seconds
                else _NONE
                for form in named
            ),
        ]
        for curve in curves
    ]
    return _table(head, rows)


def _milliseconds(result: Result, form: str) -> str:
    return f"{result.seconds(form, 'compile') * 1000:.2f} ms"


def _judged(ratio: float, bound: float) -> str:
    """Bold where the bound is not kept."""
    digits = f"{ratio:.3f}" if ratio < 0.1 else f"{ratio:.2f}"
    return digits if ratio >= bound else f"**{digits}**"


def _memory(extra: float) -> str:
    said = f"{extra:+.0f} MiB"
    return said if extra <= MEMORY_BOUND else f"**{said}**"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns as wide as their widest cell; all but the first are aligned to the right."""
    cells = [list(head), *map(list, rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]
    lines = ["| " + " | ".join(_padded(row, widths)) + " |" for row in cells]
    ruler = [
        "-" * width if column == 0 else "-" * (width - 1) + ":"
        for column, width in enumerate(widths)
    ]
    lines.insert(1, "| " + " | ".join(ruler) + " |")
    return "\n".join(lines)


def _padded(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        cell.ljust(width) if column == 0 else cell.rjust(width)
        for column, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]
