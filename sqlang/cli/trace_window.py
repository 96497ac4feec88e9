"""The time of a session as the stretch that a page shows: found by a run of its own."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sqlang.cli.console import Console
from sqlang.cli.main import FAILED, INTERRUPTED
from sqlang.cli.parsing import Arguments
from sqlang.cli.tracing import reached_time, say_absent, watched
from sqlang.views.session_life import SessionFollower
from sqlang.views.timeline import Window

if TYPE_CHECKING:
    from sqlang.api.program import Program


def window_of_session(
    program: Program, serial: int, arguments: Arguments, console: Console, *, printed: bool
) -> Window | int:
    """From its arrival to its end; an exit code, once said why, if it never arrives.

    Runs are equal, so the run that makes the page can be told before it begins what to keep. A
    session that still lives when the run is over is shown up to there.
    """
    follower = SessionFollower(program.ir, serial)
    run = watched(program, follower, arguments, console, printed=printed)
    if run is None:
        return FAILED
    if run.interrupted and not follower.is_done:
        return INTERRUPTED
    life = follower.life(reached_time(run.outcome))
    if life.arrived is None:
        return say_absent(life, run, arguments, console)
    return Window(life.arrived, math.inf if life.ended is None else life.ended)
