"""A sweep from its plan to its outcomes: what is finished already, and what is still to be run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from typing import NamedTuple

from sqlang.sweeps.journal import Entry, Journal
from sqlang.sweeps.plan import Plan, Run
from sqlang.sweeps.running import Place
from sqlang.sweeps.task import Outcome

Progress = Callable[[Run, Outcome], None]
"""Told of each run that is finished, once that is written down."""


class Known(NamedTuple):
    """What a journal knows of a plan: outcomes of its runs, and how many entries of others."""

    outcomes: Mapping[Run, Outcome]
    others: int


def known_to(journal: Journal, plan: Plan) -> Known:
    """What need not be run: the same program with the same seed, whatever its text was then."""
    finished = {
        entry.run: entry.outcome for entry in journal.entries if entry.holds_for(plan.limits)
    }
    outcomes = {run: finished[run] for run in plan.runs() if run in finished}
    others = sum(entry.run.digest not in plan.programs for entry in journal.entries)
    return Known(outcomes, others)


def perform_all(
    plan: Plan,
    known: Mapping[Run, Outcome],
    place: Place,
    journal: Journal | None = None,
    progress: Progress = lambda _run, _outcome: None,
) -> dict[Run, Outcome]:
    """The outcomes of all runs of a plan; those that are not `known` are run at a place.

    What is finished is in the journal, also if this ends by an error or an interruption.

    Raises:
        MissingLibraryError: a library of the place is not installed.
        PlaceError: the place has failed.
        WorkerError: a process there is not fit for the runs.
        OSError: the journal cannot be written.
    """
    outcomes = dict(known)
    left = [run for run in plan.runs() if run not in known]
    if left:
        with closing(place(plan, left)) as finished:
            for run, outcome in finished:
                if journal is not None:
                    _write_down(journal, plan, run, outcome)
                outcomes[run] = outcome
                progress(run, outcome)
    return outcomes


def _write_down(journal: Journal, plan: Plan, run: Run, outcome: Outcome) -> None:
    point = plan.programs[run.digest]
    values = {
        variation.name: value.text
        for variation, value in zip(plan.variations, point.values, strict=True)
    }
    entry = Entry(run, outcome, plan.limits.deadline, plan.limits.memory)
    journal.add(entry, values)
