"""Events of a run as rows of a table, all with the same columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from sqlang.api.program import Program
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Assignment,
    BranchTaken,
    Ending,
    Eviction,
    Iteration,
    JobEnd,
    JobStart,
    PoolLevel,
    Preemption,
    Queueing,
    SampleTaken,
    Statement,
)

Cell = str | int | float | None
Row = dict[str, Cell]

COLUMNS: Final = (
    "time",
    "event",
    "session",
    "turn",
    "line",
    "stage",
    "pool",
    "name",
    "value",
    "tokens",
    "units",
    "cached",
    "waited",
)
"""Every row has these; None where a column says nothing of an event."""

_FIRST_DEAD_ENTRY: Final = 2**62


def rows_of(event: object, program: Program) -> Iterator[Row]:
    """The rows of one event of `sqlang.engine.observer`."""
    match event:
        case Iteration():
            yield from _iteration_rows(event, program)
        case Admission():
            yield from _admission_rows(event, program)
        case Arrival():
            yield _row(event.time, "arrive", session=event.serial)
        case Ending():
            yield _row(event.time, "reject" if event.rejected else "end", session=event.serial)
        case Queueing() | Preemption() | Eviction() | PoolLevel():
            yield _pool_row(event, program)
        case JobStart() | JobEnd():
            yield _job_row(event, program)
        case Assignment() | SampleTaken() | BranchTaken():
            yield _value_row(event, program)
        case _:
            yield _plain_row(event)


def _plain_row(event: object) -> Row:
    """An event of which no more is told than when it was, and of whom."""
    word = type(event).__name__.lower()
    return _row(getattr(event, "time", 0.0), word, session=getattr(event, "serial", None))


def _iteration_rows(event: Iteration, program: Program) -> Iterator[Row]:
    """`value` is the cost; `units` and `cached` are of the stage's memory."""
    stage = program.ir.stages[event.stage].name
    total = sum(member.tokens for member in event.members)
    yield _row(
        event.time,
        "iteration",
        stage=stage,
        value=event.cost,
        tokens=total,
        units=event.used,
        cached=event.cached,
    )
    for member in event.members:
        yield _row(
            event.time,
            "prefill" if member.prefill else "decode",
            session=member.serial,
            turn=member.turn,
            line=_line(member.statement, program),
            stage=stage,
            tokens=member.tokens,
        )


def _admission_rows(event: Admission, program: Program) -> Iterator[Row]:
    for pool, units in zip(event.pools, event.units, strict=True):
        yield _row(
            event.time,
            "admit",
            session=event.serial,
            line=_line(event.statement, program),
            pool=program.ir.pools[pool].name,
            units=units,
            cached=event.cached,
            waited=event.time - event.queued_at,
        )


def _pool_row(event: Queueing | Preemption | Eviction | PoolLevel, program: Program) -> Row:
    """`value` is how far a preempted session had come; `session` is None for a dead entry."""
    time, pool = event.time, program.ir.pools[event.pool].name
    match event:
        case Queueing():
            line = _line(event.statement, program)
            return _row(time, "queue", session=event.serial, line=line, pool=pool)
        case Preemption():
            serial, line = event.serial, _line(event.statement, program)
            return _row(time, "preempt", session=serial, line=line, pool=pool, value=event.computed)
        case Eviction():
            entry = event.entry if event.entry < _FIRST_DEAD_ENTRY else None
            return _row(time, "evict", session=entry, pool=pool, units=event.units)
        case PoolLevel():
            return _row(time, "level", pool=pool, units=event.used, cached=event.cached)


def _job_row(event: JobStart | JobEnd, program: Program) -> Row:
    """`value` is the work of a job that joins, the time in service of one that is done."""
    stage, line = program.ir.stages[event.stage].name, _line(event.statement, program)
    if isinstance(event, JobStart):
        return _row(
            event.time, "join", session=event.serial, line=line, stage=stage, value=event.work
        )
    return _row(
        event.time,
        "done",
        session=event.serial,
        line=line,
        stage=stage,
        value=event.time - event.started,
        waited=event.started - event.joined,
    )


def _value_row(event: Assignment | SampleTaken | BranchTaken, program: Program) -> Row:
    """A sample of the warm-up is `unmeasured`; the value of a branch is 1 for its first block."""
    line = _line(event.statement, program)
    match event:
        case Assignment():
            name = program.ir.attributes[event.slot]
            return _row(
                event.time, "set", session=event.serial, line=line, name=name, value=event.value
            )
        case SampleTaken():
            return _row(
                event.time,
                "observe" if event.counted else "unmeasured",
                session=event.serial,
                turn=event.turn,
                line=line,
                name=program.ir.observes[event.slot],
                value=event.value,
            )
        case BranchTaken():
            value = 1.0 if event.then else 0.0
            return _row(event.time, "branch", session=event.serial, line=line, value=value)


def _row(time: float, event: str, **cells: Cell) -> Row:
    row: Row = dict.fromkeys(COLUMNS)
    row.update(cells, time=time, event=event)
    return row


def _line(statement: Statement, program: Program) -> int | None:
    """The line of a statement in its text, from 1; None without a text."""
    span = program.statement_span(statement)
    return span.source.lines.position(span.start).line + 1 if span.source.text else None
