"""What is shown at `pool`: how full it was, what it kept, and what it took back."""

from __future__ import annotations

import math

from sqlang.ir.program import Pool, Program
from sqlang.views.annotations.labels import SEPARATOR, by_member
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.families import Family
from sqlang.views.numbers import clock, exact, short
from sqlang.views.outcome import Outcome, PoolFigures
from sqlang.views.recording.records import PoolRecord, Recording
from sqlang.views.table import Table

_BARS = " ▁▂▃▄▅▆▇█"


def annotate_pool(
    program: Program, recording: Recording, outcome: Outcome, family: Family
) -> Annotation:
    """`peak 7/20 · cached 0`, the greatest of each after a settling; incidents if any."""
    members = slice(family.base, family.base + family.size)
    pools = program.pools[members]
    records = recording.pools[members]
    figures = outcome.report.pools[members] if outcome.report else ()
    peaks = [_peak(pool, record) for pool, record in zip(pools, records, strict=True)]
    parts = [f"peak {by_member(peaks)}", f"cached {short(max(r.peak_cached for r in records))}"]
    parts += _incidents(records, figures)
    table = _table(program, recording, outcome, family)
    return Annotation(Place("pool", family.base), "pool", SEPARATOR.join(parts), table, family.name)


def bar_line(levels: tuple[float, ...], full: float) -> str:
    """One character per level, from blank for nothing to a full block for `full` and above."""
    return "".join(_bar(level, full) for level in levels)


def _bar(level: float, full: float) -> str:
    if level <= 0:
        return _BARS[0]
    if level >= full:
        return _BARS[-1]
    return _BARS[math.ceil(level / full * (len(_BARS) - 1))]


def _peak(pool: Pool, record: PoolRecord) -> str:
    peak = short(record.peak_used)
    return peak if math.isinf(pool.cap) else f"{peak}/{short(pool.cap)}"


def _incidents(records: tuple[PoolRecord, ...], figures: tuple[PoolFigures, ...]) -> list[str]:
    counts = {
        "evictions": sum(record.evictions for record in records),
        "spills": sum(record.spills for record in records),
        "preempted": sum(record.preemptions for record in records),
        "rejected": sum(figure.rejected for figure in figures),
        "stuck": sum(figure.stuck for figure in figures),
    }
    return [f"{name} {count}" for name, count in counts.items() if count]


def _table(program: Program, recording: Recording, outcome: Outcome, family: Family) -> Table:
    rows: list[tuple[str, ...]] = []
    notes: list[str] = []
    for index in family.places:
        record = recording.pools[index]
        name = family.member(index)
        rows += _figure_rows(name, record, outcome.report.pools[index] if outcome.report else None)
        notes += _occupancy_notes(name, record, program.pools[index].cap, recording.totals.last)
    pool = program.pools[family.base]
    block = f", blocks of {exact(pool.block)}" if pool.block is not None else ""
    title = f"pool `{family.name}`: capacity {exact(pool.cap)}{block}"
    return Table(title, ("pool", "", "mean", "peak"), tuple(rows), tuple(notes))


def _figure_rows(
    name: str, record: PoolRecord, figures: PoolFigures | None
) -> list[tuple[str, ...]]:
    means = (
        (figures.mean_used, figures.mean_cached, figures.mean_queue, figures.mean_holders)
        if figures
        else (math.nan,) * 4
    )
    peaks = (record.peak_used, record.peak_cached, record.peak_queued, record.peak_holders)
    words = ("used", "cached", "queued", "holders")
    return [
        (name, word, short(mean), short(peak))
        for word, mean, peak in zip(words, means, peaks, strict=True)
    ]


def _occupancy_notes(name: str, record: PoolRecord, cap: float, end: float) -> list[str]:
    full = record.peak_used if math.isinf(cap) else cap
    lines = [f"{name} used `{bar_line(record.occupancy.used, full)}` 0 to {clock(end)}"]
    if record.peak_cached:
        lines.append(f"{name} cached `{bar_line(record.occupancy.cached, full)}`")
    return lines
