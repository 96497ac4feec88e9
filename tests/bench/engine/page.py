"""Writes what was measured into docs/performance.md, between two marks, and its picture."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.bench.engine.growth import Growth
from tests.bench.engine.picture import picture
from tests.bench.engine.speed import Result
from tests.bench.engine.tables import compile_table, growth_table, speed_table

_DOCS: Final = Path(__file__).parents[3] / "docs"
PAGE: Final = _DOCS / "performance.md"
_PICTURE: Final = _DOCS / "performance.svg"
BEGIN: Final = "<!-- What `make bench` writes begins here. -->"
END: Final = "<!-- What `make bench` writes ends here. -->"


def write(
    machine: str, results: Sequence[Result], curves: Sequence[Growth], forms: Sequence[str]
) -> None:
    """Put the results in place of the last ones."""
    text = PAGE.read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"{PAGE} has lost the marks of the results")
    section = _section(machine, results, curves, forms)
    PAGE.write_text(f"{before}{BEGIN}\n{section}\n{END}{after}", encoding="utf-8")
    _PICTURE.write_text(picture(results, curves, forms), encoding="utf-8")


def _section(
    machine: str, results: Sequence[Result], curves: Sequence[Growth], forms: Sequence[str]
) -> str:
    return f"""
Machine: {machine}.

![Ratios of run times by program, and run times that grow linearly](performance.svg)

{speed_table(results, forms)}

{compile_table(results, forms)}

{growth_table(curves, forms)}
"""
