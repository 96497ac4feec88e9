"""Why a run failed, and at which place of the program, in terms that travel as JSON."""

from __future__ import annotations

from sqlang.engine import RunError
from sqlang.ir.enclosing import enclosing
from sqlang.ir.program import Program

Place = dict[str, object]


def failed_run(program: Program, error: RunError) -> dict[str, object]:
    """A run-time error with its place, session and time, and the values it has read."""
    statement = error.statement
    if statement is None:
        place = {} if error.node is None else place_of(program, error.node)
    else:
        place = {"statement": [statement.block, statement.position]}
    return {
        "code": error.code,
        "message": error.message,
        "serial": error.serial,
        "time": error.time,
        "part": error.part,
        "values": error.values,
        **place,
    }


def place_of(program: Program, node: object) -> Place:
    """The statement, stage or pool that is `node` or has it within; none for the rest."""
    found = enclosing(program, node)
    if found is None:
        return {}
    if found.kind == "statement":
        return {"statement": [found.at, found.position]}
    return {found.kind: found.at}
