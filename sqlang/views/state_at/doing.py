"""What each session does at a time, in few words."""

from __future__ import annotations

from sqlang.engine.state import RunState, SessionState
from sqlang.ir.program import Program, Step


def doing(program: Program, state: RunState, session: SessionState) -> str:
    """`decoding`, `waiting`, `served`: the same words for all who do the same."""
    match session.status:
        case "queued":
            return "waiting again" if session.put_back else "waiting"
        case "growing":
            return "waiting for memory"
        case "in stage":
            assert session.stage is not None
            return _at_stage(program, state, session.serial, session.stage)
    return "here"


def where(program: Program, session: SessionState) -> str:
    """The pools or the stage that what it does is about."""
    if session.status == "queued":
        return ", ".join(program.pools[pool].name for pool, _ in session.asked)
    if session.status == "growing" and session.pool is not None:
        return program.pools[session.pool].name
    return "" if session.stage is None else program.stages[session.stage].name


def _at_stage(program: Program, state: RunState, serial: int, index: int) -> str:
    stage = state.stages[index]
    [job] = [job for job in stage.jobs if job.serial == serial][:1]
    if not isinstance(program.stages[index].kind, Step):
        return "in line" if job.started is None else "served"
    kind = "prefill" if job.prefill else "decode"
    if any(member.serial == serial for member in stage.batch):
        return "prefilling" if job.prefill else "decoding"
    return f"not in the batch ({kind})"
