"""The figures of the front end: `make bench-frontend`, or `python -m tests.bench.frontend`.

Times are processor time of this process with garbage collection, the best of some rounds for what
is done as a whole. The first line names the machine and says how fast it is just now: it may be
busy. Edits are of one character at a random place, put in, taken out or exchanged, and undone; each
counts, the diagnostics included. Beside all of them stand those that break or mend no brace.
"""

from __future__ import annotations

import os
import platform
import string
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Sequence
from random import Random
from statistics import median

from sqlang.analysis import analyze
from sqlang.incremental import IncrementalAnalysis
from sqlang.source import Source
from tests.bench.programs import nested, with_declarations
from tests.conformance import vectors

EDITS = 150
ROUNDS = 5
STARTS = 15
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + " \n"
FIFTY_LINES = 50


def main() -> None:
    """Print one line for each figure."""
    print(f"{_machine()}: a million additions take {_calibration():.0f} ms")
    _cold()
    for lines in (1_000, 10_000):
        _edits(f"{lines:,} lines, 40 declarations", with_declarations(lines))
        _edits(f"{lines:,} lines, {lines * 3 // 5:,} five blocks deep", nested(lines))
    _memory(with_declarations(1_000))
    _start()


def _machine() -> str:
    """The processor, if the system tells, and the interpreter."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            named = [line for line in file if line.startswith("model name")]
    except OSError:
        named = []
    processor = named[0].partition(":")[2].strip() if named else platform.processor()
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{processor or platform.machine()}, {os.cpu_count()} cores, {python}"


def _calibration() -> float:
    """How fast the machine is just now, by the fastest of some rounds."""

    def once() -> float:
        begun = time.process_time()
        total = 0
        for number in range(1_000_000):
            total += number
        return (time.process_time() - begun) * 1000

    return min(once() for _ in range(ROUNDS))


def _cold() -> None:
    sources = [
        vectors.source(kind, name) for kind in ("accept", "run") for name in vectors.names(kind)
    ]
    characters = sum(len(source.text) for source in sources)

    def whole() -> float:
        start = time.process_time()
        for source in sources:
            analyze(Source(source.text, source.path, source.directory))
        return (time.process_time() - start) * 1000

    spent = min(whole() for _ in range(ROUNDS))
    print(f"cold, accept and run: {spent * 1000 / characters:.2f} ms per 1,000 characters")


def _edits(title: str, text: str) -> None:
    random = Random(1)
    incremental = IncrementalAnalysis()
    begun = time.process_time()
    assert incremental.update(Source(text)).diagnostics == ()
    cold = (time.process_time() - begun) * 1000
    spent: list[float] = []
    within: list[float] = []
    for _ in range(EDITS):
        broken = _edit(text, random)
        is_within = _braces(broken) == _braces(text)
        for edited in (broken, text):
            source = Source(edited)
            begun = time.process_time()
            assert incremental.update(source).diagnostics is not None
            spent.append((time.process_time() - begun) * 1000)
            if is_within:
                within.append(spent[-1])
    print(
        f"{title}: cold {cold:.0f} ms; edit {_spread(spent)} ms; "
        f"without braces {_spread(within)} ms; "
        f"{incremental.restarts} of {incremental.edits} from scratch"
    )


def _spread(spent: Sequence[float]) -> str:
    ordered = sorted(spent)
    at_95 = ordered[len(ordered) * 95 // 100]
    return f"median {median(ordered):.1f}, 95 % {at_95:.1f}, worst {ordered[-1]:.1f}"


def _braces(text: str) -> tuple[int, int]:
    return text.count("{"), text.count("}")


def _edit(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    removed = random.randrange(2)
    inserted = random.choice(CHARACTERS) if not removed or random.random() < 0.5 else ""
    return text[:at] + inserted + text[at + removed :]


def _memory(text: str) -> None:
    tracemalloc.start()
    incremental = IncrementalAnalysis()
    analysis = incremental.update(Source(text))
    assert analysis.symbols.occurrences
    held, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    print(f"memory of an open file of 1,000 lines, symbols included: {held / 1e6:.1f} MB")


def _start() -> None:
    text = with_declarations(FIFTY_LINES * 2)
    lines = text.count("\n")
    nothing = _process([sys.executable, "-c", "pass"], "")
    checked = _process([sys.executable, "-m", "sqlang", "check", "-"], text)
    print(f"`sq check` of {lines} lines: {checked:.0f} ms; `python -c pass`: {nothing:.0f} ms")


def _process(command: list[str], text: str) -> float:
    """Wall time of the fastest of some starts, in milliseconds."""
    spent = []
    for _ in range(STARTS):
        begun = time.perf_counter()
        subprocess.run(command, input=text.encode(), check=True, capture_output=True)
        spent.append((time.perf_counter() - begun) * 1000)
    return min(spent)


if __name__ == "__main__":
    main()
