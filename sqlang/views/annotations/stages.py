"""What is shown at `stage`: the batches of an engine, the jobs of any other."""

from __future__ import annotations

from sqlang.ir.program import Program, Step
from sqlang.views.annotations.labels import SEPARATOR, by_member, jobs_label
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.batches import batches_text
from sqlang.views.families import Family
from sqlang.views.iteration_table import iteration_table
from sqlang.views.numbers import percent, plural, quantity, short
from sqlang.views.outcome import Outcome, StageFigures
from sqlang.views.recording.records import Recording, StageRecord, merged
from sqlang.views.table import Table


def annotate_stage(
    program: Program, recording: Recording, outcome: Outcome, family: Family
) -> Annotation:
    """`4 iterations · p2 │ p4 │ d1 │ d1` for an engine, `3 jobs · mean 2` for others."""
    records = recording.stages[family.base : family.base + family.size]
    if isinstance(program.stages[family.base].kind, Step):
        label, table = _step_label(records), iteration_table(program, recording, family)
    else:
        label, table = _jobs_label(records), _job_table(recording, outcome, family)
    return Annotation(Place("stage", family.base), "stage", label, table, family.name)


def _step_label(records: tuple[StageRecord, ...]) -> str:
    iterations = [record.iterations for record in records]
    parts = [plural(sum(iterations), "iteration")]
    if len(records) > 1:
        parts.append(by_member([str(count) for count in iterations]))
    elif iterations[0]:
        parts.append(batches_text(records[0].batches, iterations[0]))
    return SEPARATOR.join(parts)


def _jobs_label(records: tuple[StageRecord, ...]) -> str:
    return jobs_label(
        sum(record.started for record in records),
        merged([record.wait for record in records]),
        merged([record.service for record in records]),
    )


def _job_table(recording: Recording, outcome: Outcome, family: Family) -> Table:
    rows = [
        _job_cells(
            family.member(index),
            recording.stages[index],
            outcome.report.stages[index] if outcome.report else None,
        )
        for index in family.places
    ]
    header = ("stage", "jobs", "done", "service", "wait", "longest", "busy")
    return Table(f"stage `{family.name}`", header, tuple(rows))


def _job_cells(name: str, record: StageRecord, figures: StageFigures | None) -> tuple[str, ...]:
    return (
        name,
        str(record.started),
        str(record.service.size),
        short(record.service.mean),
        short(record.wait.mean),
        quantity(record.service.greatest),
        percent(figures.utilization) if figures else "-",
    )
