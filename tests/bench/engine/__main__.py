"""`python -m tests.bench.engine [--compiled PYTHON]`: the reference and us, on the same programs.

Both compile and run each program of the set, and programs that grow, in turn. What came out is
printed and written into docs/performance.md. Exits with 1 if any report differs from the
reference's.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tests.bench.engine.growth import CURVES, Growth, growth
from tests.bench.engine.implementations import PLAIN, REFERENCE, Implementation, compiled
from tests.bench.engine.page import write
from tests.bench.engine.programs import BENCHMARKS
from tests.bench.engine.speed import Result, measured
from tests.bench.engine.tables import compile_table, growth_table, speed_table
from tests.bench.machine import machine

_ROUNDS = 5
_GROWTH_ROUNDS = 3


def main() -> int:
    """Measure what the command line asks for."""
    arguments = _parse()
    ours = [compiled(arguments.compiled)] if arguments.compiled else []
    if not arguments.no_plain:
        ours.append(PLAIN)
    forms = [each.form for each in ours]
    print(machine(), flush=True)
    results = _programs([REFERENCE, *ours], arguments.only, arguments.rounds)
    print(f"\n{speed_table(results, forms)}\n\n{compile_table(results, forms)}\n", flush=True)
    if not arguments.only:
        curves = _growth([REFERENCE, *ours[:1]])
        print(f"\n{growth_table(curves, forms)}")
        if not arguments.no_page:
            write(machine(), results, curves, forms)
    different = [f"{each.benchmark.name}: {', '.join(each.different)}" for each in results]
    wrong = [line for each, line in zip(results, different, strict=True) if each.different]
    for line in wrong:
        print(f"another report than the reference's: {line}", file=sys.stderr)
    return int(bool(wrong))


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.engine")
    parser.add_argument("--compiled", metavar="PYTHON", help="an interpreter that has our wheel")
    parser.add_argument("--no-plain", action="store_true", help="without our plain Python")
    parser.add_argument("--no-page", action="store_true", help="print only")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these programs, no growth")
    parser.add_argument("--rounds", type=int, default=_ROUNDS)
    return parser.parse_args()


def _programs(
    implementations: Sequence[Implementation], only: list[str] | None, rounds: int
) -> list[Result]:
    results = []
    for benchmark in BENCHMARKS:
        if only and benchmark.name not in only:
            continue
        result = measured(benchmark, implementations, rounds)
        said = [f"{each.form} {result.ratio(each.form, 'run'):.3f}" for each in implementations[1:]]
        print(f"{benchmark.name}: {', '.join(said)}", flush=True)
        results.append(result)
    return results


def _growth(implementations: Sequence[Implementation]) -> list[Growth]:
    curves = []
    for curve in CURVES:
        curves.append(growth(curve, implementations, _GROWTH_ROUNDS))
        powers = ", ".join(f"{form} {curves[-1].power(form):.2f}" for form in curves[-1].seconds)
        print(f"power of growth in {curve.what}: {powers}", flush=True)
    return curves


if __name__ == "__main__":
    sys.exit(main())
