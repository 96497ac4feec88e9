"""All annotations of a program after a run, in a fixed order."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.engine.errors import circumstances
from sqlang.ir.program import (
    Choose,
    Hold,
    Load,
    Observe,
    Pool,
    Program,
    Release,
    Run,
    Set,
    Stage,
)
from sqlang.views.annotations.arrivals import annotate_arrivals
from sqlang.views.annotations.holds import annotate_hold
from sqlang.views.annotations.model import Annotation, AnnotationKind, Place
from sqlang.views.annotations.movements import annotate_load, annotate_release
from sqlang.views.annotations.pools import annotate_pool
from sqlang.views.annotations.program import annotate_program
from sqlang.views.annotations.reached import unreached_statements
from sqlang.views.annotations.runs import annotate_run
from sqlang.views.annotations.stages import annotate_stage
from sqlang.views.annotations.values import (
    annotate_assignment,
    annotate_branch,
    annotate_observe,
)
from sqlang.views.families import Family, families
from sqlang.views.numbers import clock
from sqlang.views.outcome import RUNNING, Failure, Outcome
from sqlang.views.recording.records import Key, Recording
from sqlang.views.table import Table


def annotate(
    program: Program, recording: Recording, outcome: Outcome = RUNNING, command: str = ""
) -> list[Annotation]:
    """The run, pools and stages as declared, arrivals, the statements by block and position.

    Works for a run that still goes on, was stopped or failed; nothing is `unreached` before a run
    has ended. `command` is the command line that repeats the run.
    """
    annotations = [annotate_program(program, recording, outcome, command)]
    annotations += [
        annotate_pool(program, recording, outcome, family) for family in families(program.pools)
    ]
    annotations += [
        annotate_stage(program, recording, outcome, family) for family in families(program.stages)
    ]
    annotations += annotate_arrivals(program, recording)
    annotations += _statements(program, recording, outcome)
    if outcome.report:
        annotations += _unreached(program, recording, outcome)
    if outcome.failure:
        annotations.append(_failure(outcome.failure))
    return annotations


def table_at(
    place: Place,
    kind: AnnotationKind,
    program: Program,
    recording: Recording,
    outcome: Outcome = RUNNING,
    command: str = "",
) -> Table:
    """The table of that annotation alone, as `annotate` makes it of the same run; else empty."""
    found = [
        each
        for each in _at(place, kind, program, recording, outcome, command)
        if each is not None and each.place == place and each.kind == kind
    ]
    return found[0].table if found else Table("")


def _at(
    place: Place,
    kind: AnnotationKind,
    program: Program,
    recording: Recording,
    outcome: Outcome,
    command: str,
) -> list[Annotation | None]:
    """Annotations among which that one is."""
    match kind:
        case "program":
            return [annotate_program(program, recording, outcome, command)]
        case "pool":
            family = _family(program.pools, place.at)
            return [annotate_pool(program, recording, outcome, family)]
        case "stage":
            family = _family(program.stages, place.at)
            return [annotate_stage(program, recording, outcome, family)]
        case "arrival":
            return [*annotate_arrivals(program, recording)]
        case "unreached":
            return [*_unreached(program, recording, outcome)]
        case "failure":
            return [] if outcome.failure is None else [_failure(outcome.failure)]
    return [_statement(program, recording, outcome, (place.at, place.position))]


def _family(members: Sequence[Pool | Stage], base: int) -> Family:
    return next(each for each in families(members) if each.base == base)


def _statements(program: Program, recording: Recording, outcome: Outcome) -> list[Annotation]:
    annotations = []
    for block, statements in enumerate(program.blocks):
        for position, _ in enumerate(statements):
            annotation = _statement(program, recording, outcome, (block, position))
            if annotation:
                annotations.append(annotation)
    return annotations


def _statement(
    program: Program, recording: Recording, outcome: Outcome, key: Key
) -> Annotation | None:
    """`None` for a statement that told nothing."""
    statement = program.blocks[key[0]][key[1]]
    if isinstance(statement, Run) and key in recording.runs:
        return annotate_run(program, key, statement, recording.runs[key])
    if isinstance(statement, Hold) and key in recording.holds:
        return annotate_hold(program, key, statement, recording.holds[key])
    if isinstance(statement, Observe) and key in recording.samples:
        name = program.observes[statement.slot]
        return annotate_observe(name, key, recording.samples[key], outcome)
    if isinstance(statement, Set | Choose) and key in recording.assignments:
        name = program.attributes[statement.slot]
        return annotate_assignment(name, key, recording.assignments[key])
    if isinstance(statement, Release) and key in recording.releases:
        return annotate_release(program, key, statement, recording.releases[key])
    if isinstance(statement, Load) and key in recording.loads:
        return annotate_load(program, key, statement, recording.loads[key])
    if key in recording.branches:
        return annotate_branch(key, recording.branches[key])
    return None


def _unreached(program: Program, recording: Recording, outcome: Outcome) -> list[Annotation]:
    title = "not reached before the run was stopped" if outcome.stopped else "never reached"
    return [
        Annotation(
            Place.statement(key),
            "unreached",
            title if unreached.first else "",
            Table(title, notes=(unreached.reason,)),
        )
        for key, unreached in unreached_statements(program, recording).items()
    ]


def _failure(failure: Failure) -> Annotation:
    key = failure.statement
    place = Place.part(failure.part) if key is None else Place.statement(key)
    session = "" if failure.serial is None else f" in session {failure.serial}"
    label = f"failed{session} @{clock(failure.time)}"
    when = circumstances(failure.serial, failure.time, failure.values)
    table = Table(f"{failure.code}: {failure.message}", notes=(when,))
    return Annotation(place, "failure", label, table)
