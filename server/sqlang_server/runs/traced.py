"""What the last run showed, at the places of the present text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from sqlang_server.edits import Edit, Stretch, moved

if TYPE_CHECKING:
    from sqlang.views.annotations import Annotation
    from sqlang.views.outcome import Failure
    from sqlang_server.runs.results import Result


class Mark(NamedTuple):
    """An annotation, its label here (empty if it has none), and the text it tells about."""

    stretch: Stretch
    label: str
    annotation: Annotation


class Fault(NamedTuple):
    """Where a run failed, and how."""

    stretch: Stretch
    failure: Failure


class Traced(NamedTuple):
    """The last good values: those of the program `key`, wherever edits have moved their places.

    They stay until a newer run replaces them; a text whose program has another key shows them as
    stale.
    """

    key: str
    version: int
    result: Result
    marks: tuple[Mark, ...]
    faults: tuple[Fault, ...]

    def moved(self, edits: Iterable[Edit]) -> Traced:
        """The same values after edits; what was deleted takes its values with it."""
        edits = tuple(edits)
        marks = [(moved(mark.stretch, edits), mark) for mark in self.marks]
        faults = [(moved(fault.stretch, edits), fault) for fault in self.faults]
        return self._replace(
            marks=tuple(mark._replace(stretch=at) for at, mark in marks if at is not None),
            faults=tuple(fault._replace(stretch=at) for at, fault in faults if at is not None),
        )
