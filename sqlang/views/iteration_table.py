"""The iterations of a stage as a table: the ITER lines of TRC-1, in units, with the cost."""

from __future__ import annotations

from sqlang.ir.program import Program, Step
from sqlang.views.batches import members_text
from sqlang.views.families import Family
from sqlang.views.numbers import clock, plural, quantity
from sqlang.views.recording.records import IterationRow, Recording
from sqlang.views.table import Table, left_out


def iteration_table(program: Program, recording: Recording, family: Family) -> Table:
    """Of all members of a family of step stages, by time; without a memory no memory columns."""
    rows = sorted(
        ((row, index) for index in family.places for row in recording.stages[index].rows),
        key=lambda entry: (entry[0].time, entry[1]),
    )
    total = sum(recording.stages[index].iterations for index in family.places)
    kind = program.stages[family.base].kind
    memory = isinstance(kind, Step) and kind.memory is not None
    return Table.without_blank_columns(
        f"stage `{family.name}`: {plural(total, 'iteration')}",
        ("time", "stage", "batch", "used", "cached", "cost"),
        [
            _cells(row, family.member(index) if family.size > 1 else "", memory)
            for row, index in rows
        ],
        left_out(total - len(rows)),
    )


def _cells(row: IterationRow, member: str, memory: bool) -> tuple[str, ...]:
    return (
        clock(row.time),
        member,
        members_text(row),
        quantity(row.used) if memory else "",
        quantity(row.cached) if memory else "",
        quantity(row.cost),
    )
