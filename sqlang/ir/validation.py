"""What makes an IR valid (part 3, section 5), read from JSON or lowered from text alike."""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator

from sqlang.ir import program as ir
from sqlang.ir.expression_validation import ExpressionValidation, draws, out_of_range
from sqlang.ir.flow_validation import flow_problems
from sqlang.ir.moments import Moment
from sqlang.ir.node import fields_of
from sqlang.ir.places import pool_place, stage_place, statement_place
from sqlang.ir.problems import Problem
from sqlang.ir.traversal import (
    Operand,
    arrival_operands,
    pool_keys,
    spill_operands,
    stage_operands,
    statement_blocks,
    statement_operands,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


def validate(program: ir.Program) -> list[Problem]:
    """All that is wrong with a program, in the order of ORD-5: the first is the refusal (ORD-1).

    Indices beyond their tables are told where the expressions of the same part are. What IR-55
    lists is not looked at.
    """
    validation = Validation(program)
    problems: list[Problem] = []
    for number, block in enumerate(program.blocks):
        for position in range(len(block)):
            problems += validation.statement(number, position)
    problems += validation.rest()
    return problems


class Validation:
    """One program under inspection, of which some is `known` to be right by its identity."""

    def __init__(self, program: ir.Program, known: Container[int] = ()) -> None:
        self._program: Final = program
        self._known: Final = known
        self._expressions: Final = ExpressionValidation(program)
        self._workload_blocks: Final = (program.init, program.turn)

    def statement(self, number: int, position: int) -> list[Problem]:
        """What is wrong with one statement, nested blocks apart."""
        statement = self._program.blocks[number][position]
        if number in self._workload_blocks and not isinstance(statement, ir.Set | ir.Observe):
            found = self._known_apart(statement, number, position)
            return [*found, self._not_of_workload(statement, number, position)]
        return self._known_apart(statement, number, position)

    def _known_apart(self, statement: ir.Statement, number: int, position: int) -> list[Problem]:
        if self._expressions.are_right(statement_operands(statement)):
            if type(statement) in _NOTHING_ELSE:
                return []
            return list(self._statement(statement, number, position, ()))
        return list(self._statement(statement, number, position, statement_operands(statement)))

    def rest(self, *, has_flows: bool = True) -> list[Problem]:
        """What is wrong with all but the statements, and between them."""
        return list(self._rest(has_flows))

    def _rest(self, has_flows: bool) -> Iterator[Problem]:
        program = self._program
        for name in ("init", "turn", "session"):
            yield from self._block(getattr(program, name), program, name)
        if has_flows:
            yield from flow_problems(program)
        yield from self._pools()
        yield from self._stages()
        yield from self._arrival()
        yield from self._arrivals()
        yield from self._sessions()
        yield from self._slots()
        yield from self._hidden()
        if not 0 <= program.warmup < program.horizon < math.inf:
            values = {"warmup": _plain(program.warmup), "horizon": _plain(program.horizon)}
            yield Problem("SQ609", values, program, "run")

    def _block(self, block: int, node: ir.Node, where: str) -> Iterator[Problem]:
        if block >= len(self._program.blocks):
            yield out_of_range("SQ703", block, len(self._program.blocks), node, where)

    def _statement(
        self, statement: ir.Statement, number: int, position: int, operands: Iterable[Operand]
    ) -> Iterator[Problem]:
        program = self._program
        if isinstance(statement, ir.Set | ir.Choose):
            if statement.slot >= len(program.attributes):
                where = statement_place(program, number, position)
                yield from self._expressions.slot(statement.slot, statement, where)
        elif isinstance(statement, ir.Observe) and statement.slot >= len(program.observes):
            where = statement_place(program, number, position)
            count = len(program.observes)
            yield out_of_range("SQ705", statement.slot, count, statement, where)
        for operand in operands:
            where = statement_place(program, number, position)
            yield from self._expressions.problems(operand, where)
        if isinstance(statement, ir.Choose) and not statement.keys:
            yield Problem("SQ709", {}, statement, statement_place(program, number, position))
        for block in statement_blocks(statement):
            if block >= len(program.blocks):
                where = statement_place(program, number, position)
                yield from self._block(block, statement, where)

    def _not_of_workload(self, statement: ir.Statement, number: int, position: int) -> Problem:
        """A tool has put it there: text cannot (WRK-1, IR-55)."""
        block = "init" if number == self._program.init else "turn"
        where = statement_place(self._program, number, position)
        return Problem("SQ441", {"block": block}, statement, where)

    def _pools(self) -> Iterator[Problem]:
        previous: ir.Pool | None = None
        for pool in self._program.pools:
            if id(pool) in self._known:
                previous = pool
                continue
            where = pool_place(pool)
            if pool.admit_via is not None:
                yield from self._stage_index(pool.admit_via, pool, where)
            if previous is None or not _is_same_pool_family(previous, pool):
                yield from self._pool_expressions(pool, where)
            previous = pool

    def _pool_expressions(self, pool: ir.Pool, where: str) -> Iterator[Problem]:
        for operand in pool_keys(pool):
            yield from self._expressions.problems(operand, where)
        if pool.spill is not None:
            yield from self._pool_index(pool.spill.to, pool.spill, where)
            yield from self._stage_index(pool.spill.via, pool.spill, where)
            for operand in spill_operands(pool.spill):
                yield from self._expressions.problems(operand, where)

    def _stages(self) -> Iterator[Problem]:
        previous: ir.Stage | None = None
        for stage in self._program.stages:
            if id(stage) in self._known:
                previous = stage
                continue
            where = stage_place(stage)
            if previous is None or not _is_same_stage_family(previous, stage):
                yield from self._stage_expressions(stage, where)
            if isinstance(stage.kind, ir.Step) and stage.kind.memory is not None:
                yield from self._pool_index(stage.kind.memory, stage, where)
            previous = stage

    def _stage_expressions(self, stage: ir.Stage, where: str) -> Iterator[Problem]:
        for operand in stage_operands(stage):
            yield from self._expressions.problems(operand, where)
            if operand.moment is Moment.SERVE:
                for draw in draws(operand.node):
                    yield Problem("SQ605", {}, draw, f"{where}, {operand.role}")

    def _pool_index(self, index: int, node: ir.Node, where: str) -> Iterator[Problem]:
        if index >= len(self._program.pools):
            yield out_of_range("SQ706", index, len(self._program.pools), node, where)

    def _stage_index(self, index: int, node: ir.Node, where: str) -> Iterator[Problem]:
        if index >= len(self._program.stages):
            yield out_of_range("SQ707", index, len(self._program.stages), node, where)

    def _arrival(self) -> Iterator[Problem]:
        for operand in arrival_operands(self._program.arrival):
            yield from self._expressions.problems(operand, "arrival")
            yield from self._expressions.state_reads(operand.node, "arrival, renewal")

    def _arrivals(self) -> Iterator[Problem]:
        program = self._program
        is_open = isinstance(program.arrival, ir.Poisson | ir.Renewal)
        if program.arrivals == 0:
            yield Problem("SQ607", {}, program, "run, arrivals")
        elif program.arrivals is not None and not is_open:
            yield Problem("SQ608", {}, program, "run, arrivals", (program.arrival,))

    def _sessions(self) -> Iterator[Problem]:
        arrival = self._program.arrival
        if not isinstance(arrival, ir.Sessions):
            return
        for position, session in enumerate(arrival.sessions):
            for values in (session.attributes, *session.turns):
                for slot, _ in values:
                    where = f"arrival, Sessions[{position}]"
                    yield from self._expressions.slot(slot, session, where)

    def _slots(self) -> Iterator[Problem]:
        slots, count = self._program.slots, len(self._program.attributes)
        for name in fields_of(ir.BuiltinSlots):
            slot = getattr(slots, name)
            if slot >= count:
                yield from self._expressions.slot(slot, slots, f"slot_{name}")

    def _hidden(self) -> Iterator[Problem]:
        program = self._program
        seen: set[int] = set()
        for slot in program.hidden:
            if slot >= len(program.attributes):
                yield from self._expressions.slot(slot, program, "hidden")
            elif slot in (program.slots.cached, program.slots.computed):
                yield Problem("SQ603", {"name": program.attributes[slot]}, program, "hidden")
            elif slot in seen:
                yield Problem("SQ604", {"name": program.attributes[slot]}, program, "hidden")
            seen.add(slot)


_NOTHING_ELSE: Final = frozenset({ir.Run, ir.Grow, ir.Load, ir.Drop, ir.Release, ir.Turn, ir.End})
"""Statements that have operands only: no slot, no blocks, no keys."""


def _is_same_pool_family(one: ir.Pool, other: ir.Pool) -> bool:
    """Whether two neighbors stand for one declaration, so that its mistakes are told once."""
    return (one.name, one.queue, one.evict, one.spill) == (
        other.name,
        other.queue,
        other.evict,
        other.spill,
    )


def _is_same_stage_family(one: ir.Stage, other: ir.Stage) -> bool:
    """Whether two neighbors stand for one declaration, so that its mistakes are told once."""
    return one.name == other.name and list(stage_operands(one)) == list(stage_operands(other))


def _plain(value: float) -> str:
    return repr(value).removesuffix(".0")
