"""What is shown at `observe`, `set`, `choose` and `branch`: the values that were met."""

from __future__ import annotations

from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.numbers import clock, exact, plural, quantity, short
from sqlang.views.outcome import Outcome
from sqlang.views.recording.records import AssignmentRecord, BranchRecord, Key, SampleRecord
from sqlang.views.table import Table, left_out

VALUES_SHOWN = 6


def annotate_observe(name: str, key: Key, record: SampleRecord, outcome: Outcome) -> Annotation:
    """`n 2 · mean 2.5 · p99 4`, of the samples of this statement that count (STAT-3)."""
    values = record.values
    label = f"n {values.size}"
    if values.size:
        label += f" · mean {short(values.mean)} · p99 {_p99(name, record, outcome)}"
    return Annotation(Place.statement(key), "observe", label, _sample_table(name, record), name)


def annotate_assignment(name: str, key: Key, record: AssignmentRecord) -> Annotation:
    """`2, 4`: the first values, by session."""
    size = record.values.size
    shown = [short(row.value) for row in record.rows[:VALUES_SHOWN]]
    label = ", ".join(shown if len(shown) == size else [*shown, "…"])
    table = Table(
        f"set `{name}`: {plural(size, 'value')}",
        ("session", "time", "value"),
        tuple((str(row.serial), clock(row.time), quantity(row.value)) for row in record.rows),
        left_out(size - len(record.rows)),
    )
    return Annotation(Place.statement(key), "set", label, table, name)


def annotate_branch(key: Key, record: BranchRecord) -> Annotation:
    """`then 1 · else 1`"""
    total = record.then + record.otherwise
    label = f"then {record.then} · else {record.otherwise}"
    rows = tuple(
        (str(row.serial), clock(row.time), "then" if row.then else "else") for row in record.rows
    )
    table = Table(
        f"branch: decided {plural(total, 'time')}",
        ("session", "time", "taken"),
        rows,
        left_out(total - len(rows)),
    )
    return Annotation(Place.statement(key), "branch", label, table)


def _sample_table(name: str, record: SampleRecord) -> Table:
    values = record.values
    total = values.size + record.uncounted
    notes = left_out(total - len(record.rows))
    if values.size:
        notes += (f"least {short(values.least)}, greatest {short(values.greatest)}",)
    return Table.without_blank_columns(
        f"observe `{name}`: {plural(total, 'sample')}",
        ("session", "turn", "time", "value", "warm-up"),
        [
            (
                str(row.serial),
                exact(row.turn),
                clock(row.time),
                quantity(row.value),
                "" if row.counted else "yes",
            )
            for row in record.rows
        ],
        notes,
    )


def _p99(name: str, record: SampleRecord, outcome: Outcome) -> str:
    """The report's, if this statement took all samples of the name; else that of what was kept."""
    figures = outcome.report.observes.get(name) if outcome.report else None
    if figures and figures.samples == record.values.size and figures.p99 is not None:
        return short(figures.p99)
    if record.p99 is None:
        return "-"
    return short(record.p99) if record.exact else f"~{short(record.p99)}"
