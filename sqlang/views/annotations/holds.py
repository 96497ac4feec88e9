"""What is shown at `hold`: who was admitted, after which wait, who was put out, what was leased."""

from __future__ import annotations

from sqlang.ir.program import Hold, Program
from sqlang.views.annotations.labels import SEPARATOR
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.families import family_of
from sqlang.views.numbers import clock, plural, quantity, short
from sqlang.views.recording.records import HoldRecord, HoldRow, Key, LeaseCounts, LeaseRow
from sqlang.views.table import Table, left_out


def annotate_hold(program: Program, key: Key, statement: Hold, record: HoldRecord) -> Annotation:
    """`admitted 2 · waited 0`, with the mean wait; what else happened only if it did."""
    admitted = record.wait.size
    parts = [f"admitted {admitted}"]
    if admitted:
        parts.append(f"waited {short(record.wait.mean)}")
    if record.cached.total:
        parts.append(f"cached {short(record.cached.mean)}")
    if record.preempted:
        parts.append(f"preempted {record.preempted}")
    parts += _lease_parts(record.leases)
    if record.queued > admitted:
        parts.append(f"waiting {record.queued - admitted}")
    pools = [family_of(take.pool, program.pools).name for take in statement.pools]
    table = _hold_table(pools, record)
    return Annotation(Place.statement(key), "hold", SEPARATOR.join(parts), table, ", ".join(pools))


def _lease_parts(leases: LeaseCounts) -> list[str]:
    """`leased 3 for 1.5`, the mean of those that are over, and how many of them expired."""
    parts = []
    if leases.begun:
        parts.append(f"leased {leases.begun}")
    if leases.durations.size:
        parts[0] += f" for {short(leases.durations.mean)}"
    if leases.expired:
        parts.append(f"expired {leases.expired}")
    return parts


def _hold_table(pools: list[str], record: HoldRecord) -> Table:
    names = ", ".join(f"`{pool}`" for pool in pools)
    return Table.without_blank_columns(
        f"hold {names}: admitted {plural(record.wait.size, 'time')}",
        (
            "session",
            "queued",
            "admitted",
            "waited",
            *pools,
            "cached",
            "preempted",
            "leased",
            "lease over",
        ),
        [_cells(row, len(pools)) for row in record.rows],
        left_out(record.queued - len(record.rows)),
    )


def _cells(row: HoldRow, pools: int) -> tuple[str, ...]:
    if row.admitted is None:
        return (str(row.serial), clock(row.queued), *["-"] * (3 + pools), "", "", "")
    return (
        str(row.serial),
        clock(row.queued),
        clock(row.admitted),
        clock(row.admitted - row.queued),
        *map(quantity, row.units),
        quantity(row.cached),
        "" if row.preempted is None else clock(row.preempted),
        *_lease_cells(row.lease),
    )


def _lease_cells(lease: LeaseRow | None) -> tuple[str, str]:
    """`5 @1` and `2.5 expired`"""
    if lease is None:
        return "", ""
    over = "-" if lease.ended is None else f"{clock(lease.ended)} {lease.reason}"
    return f"{quantity(lease.units)} @{clock(lease.began)}", over
