"""`make differential N=20000`: so many generated programs in both, on all cores, with counts.

What a batch did is kept in a file, so that a run that is broken off goes on where it stopped, as
long as neither the code nor the tests have changed. The smallest program found for each seed by
which we differ is written to `found/`, as a candidate for a vector.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import statistics
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Final

from tests.differential.batches import Batch, Comparing, Comparison, run_batch, shrunken
from tests.differential.floors import ERRORS, FEATURES, MEDIAN_EVENTS, OCCURRENCES, below

ROOT: Final = Path(__file__).parents[2]
FOUND: Final = Path(__file__).with_name("found")
_KEPT: Final = ROOT / "build" / "differential"
_BATCH: Final = 50
"""Programs that a worker runs before their counts are kept."""
_SHRUNKEN: Final = 3
"""Differences of a batch that are made small; there may be one in every program."""


def main() -> None:
    """Print the counts, and each difference; exit with 1 if there is any or a count is too low."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", type=int, nargs="?", default=2_000)
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    arguments = parser.parse_args()
    seeds = range(arguments.first_seed, arguments.first_seed + arguments.programs)
    total = Batch()
    for batch in batches(seeds, arguments.workers):
        total.include(batch)
        for number, found in batch.different:
            print(f"\nseed {number}: {found.difference[:500]}\n{found.program.text}")
        print(f"\r{total.programs} programs", end="", file=sys.stderr, flush=True)
    print(f"\nseeds {seeds.start} to {seeds.stop - 1}")
    print("\n".join(summary(total)))
    sys.exit(bool(total.different or too_low(total)))


def summary(batch: Batch) -> Iterator[str]:
    """The counts in lines."""
    yield f"{batch.programs} programs, {batch.runs} compared to the end"
    for verdict, count in batch.verdicts.most_common():
        yield f"  {verdict}: {count}"
    if batch.events:
        yield f"events: median {statistics.median(batch.events):g}, most {max(batch.events)}"
    for title, counts in (("of programs", batch.features), ("of runs", batch.happened)):
        yield f"{title}: " + ", ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    yield f"too low: {', '.join(too_low(batch)) or 'none'}"


def too_low(batch: Batch) -> list[str]:
    """Which counts are below their floors."""
    low = below(batch.features, FEATURES, batch.programs, 1)
    low += below(batch.happened, ERRORS, batch.programs, 1)
    low += below(batch.happened, OCCURRENCES, batch.runs, 5)
    is_short = not batch.events or statistics.median(batch.events) < MEDIAN_EVENTS
    return [*low, *(["events"] if is_short else [])]


def batches(seeds: range, workers: int) -> Iterator[Batch]:
    """The seeds in batches, as they are done; those kept come first."""
    folder = _KEPT / _edition()
    folder.mkdir(parents=True, exist_ok=True)
    parts = [seeds[start : start + _BATCH] for start in range(0, len(seeds), _BATCH)]
    files = {part: folder / f"{part.start}-{part.stop - 1}.pickle" for part in parts}
    left = [part for part in parts if not files[part].exists()]
    for part in parts:
        if part not in left:
            yield pickle.loads(files[part].read_bytes())
    with ProcessPoolExecutor(workers) as executor:
        jobs = {executor.submit(_job, part): part for part in left}
        for job in as_completed(jobs):
            batch = job.result()
            files[jobs[job]].write_bytes(pickle.dumps(batch))
            yield batch


def _job(seeds: range) -> Batch:
    """One batch; a smallest program of each of the first differences is written down."""
    with Comparing() as comparing:
        batch = run_batch(seeds, comparing)
        for number, found in batch.different[:_SHRUNKEN]:
            write_found(number, shrunken(found, comparing))
    return batch


def write_found(number: int, comparison: Comparison) -> None:
    """The program with what both made of it; a program needs its other files beside it."""
    folder = FOUND / f"seed-{number}"
    folder.mkdir(parents=True, exist_ok=True)
    comparison.program.write(folder)
    outcomes = (comparison.ours.outcome, comparison.theirs)
    lines = [comparison.difference, *(f"{outcome}" for outcome in outcomes)]
    (folder / "difference.txt").write_text("\n\n".join(lines) + "\n", encoding="utf-8")


def _edition() -> str:
    """A name for the code as it is."""
    digest = hashlib.sha256()
    for folder in (ROOT / "sqlang", Path(__file__).parent):
        for path in sorted(folder.rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


if __name__ == "__main__":
    main()
