"""The times of `sq fmt`: `make bench-formatting`, or `python -m tests.bench.formatting`.

Processor time of a program of 1,000 lines, verification included: in this process by parts, and as
a whole process, the best of some rounds, with bytecode that an earlier start has kept.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable

from sqlang.formatting.formatter import format_edits, format_source
from sqlang.source import Source
from sqlang.syntax.surface import parse_surface
from tests.bench.frontend import machine_and_form, started
from tests.bench.programs import nested, with_declarations

LINES = 1_000
ROUNDS = 7
STARTS = 12


def main() -> None:
    """Print one line for each figure."""
    print(machine_and_form())
    for title, text in (
        ("40 declarations", with_declarations(LINES)),
        ("600 lines five blocks deep", nested(LINES)),
    ):
        _in_process(title, text)
        _whole_process(title, text)


def _in_process(title: str, text: str) -> None:
    surface = parse_surface(Source(text))
    parse = _best(lambda: parse_surface(Source(text)))
    whole = _best(lambda: format_source(Source(text)))
    edits = _best(lambda: format_edits(surface))
    print(
        f"{LINES:,} lines, {title}: {whole:.0f} ms, of which the parse {parse:.0f}; "
        f"as edits, once parsed, {edits:.0f}"
    )


def _whole_process(title: str, text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program.sq")

        def once(command: list[str]) -> float:
            with open(program, "w", encoding="utf-8") as file:
                file.write(text)
            return started(command).processor

        nothing = min(once([sys.executable, "-c", "pass"]) for _ in range(STARTS))
        command = [sys.executable, "-m", "sqlang", "fmt", program]
        spent = min(once(command) for _ in range(STARTS))
    print(
        f"{LINES:,} lines, {title}: {spent:.0f} ms as a process, {spent / nothing:.1f} times a "
        "Python that does nothing"
    )


def _best(action: Callable[[], object]) -> float:
    def once() -> float:
        begun = time.process_time()
        action()
        return (time.process_time() - begun) * 1000

    return min(once() for _ in range(ROUNDS))


if __name__ == "__main__":
    main()
