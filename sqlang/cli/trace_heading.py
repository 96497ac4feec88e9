"""The first line of what `sq trace` prints, which is there before the run is."""

from __future__ import annotations

from sqlang.ir.program import Program
from sqlang.views.display_width import printable
from sqlang.views.numbers import exact


def heading(program: Program, path: str) -> str:
    """`# sq trace program.sq · seed 1 · horizon 20`, with warm-up and arrivals if there are any."""
    parts = [f"# sq trace {printable(path)}", f"seed {program.seed}"]
    parts.append(f"horizon {exact(program.horizon)}")
    if program.warmup:
        parts.append(f"warm-up {exact(program.warmup)}")
    if program.arrivals is not None:
        parts.append(f"{program.arrivals} arrivals")
    return " · ".join(parts)
