"""All that is known of two runs beside each other: what every renderer shows."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlang.diagnostics.catalogue import message
from sqlang.diagnostics.model import Diagnostic
from sqlang.engine.observer import Iteration
from sqlang.views.comparison.explanation import Explanation
from sqlang.views.comparison.figures import Figure, Figures
from sqlang.views.comparison.following import Around
from sqlang.views.comparison.intervals import Difference
from sqlang.views.comparison.side import Place, Side
from sqlang.views.comparison.source_difference import SourceLine
from sqlang.views.comparison.wording import batch_text
from sqlang.views.numbers import exact
from sqlang.views.outcome import Stop

_ROUNDING = 1e-12
_LINE_FEED = "\n"


class Compared(NamedTuple):
    """One of the two programs and its run.

    `title` says which program it is, `notes` what was changed in it. `failure` and `stopped` tell
    how far the run went if it did not come to its own end; a run that failed has no figures.
    """

    side: Side
    title: str
    notes: tuple[str, ...]
    iterations: int
    figures: Figures
    failure: Diagnostic | None
    stopped: Stop | None

    @property
    def is_whole(self) -> bool:
        """Whether the run came to its own end."""
        return self.failure is None and self.stopped is None


def how_far(compared: Compared) -> str:
    """Why a run did not come to its own end, empty if it did."""
    if compared.failure is not None:
        failure = compared.failure
        return f"failed: {failure.code}: {failure.message.partition(_LINE_FEED)[0]}"
    if compared.stopped is not None:
        bound = f"{compared.stopped.reason}, at time {exact(compared.stopped.time)}"
        return message("SQ990", {"bound": bound})
    return ""


class Batch(NamedTuple):
    """The batch of one side in an aligned row, with the lines of the statements that are served."""

    iteration: Iteration
    text: str
    places: tuple[Place, ...]


class Row(NamedTuple):
    """Iterations of the same time and stage; a side without one has None."""

    time: float
    stage: str
    first: Batch | None
    second: Batch | None


class Parting(NamedTuple):
    """Where the schedules part.

    `alike` iterations come before it, of which the last few are `common`; `rows` begin with the
    parting. Without any iteration they may part in what happens to sessions.
    """

    alike: int
    time: float
    is_in_iterations: bool
    common: tuple[Row, ...]
    rows: tuple[Row, ...]
    explanation: Explanation


class FigureRow(NamedTuple):
    """A figure of both runs, and over several seeds the `difference`."""

    figure: Figure
    first: float | None
    second: float | None
    difference: Difference | None

    @property
    def change(self) -> float | None:
        """The second minus the first, the mean over all seeds if there are several."""
        if self.difference is not None:
            return self.difference.mean
        if self.first is None or self.second is None:
            return None
        if math.isclose(self.first, self.second, rel_tol=_ROUNDING):
            return 0.0
        return self.second - self.first

    @property
    def differs(self) -> bool:
        """Whether there is more between the two than rounding."""
        return bool(self.change) or (self.first is None) != (self.second is None)


class Comparison(NamedTuple):
    """Two runs compared; `parting` is None if their schedules are alike as far as they go.

    `is_cut` tells that there were more iterations than are compared. `seeds` are those of the
    intervals, whose level of confidence is `level`; `failed_seeds` have no figures, and why.
    """

    first: Compared
    second: Compared
    parting: Parting | None
    is_cut: bool
    source: tuple[SourceLine, ...]
    figures: tuple[FigureRow, ...]
    seeds: tuple[int, ...]
    level: float
    failed_seeds: tuple[tuple[int, str], ...] = ()


def parting_of(first: Around, second: Around, alike: int, explanation: Explanation) -> Parting:
    """The rows around a parting that both runs were followed to."""
    happenings = [
        each.happening.event.time for each in (first, second) if each.happening is not None
    ]
    times = [each.at.time for each in (first, second) if each.at is not None]
    is_in_iterations = bool(times)
    common = [
        Row(
            one.time,
            first.side.stages[one.stage],
            _batch(one, first.side),
            _batch(other, second.side),
        )
        for one, other in zip(first.before, second.before, strict=False)
    ]
    time = min(times or happenings, default=0.0)
    rows = tuple(_aligned(first, second))
    return Parting(alike, time, is_in_iterations, tuple(common), rows, explanation)


def _aligned(first: Around, second: Around) -> Iterator[Row]:
    """The iterations from the parting on, those of one time and stage in one row."""
    rows: dict[tuple[float, str, int], list[Batch | None]] = {}
    end = min(_seen_until(first), _seen_until(second))
    for place, around in enumerate((first, second)):
        counts: dict[tuple[float, str], int] = {}
        for iteration in _from_parting(around):
            if iteration.time > end:
                break
            key = iteration.time, around.side.stages[iteration.stage]
            counts[key] = counts.get(key, 0) + 1
            row = rows.setdefault((*key, counts[key]), [None, None])
            row[place] = _batch(iteration, around.side)
    order = {name: at for at, name in enumerate((*first.side.stages, *second.side.stages))}
    for time, stage, number in sorted(rows, key=lambda key: (key[0], order[key[1]], key[2])):
        one, other = rows[time, stage, number]
        yield Row(time, stage, one, other)


def _from_parting(around: Around) -> Sequence[Iteration]:
    return () if around.at is None else (around.at, *around.after)


def _seen_until(around: Around) -> float:
    """The time up to which all iterations were seen."""
    if around.is_cut and around.after:
        return around.after[-1].time
    return float("inf")


def _batch(iteration: Iteration, side: Side) -> Batch:
    places: dict[Place, None] = {}
    for member in iteration.members:
        place = side.statement(member.statement.block, member.statement.position)
        if place is not None:
            places[place] = None
    return Batch(iteration, batch_text(iteration), tuple(places))


def figure_rows(
    first: Figures, second: Figures, differences: Mapping[Figure, Difference]
) -> tuple[FigureRow, ...]:
    """The figures of both runs beside each other, those of the first in its order."""
    names = dict.fromkeys([*first, *second, *differences])
    kinds = ("observe", "run", "stage", "pool")
    ordered = sorted(names, key=lambda figure: kinds.index(figure.kind))
    return tuple(
        FigureRow(name, first.get(name), second.get(name), differences.get(name))
        for name in ordered
    )
