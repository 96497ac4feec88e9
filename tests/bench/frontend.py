"""The figures of the front end: `make bench-frontend`, or `python -m tests.bench.frontend`.

Times are processor time of this process with garbage collection, the best of some rounds for what
is done as a whole. The first line names the machine and says how fast it is just now: it may be
busy. Edits are of one character at a random place, put in, taken out or exchanged, and undone; each
counts, the diagnostics included. Beside all of them stand those that break or mend no brace. As in
the language server, what the first mistake of a process needs is loaded before, and no garbage is
collected in an update but between two of them. A start is a whole process of its own, beside a
Python that does nothing.
"""

from __future__ import annotations

import os
import resource
import string
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from sqlang.analysis import Analysis, analyze, collection_paused
from sqlang.engine import COMPILED
from sqlang.incremental import IncrementalAnalysis, warm_up
from sqlang.semantics.symbols import SymbolKind
from sqlang.source import Source
from tests.bench.machine import machine
from tests.bench.programs import (
    half_in_session,
    nested,
    of_fifty_lines,
    undefined,
    with_declarations,
)
from tests.conformance import vectors

EDITS = 150
ROUNDS = 5
STARTS = 25
CHARACTERS = string.ascii_letters + string.digits + string.punctuation + " \n"
FIFTY_LINES = 50


def main() -> None:
    """Print one line for each figure."""
    print(f"{machine_and_form()}: a million additions take {_calibration():.0f} ms")
    _cold()
    warm_up()
    for lines in (1_000, 10_000):
        _edits(f"{lines:,} lines, 40 declarations", with_declarations(lines))
        _edits(f"{lines:,} lines, {lines * 3 // 5:,} five blocks deep", nested(lines))
    for lines in (100, 1_000, 5_000):
        text = half_in_session(lines)
        _edits(f"{lines:,} lines, half in a session, without definitions", undefined(text))
        _edits(f"{lines:,} lines, half in a session, with definitions", text)
    for lines in (1_000, 5_000):
        _symbols(f"{lines:,} lines, half of them a session", half_in_session(lines))
    _memory(with_declarations(1_000))
    _start()


def machine_and_form() -> str:
    """Our form, and the machine."""
    return f"sqlang {'compiled' if COMPILED else 'plain'}, {machine()}"


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
            with collection_paused():
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


def _symbols(title: str, text: str) -> None:
    """What symbols and hints cost beyond an update: what stands at a place, a name, all hints."""
    random = Random(1)

    def asked(analysis: Analysis) -> float:
        place = random.randrange(len(analysis.source.text))
        with collection_paused():
            begun = time.process_time()
            found = analysis.symbols.at(analysis.source.path, place)
            assert found is None or found.symbol.name
            assert analysis.symbols.find(SymbolKind.POOL, "nowhere") is None
            assert analysis.hints is not None
            return (time.process_time() - begun) * 1000

    cold = min(asked(analyze(Source(text))) for _ in range(ROUNDS))
    incremental = IncrementalAnalysis()
    asked(incremental.update(Source(text)))
    spent: list[float] = []
    for _ in range(EDITS):
        for edited in (_edit(text, random), text):
            with collection_paused():
                analysis = incremental.update(Source(edited))
            spent.append(asked(analysis))
    print(f"{title}: symbols and hints cold {cold:.1f} ms; after an edit {_spread(spent)} ms")


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
    """Whole processes, one of each kind in turn, with bytecode that an earlier start has kept."""
    text = of_fifty_lines()
    assert text.count("\n") == FIFTY_LINES
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "program.sq")
        with open(program, "w", encoding="utf-8") as file:
            file.write(text)
        commands = {
            "python -c pass": [sys.executable, "-c", "pass"],
            "python -m sqlang check": [sys.executable, "-m", "sqlang", "check", program],
            "python -m sqlang run": [sys.executable, "-m", "sqlang", "run", program],
        }
        script = os.path.join(os.path.dirname(sys.executable), "sq")
        if os.path.exists(script):
            commands["sq check"] = [script, "check", program]
            commands["sq run"] = [script, "run", program]
        spent: dict[str, list[Start]] = {name: [] for name in commands}
        for _ in range(STARTS + 1):
            for name, command in commands.items():
                spent[name].append(started(command))
    print(f"{FIFTY_LINES} lines checked and run as a whole process, {STARTS} starts each:")
    least = {name: _least(starts[1:]) for name, starts in spent.items()}
    nothing = least["python -c pass"]
    for name, (processor, wall) in least.items():
        middle = median(start.processor for start in spent[name][1:])
        print(
            f"  {name}: processor time {processor:.0f} ms at least, {middle:.0f} median; "
            f"wall {wall:.0f}; {processor / nothing.processor:.1f} times a Python that does nothing"
        )


class Start(NamedTuple):
    """What one process took, in milliseconds: user and system time, and from start to end."""

    processor: float
    wall: float


def _least(starts: list[Start]) -> Start:
    return Start(min(each.processor for each in starts), min(each.wall for each in starts))


def started(command: list[str]) -> Start:
    # A folder of its own for bytecode, or none, would be that of these tests, not of a user.
    bytecode = ("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX")
    environment = {name: value for name, value in os.environ.items() if name not in bytecode}
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=environment)
    wall, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Start(processor * 1000, wall * 1000)


if __name__ == "__main__":
    main()
