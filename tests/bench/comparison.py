"""`python -m tests.bench.comparison [ITERATIONS]`: what comparing costs beside running.

Two programs that part in their last hundredth are compared over a tenth and all of so many
iterations, each in a process of its own. Prints the processor time as a multiple of that of one
run without an observer, and the greatest use of memory; exits with 1 if that grows by more than
the 16 bytes an iteration that are kept.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from time import process_time

import sqlang
from sqlang import Limits

ITERATIONS = 100_000
BYTES_KEPT = 16
TOLERANCE = 4
"""Mebibytes by which two processes may differ anyhow."""

PROGRAM = """
let last = 40;
pool kv {{ cap 800; block 16; }}
stage engine : step {{ budget 64; chunk 32; cost 1; memory kv; }}
workload {{ arrive closed(4); init {{ set prompt = floor(~uniform(20, 90)); }} }}
session {{
  hold kv (prompt) {{
    prefill on engine (prompt) growing kv;
    decode on engine (now < {parting} ? 40 : last) growing kv;
  }} cache (prompt)
}}
run {{ horizon 1e12; }}
"""


def measure(iterations: int) -> None:
    """Compares in this process and prints iterations alike, the ratio, mebibytes."""
    text = PROGRAM.format(parting=iterations * 0.99)
    first = sqlang.compile(source=text)
    second = sqlang.compile(source=text, sets={"last": 41})
    began = process_time()
    sqlang.run(first, iterations=iterations)
    alone = process_time() - began
    began = process_time()
    parting = sqlang.compare(first, second, limits=Limits(iterations=iterations)).parting
    both = process_time() - began
    assert parting is not None
    mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(parting.alike, round(both / alone, 2), round(mebibytes, 2))


def main() -> int:
    if len(sys.argv) > 2:
        measure(int(sys.argv[1]))
        return 0
    iterations = int(sys.argv[1]) if len(sys.argv) > 1 else ITERATIONS
    greatest = []
    for each in (iterations // 10, iterations):
        command = [sys.executable, "-m", "tests.bench.comparison", str(each), "measure"]
        words = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
        alike, ratio, mebibytes = words
        print(f"{each} iterations, {alike} alike: {ratio} times one run, {mebibytes} MiB")
        greatest.append(float(mebibytes))
    short, long = greatest
    return int(long > short + iterations * BYTES_KEPT / 2**20 + TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
