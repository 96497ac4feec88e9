"""What the last run showed, at the places of the present text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, NamedTuple

from sqlang_server.edits import Edit, Stretch, moved

if TYPE_CHECKING:
    from sqlang.ir.program import Program
    from sqlang.views.annotations import Annotation, AnnotationKind, Place
    from sqlang.views.outcome import Failure
    from sqlang.views.table import Table
    from sqlang_server.runs.results import Result

_EDITS_KEPT: Final = 8
"""After so many edits marks are moved, whether anybody has asked for them or not."""


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


class Mark(NamedTuple):
    """An annotation, its label here (empty if it has none), and the text it tells about."""

    stretch: Stretch
    label: str
    annotation: Annotation | LazyAnnotation

    def moved(self, edit: Edit) -> Mark | None:
        """The mark after an edit; `None` if nothing of its text is left."""
        if self.stretch.start < edit.start and self.stretch.end <= edit.start:
            return self
        stretch = edit.moved(self.stretch)
        return None if stretch is None else Mark(stretch, self.label, self.annotation)


class Fault(NamedTuple):
    """Where a run failed, and how."""

    stretch: Stretch
    failure: Failure


class Traced:
    """The last good values: those of the program `key`, wherever edits have moved their places.

    They stay until a newer run replaces them; a text whose program has another key shows them as
    stale. Marks are moved once somebody asks for them.
    """

    def __init__(
        self,
        key: str,
        version: int,
        result: Result,
        marks: tuple[Mark, ...],
        faults: tuple[Fault, ...],
    ) -> None:
        self.key: Final = key
        self.version: Final = version
        self.result: Final = result
        self.faults: Final = faults
        self._marks = marks
        self._edits: tuple[Edit, ...] = ()

    @property
    def marks(self) -> tuple[Mark, ...]:
        """In the order of the text as it was when it ran."""
        for edit in self._edits:
            after = [mark.moved(edit) for mark in self._marks]
            self._marks = tuple([mark for mark in after if mark is not None])
        self._edits = ()
        return self._marks

    def moved(self, edits: Iterable[Edit]) -> Traced:
        """The same values after edits; what was deleted takes its values with it."""
        edits = tuple(edits)
        faults = [(moved(fault.stretch, edits), fault) for fault in self.faults]
        after = Traced(
            self.key,
            self.version,
            self.result,
            self._marks if len(self._edits) < _EDITS_KEPT else self.marks,
            tuple(fault._replace(stretch=at) for at, fault in faults if at is not None),
        )
        after._edits = (*self._edits, *edits)
        return after

    def looks_like(self, other: Traced) -> bool:
        """Whether nothing that is shown differs, whatever the versions of the text."""
        return (self.key, self.faults) == (other.key, other.faults) and (
            self.result == other.result and _shown(self.marks) == _shown(other.marks)
        )


def _shown(marks: Iterable[Mark]) -> list[tuple[Stretch, str, AnnotationKind]]:
    return [(mark.stretch, mark.label, mark.annotation.kind) for mark in marks]
