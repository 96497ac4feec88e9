"""Reads an `initialize` request of any client, whatever it says about itself.

A client may be newer than our copy of the protocol, or sloppy. What cannot be understood in what it
sends is removed, member by member, until the rest can be.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TypeVar

from cattrs import Converter
from cattrs.errors import AttributeValidationNote, BaseValidationError, IterableValidationNote

_ATTEMPTS = 20

_Message = TypeVar("_Message")
_Path = tuple[str | int, ...]


def structure(converter: Converter, data: object, kind: type[_Message]) -> _Message:
    """`data` as a message of type `kind`, without those of its members that fit in none.

    Raises `BaseValidationError` if nothing sensible is left.
    """
    data = copy.deepcopy(data)
    for _ in range(_ATTEMPTS):
        try:
            return converter.structure(data, kind)
        except BaseValidationError as error:
            # From the last element to the first, so that the indices of a list stay right.
            for path in sorted(_failures(error, ()), key=repr, reverse=True):
                _remove(data, path)
    return converter.structure(data, kind)


def _failures(error: BaseException, path: _Path) -> Iterator[_Path]:
    """The path of each member that could not be read, in the names of the JSON."""
    if not isinstance(error, BaseValidationError):
        yield path
        return
    for cause in error.exceptions:
        yield from _failures(cause, path + tuple(_steps(cause)))


def _steps(cause: BaseException) -> Iterator[str | int]:
    for note in getattr(cause, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            first, *rest = note.name.split("_")
            yield first + "".join(part.title() for part in rest)
        elif isinstance(note, IterableValidationNote) and isinstance(note.index, int):
            yield note.index


def _remove(data: object, path: _Path) -> None:
    """Removes a member; one that is missing though it is required takes its object with it."""
    for depth in range(len(path), 1, -1):
        container, last = _at(data, path[: depth - 1]), path[depth - 1]
        if isinstance(container, dict) and last in container:
            del container[last]
            return
        if isinstance(container, list) and isinstance(last, int) and last < len(container):
            del container[last]
            return


def _at(data: object, path: _Path) -> object:
    for step in path:
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list) and isinstance(step, int) and step < len(data):
            data = data[step]
        else:
            return None
    return data
