"""What the last run showed, at the places of the present text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang_server.edits import Edit, Stretch, moved
from sqlang_server.runs.marks import Mark, Marks

if TYPE_CHECKING:
    from sqlang.ir.program import Program
    from sqlang.views.annotations import AnnotationKind, Place
    from sqlang.views.outcome import Failure
    from sqlang.views.table import Table
    from sqlang_server.runs.results import Result


class Tables(NamedTuple):
    """Makes the tables of a run; `command` is what a user types to see the same run."""

    program: Program
    result: Result
    command: str

    def table(self, place: Place, kind: AnnotationKind) -> Table:
        from sqlang.views.annotations import table_at
        from sqlang.views.table import Table

        recording = self.result.recording
        if recording is None:
            return Table("")
        return table_at(place, kind, self.program, recording, self.result.outcome, self.command)


class LazyAnnotation:
    """An annotation whose table is made when somebody asks for it."""

    __slots__ = ("_tables", "kind", "place")

    def __init__(self, place: Place, kind: AnnotationKind, tables: Tables) -> None:
        self.place: Final = place
        self.kind: Final = kind
        self._tables: Final = tables

    @property
    def table(self) -> Table:
        return self._tables.table(self.place, self.kind)


class Fault(NamedTuple):
    """Where a run failed, and how."""

    stretch: Stretch
    failure: Failure


class Traced:
    """The last good values: those of the program `key`, wherever edits have moved their places.

    They stay until a newer run replaces them; a text whose program has another key shows them as
    stale. `marks` are in the order of the text as it was when it ran, `missed` those of them whose
    text no session came to, one for each stretch.
    """

    def __init__(
        self,
        key: str,
        result: Result,
        marks: Marks,
        missed: Marks,
        faults: tuple[Fault, ...],
    ) -> None:
        self.key: Final = key
        self.result: Final = result
        self.marks: Final = marks
        self.missed: Final = missed
        self.faults: Final = faults

    @staticmethod
    def of(key: str, result: Result, marks: Sequence[Mark], faults: Iterable[Fault]) -> Traced:
        """The values of a text as it was when it ran."""
        return Traced(key, result, Marks(marks), Marks(_missed(marks)), tuple(faults))

    def moved(self, edits: Iterable[Edit]) -> Traced:
        """The same values after edits; what was deleted takes its values with it."""
        edits = tuple(edits)
        faults = [(moved(fault.stretch, edits), fault) for fault in self.faults]
        return Traced(
            self.key,
            self.result,
            self.marks.moved(edits),
            self.missed.moved(edits),
            tuple(fault._replace(stretch=at) for at, fault in faults if at is not None),
        )

    def looks_like(self, other: Traced) -> bool:
        """Whether nothing that is shown differs."""
        return (self.key, self.faults) == (other.key, other.faults) and (
            self.result == other.result and _shown(self.marks) == _shown(other.marks)
        )


def _missed(marks: Iterable[Mark]) -> list[Mark]:
    """The text of a definition counts for all of its uses."""
    reached = {mark.stretch for mark in marks if mark.annotation.kind != "unreached"}
    missed = {mark.stretch: mark for mark in marks if mark.stretch not in reached}
    return list(missed.values())


def _shown(marks: Iterable[Mark]) -> list[tuple[Stretch, str, AnnotationKind]]:
    return [(mark.stretch, mark.label, mark.annotation.kind) for mark in marks]
