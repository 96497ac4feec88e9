"""`python -m tests.bench.tracing [ITERATIONS]`: memory and first output of `sq trace`.

Traces a program with a hundredth, a tenth and all of so many iterations, in each of the ways that
`sq trace` has. Exits with 1 if a longer run needs more memory, or the first line takes a second.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

ITERATIONS = 1_000_000
TOLERANCE = 3
"""Mebibytes by which two processes may differ."""
FIRST_LINE = 1.0
"""Seconds of real time within which the first line is there."""

PROGRAM = """
pool kv {{ cap 800; block 16; }}
stage engine : step {{ budget 64; chunk 32; cost 1; memory kv; }}
workload {{ arrive closed(4); init {{ set prompt = floor(~uniform(20, 90)); }} }}
session {{
  loop {{
    hold kv (prompt) {{
      prefill on engine (prompt) growing kv;
      decode on engine (40) growing kv;
    }} cache (prompt)
  }}
}}
run {{ horizon {horizon}; }}
"""
WAYS = (["--iterations", "20"], ["--session", "1"], ["--at", "inf"])


def measure(path: Path, words: list[str]) -> tuple[float, float, float]:
    """Seconds until the first line, seconds in all, greatest use of memory in mebibytes."""
    began = perf_counter()
    command = [sys.executable, "-m", "sqlang", "trace", str(path), *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        first = perf_counter() - began
        process.stdout.read()
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
    return first, perf_counter() - began, usage.ru_maxrss / _UNITS


_UNITS = 1024 if sys.platform != "darwin" else 1024 * 1024


def main() -> int:
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else ITERATIONS
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    failed = False
    with TemporaryDirectory() as folder:
        path = Path(folder) / "program.sq"
        for words in WAYS:
            greatest = []
            for each in (iterations // 100, iterations // 10, iterations):
                path.write_text(PROGRAM.format(horizon=each), encoding="utf-8")
                first, seconds, mebibytes = measure(path, words)
                print(
                    f"sq trace {' '.join(words)}, {each} iterations: first line after "
                    f"{first:.2f} s, all after {seconds:.1f} s, {mebibytes:.1f} MiB"
                )
                greatest.append(mebibytes)
                failed |= first > FIRST_LINE
            failed |= greatest[-1] > greatest[0] + TOLERANCE
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
