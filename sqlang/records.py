"""The base of plain records: classes with slots that are compared, printed and copied by field.

What `typing.NamedTuple` gives, at a tenth of its price: each named tuple takes a quarter of a
millisecond to define, and `typing` itself four, at every start.
"""

from __future__ import annotations

from sqlang.native import mypyc_attr

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


@mypyc_attr(allow_interpreted_subclasses=True)
class Record:
    """Equal when type and fields are; a class lists its fields, in the order of its `__init__`.

    Fields are `Final`: a record never changes.
    """

    __slots__: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, field) == getattr(other, field) for field in fields_of(type(self)))

    def __hash__(self) -> int:
        return hash(tuple([getattr(self, field) for field in fields_of(type(self))]))

    def __repr__(self) -> str:
        fields = ", ".join([f"{field}={getattr(self, field)!r}" for field in fields_of(type(self))])
        return f"{type(self).__name__}({fields})"

    def _replace(self, **changes: object) -> Self:
        """A copy with other values for some fields, as of a named tuple.

        Raises `TypeError` for a field that there is not.
        """
        fields: dict[str, object] = {field: getattr(self, field) for field in fields_of(type(self))}
        return type(self)(**{**fields, **changes})


def fields_of(kind: type) -> tuple[str, ...]:
    """The names of a class's own fields, in the order of its constructor.

    A compiled class has no `__slots__`; mypyc keeps the names as an attribute of its own.
    """
    fields: tuple[str, ...] = getattr(kind, "__mypyc_attrs__", ()) or getattr(kind, "__slots__", ())
    return fields
