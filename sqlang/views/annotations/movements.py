"""What is shown at `release` and `load`, which a `transfer` has too: the units that were moved."""

from __future__ import annotations

from sqlang.ir.program import Load, Program, Release
from sqlang.views.annotations.labels import SEPARATOR
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.families import family_of
from sqlang.views.numbers import clock, plural, quantity, short
from sqlang.views.recording.records import Key, LoadRecord, ReleaseRecord
from sqlang.views.table import Table, left_out


def annotate_release(
    program: Program, key: Key, statement: Release, record: ReleaseRecord
) -> Annotation:
    """`released 3 · units 10 · cached 9`, the means; how often there was nothing to release."""
    pool = family_of(statement.pool, program.pools).name
    times = record.units.size
    parts = [f"released {times}", f"units {short(record.units.mean)}"] if times else []
    if record.cached.total:
        parts.append(f"cached {short(record.cached.mean)}")
    if record.idle:
        parts.append(f"nothing to release {record.idle}")
    table = Table(
        f"release `{pool}`: {plural(times, 'time')}",
        ("session", "time", "units", "cached"),
        tuple(
            (str(row.serial), clock(row.time), quantity(row.units), quantity(row.cached))
            for row in record.rows
        ),
        left_out(times - len(record.rows)),
    )
    return Annotation(Place.statement(key), "release", SEPARATOR.join(parts), table, pool)


def annotate_load(program: Program, key: Key, statement: Load, record: LoadRecord) -> Annotation:
    """`loaded 3 · units 9`, the mean."""
    pool = family_of(statement.pool, program.pools).name
    times = record.units.size
    label = f"loaded {times}{SEPARATOR}units {short(record.units.mean)}"
    table = Table(
        f"load `{pool}`: {plural(times, 'time')}",
        ("session", "time", "units", "computed"),
        tuple(
            (str(row.serial), clock(row.time), quantity(row.units), quantity(row.position))
            for row in record.rows
        ),
        left_out(times - len(record.rows)),
    )
    return Annotation(Place.statement(key), "load", label, table, pool)
