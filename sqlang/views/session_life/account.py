"""The life of a session as tables: what happened step by step, and how its time divides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sqlang.views.numbers import clock, percent, plural
from sqlang.views.outcome import Outcome
from sqlang.views.session_life.records import LifeStep, SessionLife
from sqlang.views.statement_places import StatementPlaces
from sqlang.views.table import Table

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

_HEADER = ("time", "took", "line", "statement", "what happened")


class SessionAccount(NamedTuple):
    """Steps in order of time, and the shares of the session's time with their sum."""

    steps: Table
    shares: Table

    def text(self, columns: int | None = None) -> str:
        """Plain text of at most so many columns; ends without a line feed."""
        return f"{self.steps.text(columns)}\n\n{self.shares.text(columns)}"


def session_account(
    analysis: Analysis, life: SessionLife, outcome: Outcome, reached: float, *, named: bool = True
) -> SessionAccount:
    """`analysis` is that of the program that ran, up to the time `reached`.

    `named` gives each line with its file. Raises ValueError for a session that never arrived.
    """
    if life.arrived is None:
        raise ValueError("a session that never arrived has no life to tell")
    places = StatementPlaces(analysis, named=named)
    rows = [*_rows(life.first, places)]
    if life.left_out:
        rows.append(("", "", "", "", f"… {plural(life.left_out, 'step')} left out …"))
    rows += _rows(life.last, places)
    rows += _failure(life, outcome, places)
    title = f"session {life.serial}: {_summary(life, reached)}"
    steps = Table.without_blank_columns(title, _HEADER, rows)
    return SessionAccount(steps, _shares(life, reached))


def never_arrived(life: SessionLife) -> str:
    """What is said of a session that there is not."""
    if life.arrivals == 0:
        return f"there is no session {life.serial}: none arrived"
    last = life.arrivals - 1
    which = "only session 0" if last == 0 else f"{life.arrivals}, sessions 0 to {last},"
    return f"there is no session {life.serial}: {which} arrived"


def _summary(life: SessionLife, reached: float) -> str:
    assert life.arrived is not None
    arrived = f"arrived at {clock(life.arrived)}"
    if life.ended is None:
        return f"{arrived}, still there at {clock(reached)}"
    word = "was rejected" if life.rejected else "ended"
    lived = clock(life.ended - life.arrived)
    return f"{arrived}, {word} at {clock(life.ended)}, after {lived}"


def _rows(steps: Iterable[LifeStep], places: StatementPlaces) -> Iterable[tuple[str, ...]]:
    for step in steps:
        took = step.waited if step.until is None else step.until - step.time
        yield (
            clock(step.time),
            "" if took is None else clock(took),
            places.line(step.statement),
            places.text(step.statement),
            step.text,
        )


def _failure(life: SessionLife, outcome: Outcome, places: StatementPlaces) -> list[tuple[str, ...]]:
    """The end of the run, if it failed in this session."""
    failure = outcome.failure
    if failure is None or failure.serial != life.serial:
        return []
    key = failure.statement
    said = f"the run fails here with {failure.code}"
    return [(clock(failure.time), "", places.line(key), places.text(key), said)]


def _shares(life: SessionLife, reached: float) -> Table:
    assert life.arrived is not None
    whole = (reached if life.ended is None else life.ended) - life.arrived
    if not life.shares:
        return Table("its time: none passed")
    rows = [(share.name, clock(share.time), percent(share.time / whole)) for share in life.shares]
    return Table("its time", ("", "time", "share"), (*rows, ("together", clock(whole), "100%")))
