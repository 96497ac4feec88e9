"""Events of a run as rows of a table, all with the same columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, assert_never

from sqlang.api.program import Program
from sqlang.engine.holding_events import (
    Drop,
    Growth,
    GrowthWait,
    HoldEnd,
    LeaseEnd,
    LeaseStart,
    Load,
    Release,
)
from sqlang.engine.observer import (
    Admission,
    Arrival,
    Assignment,
    BranchTaken,
    Ending,
    Event,
    Eviction,
    Iteration,
    JobEnd,
    JobStart,
    PoolLevel,
    Preemption,
    Queueing,
    SampleTaken,
    Spill,
    Statement,
    TurnStart,
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


def rows_of(event: Event, program: Program) -> Iterator[Row]:
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
        case LeaseStart() | LeaseEnd() | Release() | Load():
            yield _holding_row(event, program)
        case GrowthWait() | Growth() | Drop():
            yield _size_row(event, program)
        case HoldEnd():
            yield from _hold_end_rows(event, program)
        case TurnStart():
            line = _line(event.statement, program)
            yield _row(event.time, "turn", session=event.serial, turn=event.turn, line=line)
        case Spill():
            yield _spill_row(event, program)
        case _:
            assert_never(event)


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
            owner = _owner(event.entry)
            return _row(time, "evict", session=owner, pool=pool, units=event.units)
        case PoolLevel():
            return _row(time, "level", pool=pool, units=event.used, cached=event.cached)


def _owner(entry: int) -> int | None:
    """The session of a cached entry; a dead entry has none."""
    return entry if entry < _FIRST_DEAD_ENTRY else None


def _spill_row(event: Spill, program: Program) -> Row:
    """`name` is the pool that the units come to."""
    return _row(
        event.time,
        "spill",
        session=_owner(event.entry),
        pool=program.ir.pools[event.pool].name,
        name=program.ir.pools[event.target].name,
        units=event.units,
    )


def _holding_row(event: LeaseStart | LeaseEnd | Release | Load, program: Program) -> Row:
    """`value` is when a lease expires, or up to where a loaded hold is computed."""
    time, session, pool = event.time, event.serial, program.ir.pools[event.pool].name
    line, units = _line(event.statement, program), event.units
    name: str | None = None
    value: float | None = None
    cached: float | None = None
    match event:
        case LeaseStart():
            word, value = "lease", event.expires
        case LeaseEnd():
            word, cached, name = "lease end", event.cached, event.reason
        case Release():
            word, cached = "release", event.cached
        case Load():
            word, value = "load", event.position
    return _row(
        time,
        word,
        session=session,
        line=line,
        pool=pool,
        name=name,
        value=value,
        units=units,
        cached=cached,
    )


def _size_row(event: GrowthWait | Growth | Drop, program: Program) -> Row:
    """How a hold grows, or the own entry goes; `units` are added, missing, or no longer cached."""
    match event:
        case GrowthWait():
            word = "wait to grow"
        case Growth():
            word = "grow"
        case Drop():
            word = "drop"
    return _row(
        event.time,
        word,
        session=event.serial,
        line=_line(event.statement, program),
        pool=program.ir.pools[event.pool].name,
        units=event.units,
    )


def _hold_end_rows(event: HoldEnd, program: Program) -> Iterator[Row]:
    """A row for each pool that is given back; `cached` is what stays there."""
    for pool, units, cached in zip(event.pools, event.units, event.cached, strict=True):
        yield _row(
            event.time,
            "give back",
            session=event.serial,
            line=_line(event.statement, program),
            pool=program.ir.pools[pool].name,
            units=units,
            cached=cached,
        )


def _job_row(event: JobStart | JobEnd, program: Program) -> Row:
    """`value` is the work of a job that joins, the time in service of one that is done."""
    stage = program.ir.stages[event.stage].name
    line = None if event.statement is None else _line(event.statement, program)
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
