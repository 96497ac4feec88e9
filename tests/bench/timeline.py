"""`python -m tests.bench.timeline`: what timelines and their pages cost against a run's length.

Each run is a process of its own, so that its greatest use of memory can be asked for. Exits with 1
if memory or the page grows with the number of iterations once there are enough to fill them.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from time import process_time

from sqlang.analysis import Analysis, analyze
from sqlang.engine import Limits, run
from sqlang.views.outcome import RUNNING
from sqlang.views.recording import Recorder
from sqlang.views.timeline import TimelineRecorder
from sqlang.views.timeline.page import timeline_page
from sqlang.views.timeline.picture import timeline_svg

ITERATIONS = (10_000, 100_000, 1_000_000)
TOLERANCE = 1.15
"""Times by which a run of a hundred times as many iterations may need more."""

PROGRAM = """
pool slots { cap 8; admit via engine; }
pool kv { cap 800; block 16; preempt lifo; }
stage tokenizer : fifo(2);
stage engine : step { budget 512; chunk 256; cost 0.02 + 0.0001 * tokens; memory kv; }
workload { arrive closed(8); init { set prompt = floor(~uniform(20, 90)); } }
session {
  run tokenizer (0.01);
  hold slots (1), kv (prompt) {
    prefill on engine (prompt) growing kv;
    decode on engine (100) growing kv;
  } cache (prompt)
}
run { horizon 1e12; seed 5; }
"""


def program() -> Analysis:
    """The program that all runs are of: a batch of some seven, with preemptions."""
    analysis = analyze(PROGRAM)
    assert analysis.program is not None
    return analysis


def measure(iterations: int, kind: str) -> None:
    """Runs in this process and prints seconds, mebibytes, bytes of the page and of the picture."""
    analysis = program()
    assert analysis.program is not None
    began = process_time()
    limits = Limits(iterations=iterations)
    page = picture = ""
    if kind == "plain":
        run(analysis.program, limits=limits)
    elif kind == "trace":
        run(analysis.program, observer=Recorder(analysis.program), limits=limits)
    else:
        timeline = TimelineRecorder(analysis.program)
        run(analysis.program, observer=timeline, limits=limits)
        recording = Recorder(analysis.program).recording()
        page = timeline_page(analysis, recording, timeline.timeline(), RUNNING, "bench")
        picture = timeline_svg(timeline.timeline())
    seconds = process_time() - began
    mebibytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(round(seconds, 2), round(mebibytes, 1), len(page), len(picture))


def main() -> int:
    if len(sys.argv) > 2:
        measure(int(sys.argv[1]), sys.argv[2])
        return 0
    memory, sizes = [], []
    for iterations in ITERATIONS:
        for kind in ("plain", "trace", "page"):
            command = [sys.executable, "-m", "tests.bench.timeline", str(iterations), kind]
            done = subprocess.run(command, check=True, capture_output=True, text=True)
            seconds, mebibytes, page, picture = done.stdout.split()
            print(
                f"{iterations:>8} {kind}: {seconds} s, {mebibytes} MiB, {page} and {picture} bytes"
            )
        memory.append(float(mebibytes))
        sizes.append(int(page))
    grows = memory[-1] > memory[0] * TOLERANCE or sizes[-1] > sizes[0] * TOLERANCE
    return int(grows)


if __name__ == "__main__":
    sys.exit(main())
