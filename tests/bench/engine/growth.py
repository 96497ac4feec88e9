"""How costs grow with iterations, residents, sessions and pools: runs of growing size."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.bench.engine.implementations import Implementation, Process

_ENGINE: Final = """
pool kv {{ cap 16 * 200000; block 16; }}
pool seats {{ cap 4096; admit via engine; }}
stage engine : step {{ budget 8192; chunk 512; cost 0.01; memory kv; }}
workload {{ arrive closed({residents}); init {{ set answer = 1 + floor(~exp(400)); }} }}
session {{
  hold seats (1), kv (100) {{ prefill 100 growing kv; decode answer growing kv; }}
  observe ended = now;
}}
run {{ horizon {horizon}; seed 1; }}
"""

_SESSIONS: Final = """
pool places {{ cap 100; }}
stage away : delay;
stage desk : fifo(10);
stage room : ps(4);
workload {{ arrive batch({sessions}); }}
session {{
  run away (~uniform(0, {sessions}));
  hold places (1) {{ run desk (~exp(8)); }}
  run room (~exp(2));
  run away (~uniform(0, {sessions}));
  observe ended = now;
}}
run {{ horizon 1e12; seed 1; }}
"""

_POOLS: Final = """
pool places[{pools}] {{ cap 2; }}
stage away : delay;
workload {{ arrive closed(64); init {{ set place = floor(~uniform(0, {pools})); }} }}
session {{
  run away (~exp(1));
  hold places[place] (1) {{ run away (~exp(1)); }}
}}
run {{ horizon 300; seed 1; }}
"""


def _of_iterations(size: int) -> str:
    return _ENGINE.format(residents=8, horizon=size * 0.01)


def _of_residents(size: int) -> str:
    return _ENGINE.format(residents=size, horizon=15)


def _of_sessions(size: int) -> str:
    return _SESSIONS.format(sessions=size)


def _of_pools(size: int) -> str:
    return _POOLS.format(pools=size)


class Curve(NamedTuple):
    """What grows, how large it is made, and the program of each size."""

    what: str
    sizes: tuple[int, ...]
    program: Callable[[int], str]


CURVES: Final = (
    Curve("iterations", (10_000, 30_000, 100_000, 300_000), _of_iterations),
    Curve("residents", (16, 64, 256, 1024), _of_residents),
    Curve("sessions", (1_000, 4_000, 16_000, 64_000), _of_sessions),
    Curve("pools", (4, 16, 64, 256), _of_pools),
)


class Growth(NamedTuple):
    """Seconds of processor time of a run for each size, by the form of the implementation."""

    what: str
    sizes: tuple[int, ...]
    seconds: dict[str, list[float]]

    def power(self, form: str) -> float:
        """The power with which the time grows, over the upper half of the sizes; linear is 1."""
        seconds = self.seconds[form]
        middle = len(self.sizes) // 2 - 1
        grown = math.log(seconds[-1] / seconds[middle])
        return grown / math.log(self.sizes[-1] / self.sizes[middle])


def growth(curve: Curve, implementations: Sequence[Implementation], rounds: int) -> Growth:
    """Run each size in turn with all implementations; the medians of some rounds."""
    seconds: dict[str, list[float]] = {each.form: [] for each in implementations}
    with TemporaryDirectory() as folder:
        for size in curve.sizes:
            path = Path(folder, f"{curve.what}_{size}.sq")
            path.write_text(curve.program(size), encoding="utf-8")
            for form, times in _rounds(path, implementations, rounds).items():
                seconds[form].append(median(times))
    return Growth(curve.what, curve.sizes, seconds)


def _rounds(
    path: Path, implementations: Sequence[Implementation], rounds: int
) -> dict[str, list[float]]:
    with ExitStack() as stack:
        processes = [stack.enter_context(Process(each, path)) for each in implementations]
        for process in processes:
            process.first()
        times: dict[str, list[float]] = {each.form: [] for each in implementations}
        for _ in range(rounds):
            for process in processes:
                times[process.implementation.form].append(process.run())
    return times
