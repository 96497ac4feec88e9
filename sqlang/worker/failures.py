"""Why a run failed, and at which place of the program, in terms that travel as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlang.engine import RunError, Unsupported
from sqlang.ir.node import fields_of
from sqlang.ir.program import Node, Program

Place = dict[str, object]
_UNSUPPORTED = "SQ999"


def failed_run(error: RunError) -> dict[str, object]:
    """A run-time error with the statement, session and time that it has."""
    statement = error.statement
    place: Place = {} if statement is None else {"statement": [statement.block, statement.position]}
    return {
        "code": error.code,
        "message": error.message,
        "serial": error.serial,
        "time": error.time,
        **place,
    }


def unsupported_program(program: Program, missing: Sequence[Unsupported]) -> dict[str, object]:
    """The first feature that is missing as the failure, the others in `also`."""
    first, *others = [
        {
            "code": _UNSUPPORTED,
            "message": f"{each.feature} is not supported yet",
            "serial": None,
            "time": 0.0,
            **place_of(program, each.node),
        }
        for each in missing
    ]
    return {**first, "also": others}


def place_of(program: Program, node: object) -> Place:
    """The statement, stage or pool that is `node` or has it within; none for the rest."""
    for index, stage in enumerate(program.stages):
        if _contains(stage, node):
            return {"stage": index}
    for index, pool in enumerate(program.pools):
        if _contains(pool, node):
            return {"pool": index}
    for block, statements in enumerate(program.blocks):
        for position, statement in enumerate(statements):
            if _contains(statement, node):
                return {"statement": [block, position]}
    return {}


def _contains(root: Node, node: object) -> bool:
    pending: list[object] = [root]
    while pending:
        found = pending.pop()
        if found is node:
            return True
        pending += _below(found)
    return False


def _below(value: object) -> Iterator[object]:
    if isinstance(value, Node):
        yield from (getattr(value, field) for field in fields_of(type(value)))
    elif isinstance(value, tuple):
        yield from value
