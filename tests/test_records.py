"""Records are compared, hashed, printed and copied by field, as named tuples are."""

from __future__ import annotations

from inspect import signature

import pytest

import sqlang.analysis
import sqlang.semantics.occurrences  # noqa: F401 - defines the others
from sqlang.diagnostics.model import Edit, Fix
from sqlang.engine import COMPILED
from sqlang.records import Record, fields_of
from sqlang.source import Source, Span

SOURCE = Source("horizon 20;", "a.sq")


def test_records_are_equal_when_type_and_fields_are() -> None:
    assert Span(SOURCE, 0, 7) == Span(SOURCE, 0, 7)
    assert Span(SOURCE, 0, 7) != Span(SOURCE, 0, 8)
    assert Span(SOURCE, 0, 7) != Span(Source(SOURCE.text), 0, 7)
    assert Span(SOURCE, 0, 7) != (SOURCE, 0, 7)


def test_records_of_other_types_differ() -> None:
    class Other(Record):
        __slots__ = ("text",)

        def __init__(self, text: str) -> None:
            self.text = text

    class Another(Other):
        __slots__ = ()

    assert Other("a") == Other("a")
    assert Other("a") != Another("a")


def test_equal_records_are_one_key() -> None:
    assert {Span(SOURCE, 0, 7), Span(SOURCE, 0, 7), Span(SOURCE, 1, 7)} == {
        Span(SOURCE, 1, 7),
        Span(SOURCE, 0, 7),
    }


def test_records_are_printed_with_their_fields() -> None:
    edit = Edit(Span(SOURCE, 0, 7), "warmup")
    assert repr(edit) == "Edit(span=Span(source=Source('a.sq'), start=0, end=7), text='warmup')"


def test_a_copy_has_other_values_and_leaves_the_original() -> None:
    fix = Fix("Replace it", (), safe=True)
    assert fix._replace(safe=False) == Fix("Replace it", (), safe=False)
    assert fix == Fix("Replace it", (), safe=True)


def test_there_are_no_fields_but_the_ones_there_are() -> None:
    with pytest.raises(TypeError):
        Span(SOURCE, 0, 7)._replace(begin=1)


@pytest.mark.parametrize("record", Record.__subclasses__(), ids=lambda record: record.__name__)
def test_fields_are_in_the_order_of_the_constructor(record: type[Record]) -> None:
    parameters = tuple(signature(record).parameters)
    # A compiled class has no signature where a default is no literal.
    assert parameters == fields_of(record) or (COMPILED and not parameters)
