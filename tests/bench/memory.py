"""`python -m tests.bench.memory [ITERATIONS]`: memory of runs of a tenth and all of so many.

Each run is a process of its own, so that its greatest use of memory can be asked for. Exits with 1
if the long run needs more than the short one.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from time import process_time

from sqlang.analysis import analyze
from sqlang.engine import Limits, run

ITERATIONS = 10_000_000
TOLERANCE = 2
"""Mebibytes by which two processes may differ."""

PROGRAM = """
pool kv { cap 800; block 16; }
stage engine : step { budget 64; chunk 32; cost 1 + 0.01 * tokens; memory kv; }
workload { arrive closed(4); init { set prompt = floor(~uniform(20, 90)); } }
session {
  hold kv (prompt) {
    prefill on engine (prompt) growing kv;
    decode on engine (40) growing kv;
  } cache (prompt)
}
run { horizon 1e12; }
"""


def measure(iterations: int) -> None:
    """Runs in this process and prints iterations, sessions, seconds, mebibytes."""
    program = analyze(PROGRAM).program
    assert program is not None
    began = process_time()
    report = run(program, limits=Limits(iterations=iterations))
    seconds = process_time() - began
    mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(report.stages[0].iterations, report.ended, round(seconds, 1), round(mebibytes, 2))


def main() -> int:
    if len(sys.argv) > 2:
        measure(int(sys.argv[1]))
        return 0
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else ITERATIONS
    greatest = []
    for each in (iterations // 10, iterations):
        command = [sys.executable, "-m", "tests.bench.memory", str(each), "measure"]
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        done, ended, seconds, mebibytes = words
        print(f"{done} iterations, {ended} sessions ended: {seconds} s, {mebibytes} MiB")
        greatest.append(float(mebibytes))
    short, long = greatest
    return int(long > short + TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
