"""An annotation: what is shown beside one place of a program."""

from __future__ import annotations

from typing import Literal, NamedTuple

from sqlang.views.recording.records import Key
from sqlang.views.table import Table

PlaceKind = Literal["statement", "stage", "pool", "run", "arrival", "arrivals", "trace"]
AnnotationKind = Literal[
    "stage",
    "pool",
    "arrival",
    "run",
    "hold",
    "release",
    "load",
    "observe",
    "set",
    "branch",
    "program",
    "unreached",
    "failure",
]


class Place(NamedTuple):
    """A place of a program, in terms of its IR.

    For a statement `at` is its block and `position` its position there; for a stage or pool `at`
    is the place of the first member of its family. The place `run` is the `run { }` item, the last
    three are the `arrive` item, the option `arrivals` and the `trace` item.
    """

    kind: PlaceKind
    at: int = 0
    position: int = 0

    @classmethod
    def part(cls, name: str) -> Place:
        """The part of a program that a failure names; the run as a whole for an empty name."""
        match name:
            case "arrival" | "arrivals" | "trace":
                return cls(name)
        return cls("run")

    @classmethod
    def statement(cls, key: Key) -> Place:
        return cls("statement", *key)


class Annotation(NamedTuple):
    """A label for the end of the line, empty if it would repeat another, and a table for the rest.

    `kind` says what it tells about, for those who show only some: `set` belongs to the line of the
    cursor, a place that is `unreached` is faded. `subject` is the name that it is about, which the
    label leaves out since it stands in the text.
    """

    place: Place
    kind: AnnotationKind
    label: str
    table: Table
    subject: str = ""


class Label(NamedTuple):
    """An annotation without its table, which can be made once somebody asks for it."""

    place: Place
    kind: AnnotationKind
    label: str
    subject: str = ""

    @classmethod
    def of(cls, annotation: Annotation) -> Label:
        place, kind, label, _, subject = annotation
        return cls(place, kind, label, subject)
