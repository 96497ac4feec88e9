"""The state of a run at a time, beside the source lines and as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sqlang.engine.state import RunState
from sqlang.views.annotated_source import AnnotatedSource, with_annotations
from sqlang.views.numbers import clock
from sqlang.views.outcome import Failure, Stop
from sqlang.views.state_at.labels import state_annotations
from sqlang.views.state_at.tables import StateTables
from sqlang.views.statement_places import StatementPlaces

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

ROWS_SHOWN = 20


class StateView(NamedTuple):
    """`title` says of which time the state is, and why of that if another was asked for."""

    title: str
    source: AnnotatedSource


def state_view(
    analysis: Analysis,
    state: RunState,
    asked: float,
    ended: Stop | Failure | None = None,
    *,
    rows: int = ROWS_SHOWN,
    named: bool = True,
) -> StateView:
    """`analysis` is that of the program that ran, `asked` the time that was asked for.

    `ended` is what kept the run from getting there, if something did; each table has at most so
    many `rows`. Raises ValueError if `analysis` has errors.
    """
    program = analysis.program
    if program is None:
        raise ValueError("a program with errors has no run to show")
    places = StatementPlaces(analysis, named=named)
    tables = StateTables(program, state, places, rows).all()
    source = with_annotations(analysis, state_annotations(program, state), tables)
    return StateView(_title(state, asked, ended), source)


def _title(state: RunState, asked: float, ended: Stop | Failure | None) -> str:
    time = clock(state.time)
    if ended is not None:
        how = "failed" if isinstance(ended, Failure) else "was stopped"
        return f"the run {how} at {time}, before {clock(asked)}: what there was then"
    if state.over:
        return f"the run ended at {time}, before {clock(asked)}: what there was at its end"
    return f"at {time}, once all that happens then has happened"
