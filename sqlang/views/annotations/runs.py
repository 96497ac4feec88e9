"""What is shown at `run` and its serving forms: tokens per iteration, or jobs."""

from __future__ import annotations

from sqlang.ir.program import Mode, Program, Run
from sqlang.views.annotations.labels import SEPARATOR, jobs_label
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.batches import tokens_text
from sqlang.views.families import Family, family_of
from sqlang.views.numbers import clock, exact, plural, quantity, short
from sqlang.views.recording.records import JobRow, Key, PartRow, RunRecord
from sqlang.views.table import Table, left_out

PARTS_SHOWN = 5


def annotate_run(program: Program, key: Key, statement: Run, record: RunRecord) -> Annotation:
    """`0:p2 @0 · 1:p4 @1` in an engine, `1 job · mean 1` elsewhere."""
    family = family_of(statement.stage, program.stages)
    if statement.mode is Mode.PLAIN:
        held = [family, *(family_of(reference, program.stages) for reference in statement.also)]
        label = jobs_label(record.started, record.wait, record.service)
        table = _job_table(held, record)
    else:
        label = _parts_label(record)
        table = _part_table(family, statement.mode, record)
    return Annotation(Place.statement(key), "run", label, table, family.name)


def _parts_label(record: RunRecord) -> str:
    size = record.portions
    if not size:
        return f"{plural(record.started, 'job')} · no tokens"
    shown = record.parts if size <= PARTS_SHOWN else record.parts[: PARTS_SHOWN - 1]
    texts = [
        f"{part.serial}:{tokens_text(part.prefill, part.tokens)} @{clock(part.time)}"
        for part in shown
    ]
    return SEPARATOR.join([*texts, *left_out(size - len(shown))])


def _part_table(family: Family, mode: Mode, record: RunRecord) -> Table:
    jobs, tokens = plural(record.started, "job"), quantity(record.tokens)
    notes = left_out(record.portions - len(record.parts))
    if record.service.size:
        notes += (f"stay {short(record.service.mean)} on average",)
    return Table.without_blank_columns(
        f"{mode.value.lower()} on `{family.name}`: {jobs}, {tokens} tokens",
        ("session", "turn", "time", "tokens", "stage"),
        [_part_cells(family, part) for part in record.parts],
        notes,
    )


def _part_cells(family: Family, part: PartRow) -> tuple[str, ...]:
    return (
        str(part.serial),
        exact(part.turn),
        clock(part.time),
        tokens_text(part.prefill, part.tokens),
        family.member(part.stage) if family.size > 1 else "",
    )


def _job_table(held: list[Family], record: RunRecord) -> Table:
    names = ", ".join(f"`{family.name}`" for family in held)
    return Table.without_blank_columns(
        f"run {names}: {plural(record.started, 'job')}",
        ("session", "work", "joined", "started", "ended", "wait", "stage"),
        [_job_cells(held, job) for job in record.jobs],
        left_out(record.started - len(record.jobs)),
    )


def _job_cells(held: list[Family], job: JobRow) -> tuple[str, ...]:
    members = [
        family.member(stage)
        for family, stage in zip(held, job.stages, strict=True)
        if family.size > 1
    ]
    return (
        str(job.serial),
        quantity(job.work),
        clock(job.joined),
        "-" if job.started is None else clock(job.started),
        "-" if job.ended is None else clock(job.ended),
        "-" if job.started is None else clock(job.started - job.joined),
        ", ".join(members),
    )
