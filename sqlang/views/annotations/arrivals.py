"""What is shown at `arrive` when sessions come from outside: how many, and how far apart."""

from __future__ import annotations

from sqlang.ir.program import Poisson, Program, Renewal
from sqlang.views.annotations.labels import SEPARATOR
from sqlang.views.annotations.model import Annotation, Place
from sqlang.views.numbers import clock, exact, plural, short
from sqlang.views.recording.records import Recording, Totals
from sqlang.views.table import Table


def annotate_arrivals(program: Program, recording: Recording) -> list[Annotation]:
    """`12 arrived · mean gap 0.98`, or `12 of 50 arrived` with a limit; nothing for other arrivals.

    A batch and a closed population tell nothing here that the text does not say.
    """
    if not isinstance(program.arrival, Poisson | Renewal):
        return []
    totals, limit = recording.totals, program.arrivals
    count = str(totals.arrived) if limit is None else f"{totals.arrived} of {limit}"
    parts = [f"{count} arrived"]
    if totals.arrived > 1:
        parts.append(f"mean gap {short(_mean_gap(totals))}")
    return [Annotation(Place("arrival"), "arrival", SEPARATOR.join(parts), _table(totals))]


def _mean_gap(totals: Totals) -> float:
    return (totals.last_arrival - totals.first_arrival) / (totals.arrived - 1)


def _table(totals: Totals) -> Table:
    notes = []
    if totals.arrived:
        first, last = clock(totals.first_arrival), clock(totals.last_arrival)
        notes.append(f"first at {first}, last at {last}")
    if totals.arrived > 1:
        notes.append(f"mean gap {exact(_mean_gap(totals))}")
    return Table(f"arrive: {plural(totals.arrived, 'session')}", notes=tuple(notes))
