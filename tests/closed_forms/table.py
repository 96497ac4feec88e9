"""`python -m tests.closed_forms.table`: runs every system and writes docs/closed-forms.md.

The figures of each run are kept beside this module, so that a test can repeat some of them and make
the page from all of them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.closed_forms.experiment import (
    LITTLE,
    REPLICATIONS,
    Measurement,
    Replication,
    measurements,
    replication,
)
from tests.closed_forms.systems import System, systems

RECORD = Path(__file__).with_name("replications.json")
PAGE = Path(__file__).parents[2] / "docs" / "closed-forms.md"

INTRODUCTION = f"""\
# Closed forms

What queueing theory says exactly, beside what runs of programs measure. Each system is run
{REPLICATIONS} times, with the seeds 1 to {REPLICATIONS}; ± is the half-width of the 99.9 %
interval that these independent runs give (Student, {REPLICATIONS - 1} degrees of freedom). The
exact value lies in it, and ± is below 3 % of the exact value. *Little* is how far, in the worst
run, the mean number is from rate × mean time: this law holds in each run but for who is in the
system when measuring begins and ends. `make closed-forms` writes this page.

| system | theory | figure | exact | measured | ± | Little |
|---|---|---|--:|--:|--:|--:|
"""


def recorded() -> dict[str, list[Replication]]:
    """The figures of the runs by system, as they were when the page was made."""
    record: dict[str, list[Replication]] = json.loads(RECORD.read_text(encoding="utf-8"))
    return record


def page(record: Mapping[str, list[Replication]]) -> str:
    """The page, of the systems that are in the record."""
    known = [system for system in systems() if system.name in record]
    rows = [row for system in known for row in _rows(system, record[system.name])]
    programs = [f"## {system.name}\n\n```serq\n{system.program}```\n" for system in known]
    return INTRODUCTION + "\n".join(rows) + "\n\n" + "\n".join(programs)


def _rows(system: System, replications: list[Replication]) -> Iterator[str]:
    little = max(each[LITTLE] for each in replications)
    for place, measurement in enumerate(measurements(system, replications)):
        if place == 0:
            yield _row(system.name, system.theory, measurement, f"{100 * little:.2f} %")
        else:
            yield _row("", "", measurement, "")


def _row(name: str, theory: str, measurement: Measurement, little: str) -> str:
    numbers = (measurement.exact, measurement.measured, measurement.half_width)
    cells = [name, theory, measurement.name, *(f"{each:.4f}" for each in numbers), little]
    return f"| {' | '.join(cells)} |"


def main() -> None:
    """Runs all systems, writing down each when it is done."""
    record = recorded() if RECORD.exists() else {}
    for system in systems():
        seeds = range(1, REPLICATIONS + 1)
        record[system.name] = [replication(system, seed) for seed in seeds]
        record = {each.name: record[each.name] for each in systems() if each.name in record}
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", "utf-8")
        PAGE.write_text(page(record), encoding="utf-8")


if __name__ == "__main__":
    main()
