"""A place in a JSON value: what stands there, the path to it, and refusals that name the path."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from sqlang.ir.json_text import Json, JsonObject
from sqlang.ir.problems import IrError, Problem

T = TypeVar("T")


_Way: TypeAlias = "tuple[_Way, str | int] | None"
_LONGEST_PATH: Final = 24


class Cursor:
    """One value of a JSON text. What does not find what it wants raises `IrError` (SQ702)."""

    __slots__ = ("_way", "value")

    def __init__(self, value: Json, way: _Way = None) -> None:
        self.value: Final = value
        self._way: Final = way

    def path(self) -> str:
        """The way to this value as a person writes it, `pools[0].cap`; `program` for the whole."""
        steps: list[str] = []
        way = self._way
        while way is not None:
            way, key = way
            steps.append(f"[{key}]" if isinstance(key, int) else f".{key}")
        steps.reverse()
        if len(steps) > _LONGEST_PATH:
            steps[_LONGEST_PATH // 2 : -_LONGEST_PATH // 2] = [" ... "]
        return "".join(steps).removeprefix(".") or "program"

    def error(self, reason: str) -> IrError:
        """A refusal of what stands here."""
        return IrError((Problem("SQ702", {"reason": reason}, None, self.path()),))

    def is_not(self, wanted: str) -> IrError:
        """The refusal of a value that is not `wanted`."""
        return self.error(f"`{self.path()}` should be {wanted}, not {_description(self.value)}")

    def is_no(self, kind: str, name: str) -> IrError:
        """The refusal of a name that none of a kind has."""
        return self.error(f"`{self.path()}` is {_description(name)}, which is no {kind}")

    @property
    def key(self) -> str | int | None:
        """The name or the position of this value in what it stands in; None for the whole."""
        return None if self._way is None else self._way[1]

    def children(self) -> list[Cursor]:
        """The values directly within this one, whatever it is."""
        if isinstance(self.value, JsonObject):
            return [Cursor(value, (self._way, name)) for name, value in self.value.members]
        return self.items() if isinstance(self.value, list) else []

    def is_null(self) -> bool:
        return self.value is None

    def string(self) -> str:
        if not isinstance(self.value, str):
            raise self.is_not("a string")
        return self.value

    def boolean(self) -> bool:
        if not isinstance(self.value, bool):
            raise self.is_not("`true` or `false`")
        return self.value

    def integer(self) -> int:
        """An unsigned integer of 64 bits (IR-3)."""
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            raise self.is_not("a whole number from 0")
        return value

    def floating(self) -> float:
        """A finite number (IR-2)."""
        return self._number("a number")

    def real(self) -> float:
        """A number, `"inf"` or `"-inf"` (IR-2)."""
        if self.value == "inf":
            return math.inf
        if self.value == "-inf":
            return -math.inf
        return self._number('a number, `"inf"` or `"-inf"`')

    def _number(self, wanted: str) -> float:
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.is_not(wanted)
        if math.isinf(value):
            raise self.error(f"`{self.path()}` is larger than any number")
        return float(value)

    def items(self) -> list[Cursor]:
        """The elements of a list."""
        if not isinstance(self.value, list):
            raise self.is_not("a list")
        return [Cursor(item, (self._way, position)) for position, item in enumerate(self.value)]

    def parts(self, count: int) -> list[Cursor]:
        """The elements of a list of fixed length."""
        items = self.items()
        if len(items) != count:
            raise self.error(f"`{self.path()}` should have {count} elements, not {len(items)}")
        return items

    def fields(self) -> Fields:
        """The members of an object; those nobody asks for are ignored (IR-63)."""
        if not isinstance(self.value, JsonObject):
            raise self.is_not("an object")
        found: dict[str, list[Cursor]] = {}
        for name, value in self.value.members:
            found.setdefault(name, []).append(Cursor(value, (self._way, name)))
        return Fields(self, found)

    def variant(self) -> tuple[str, Cursor | None]:
        """The tag of a variant, and its data if it has any (IR-1)."""
        if isinstance(self.value, str):
            return self.value, None
        if not isinstance(self.value, JsonObject) or len(self.value.members) != 1:
            raise self.is_not("a string or an object with one field")
        tag, data = self.value.members[0]
        return tag, Cursor(data, (self._way, tag))

    def tagged(self) -> tuple[str, Cursor]:
        """The tag of a variant that has data, and the data."""
        tag, data = self.variant()
        if data is None:
            raise self.is_not("an object with one field")
        return tag, data

    def one_of(self, values: Mapping[str, T], kind: str) -> T:
        """The value that a string names."""
        name = self.string()
        if name not in values:
            raise self.is_no(kind, name)
        return values[name]


class Fields:
    """The members of one object by name; asking for one that is given twice refuses it (IR-63)."""

    __slots__ = ("_found", "_object")

    def __init__(self, owner: Cursor, found: Mapping[str, Sequence[Cursor]]) -> None:
        self._object: Final = owner
        self._found: Final = found

    def __getitem__(self, name: str) -> Cursor:
        """A field that must be there."""
        cursor = self._get(name)
        if cursor is None:
            raise self._object.error(f"`{self._object.path()}` lacks the field `{name}`")
        return cursor

    def optional(self, name: str, read: Callable[[Cursor], T]) -> T | None:
        """A field that may be absent or null (IR-62)."""
        cursor = self._get(name)
        return None if cursor is None or cursor.is_null() else read(cursor)

    def listed(self, name: str) -> list[Cursor]:
        """The elements of a field that may be absent, though not null (IR-62)."""
        cursor = self._get(name)
        return [] if cursor is None else cursor.items()

    def _get(self, name: str) -> Cursor | None:
        cursors = self._found.get(name, ())
        if len(cursors) > 1:
            raise cursors[1].error(f"`{cursors[1].path()}` is given twice")
        return cursors[0] if cursors else None


def _description(value: Json) -> str:
    """A value, or what kind it is of if it is long."""
    match value:
        case None:
            return "`null`"
        case bool():
            return f"`{str(value).lower()}`"
        case int() | float():
            return f"`{value}`"
        case str():
            return f'`"{value}"`' if len(value) <= 40 else "a long string"
        case list():
            return "a list"
        case JsonObject():
            return "an object"
