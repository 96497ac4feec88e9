"""The fixed set of programs, and what is to be reached on each kind of them."""

from __future__ import annotations

from pathlib import Path
from typing import Final, NamedTuple

FOLDER: Final = Path(__file__).parent / "programs"


class Benchmark(NamedTuple):
    """A program of the set; `bound` is how many times as fast as the reference we want to run it.

    The bound is for the compiled form.
    """

    name: str
    bound: float = 1.0

    @property
    def path(self) -> Path:
        """Its file."""
        return FOLDER / f"{self.name}.sq"


WIDE: Final = 3.0
DECODE_HEAVY: Final = 2.0

BENCHMARKS: Final = (
    Benchmark("single_turn_chat"),
    Benchmark("multi_turn_cache"),
    Benchmark("heavy_preemption"),
    Benchmark("preemption_with_cache"),
    Benchmark("exclusive_prefill"),
    Benchmark("disaggregated"),
    Benchmark("tool_calls"),
    Benchmark("queues"),
    Benchmark("trace_replay"),
    Benchmark("wide_batch", WIDE),
    Benchmark("batch_of_forty", WIDE),
    Benchmark("wide_batch_by_length", WIDE),
    Benchmark("decode_heavy", DECODE_HEAVY),
)

PLAIN_BOUND: Final = 0.05
"""What our plain Python is to reach on each."""

MEMORY_BOUND: Final = 60
"""Mebibytes that we may need beyond what the reference needs."""
