"""Runs over several stages and the stages they share (IR-46, FLW-1 to FLW-4)."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.ir import program as ir
from sqlang.ir.places import stage_place, statement_place
from sqlang.ir.problems import Problem
from sqlang.ir.traversal import shared_stages, stages_meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class _PlacedRun:
    __slots__ = ("run", "where")

    def __init__(self, run: ir.Run, where: str) -> None:
        self.run: Final = run
        self.where: Final = where

    def references(self) -> tuple[ir.Reference, ...]:
        return (self.run.stage, *self.run.also)


def flow_problems(program: ir.Program) -> Iterator[Problem]:
    """What is wrong with the flows of a program, in the order of ORD-5."""
    if not _has_flows(program):
        yield from _share_problems(program, [])
        return
    runs = list(_runs(program))
    flows = [placed for placed in runs if placed.run.also]
    yield from _share_problems(program, flows)
    shared = shared_stages(program)
    yield from _shared_stage_problems(program, shared)
    for placed in runs:
        yield from _mode_problems(program, placed, shared)
        yield from _repetition_problems(program, placed)


def _has_flows(program: ir.Program) -> bool:
    """Whether any run is over several stages: without one there is nothing to share."""
    return any(
        isinstance(statement, ir.Run) and statement.also
        for block in program.blocks
        for statement in block
    )


def _runs(program: ir.Program) -> Iterator[_PlacedRun]:
    for number, block in enumerate(program.blocks):
        for position, statement in enumerate(block):
            if isinstance(statement, ir.Run):
                yield _PlacedRun(statement, statement_place(program, number, position))


def _share_problems(program: ir.Program, flows: list[_PlacedRun]) -> Iterator[Problem]:
    """FLW-1: `share` exactly when there is something to share."""
    if flows and program.share is None:
        run, where = flows[0].run, flows[0].where
        yield Problem("SQ611", {}, run, where, run.also)
    if not flows and program.share is not None:
        yield Problem("SQ612", {}, program, "share")


def _shared_stage_problems(
    program: ir.Program, shared: dict[int, ir.Reference]
) -> Iterator[Problem]:
    """FLW-2: a shared stage has a constant capacity; a family is told of once."""
    told: list[ir.Reference] = []
    for index, reference in sorted(shared.items(), key=lambda item: item[0]):
        stage = program.stages[index]
        if not _has_constant_capacity(stage) and not any(reference is other for other in told):
            told.append(reference)
            values = {"stage": stage.name}
            yield Problem("SQ613", values, reference, stage_place(stage), (stage,))


def _has_constant_capacity(stage: ir.Stage) -> bool:
    match stage.kind:
        case ir.Ps(capacity=ir.Number(value=capacity)):
            return capacity > 0
    return False


def _mode_problems(
    program: ir.Program, placed: _PlacedRun, shared: dict[int, ir.Reference]
) -> Iterator[Problem]:
    """FLW-3: a run on a shared stage is plain; of one that cannot be shared FLW-2 tells more."""
    run = placed.run
    if run.mode is ir.Mode.PLAIN and run.growing is None:
        return
    members = stages_meant(program, run.stage)
    flows = [program.stages[index] for index in members if index in shared]
    if flows and all(map(_has_constant_capacity, flows)):
        node = run if run.growing is None else run.growing
        values = {"stage": program.stages[members[0]].name}
        yield Problem("SQ614", values, node, placed.where)


def _repetition_problems(program: ir.Program, placed: _PlacedRun) -> Iterator[Problem]:
    """FLW-4: a run names a family once."""
    named: dict[int, ir.Reference] = {}
    for reference in placed.references():
        first = named.setdefault(reference.base, reference)
        if first is not reference and reference.base < len(program.stages):
            values = {"stage": program.stages[reference.base].name}
            yield Problem("SQ615", values, reference, placed.where, (first,))
