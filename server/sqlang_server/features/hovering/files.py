"""What the file that a string names is: a library's definitions, a trace's columns and length."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.actions import string_value
from sqlang.syntax.tokens import Token
from sqlang_server.features.cards import Card, code
from sqlang_server.view import View

_COLUMNS: Final = ("session", "turn", "new", "out", "think", "forced")
_MOST_DEFINITIONS: Final = 20


class Glimpse(NamedTuple):
    """The beginning of a file: its first lines, and how many there are, `exact` if all were read.

    `size` is in bytes.
    """

    size: int
    first_lines: tuple[str, ...]
    lines: int
    exact: bool


Look = Callable[[str], Glimpse | None]
"""Looks at the file at a path; `None` if there is none that may be read."""


def file_card(view: View, token: Token, path: Sequence[tree.Node], look: Look) -> Card | None:
    """The card of a string that names a file."""
    directory = view.source.directory
    place = None if directory is None else os.path.join(directory, string_value(token))
    if isinstance(path[0], tree.UseLibrary):
        return _library(view, token, place)
    if isinstance(path[0], tree.Trace):
        return _trace(token, None if place is None else look(place))
    return None


def _library(view: View, token: Token, place: str | None) -> Card:
    heading = f"{code(token.text)} · library"
    kernel = view.analysis.kernel
    source = next((each for each in kernel.sources[1:] if _same(each.path, place)), None)
    if source is None:
        same = place is not None and _same(view.source.path, place)
        return Card(heading, body="This file itself: nothing is read." if same else "Not read.")
    heads = _heads(view, source)
    count = len(heads)
    if not count:
        return Card(heading, body="It declares nothing that is known here.")
    shown = heads[:_MOST_DEFINITIONS]
    if count > len(shown):
        shown.append(f"// … {count - len(shown)} more")
    return Card(heading, listings=(("declares", "\n".join(shown)),))


def _heads(view: View, source: Source) -> list[str]:
    """`def NAME(parameters)` of each definition of a library, in the order of its text."""
    return [
        f"def {record.name.text}({', '.join(each.text for each in record.parameters)})"
        for record in view.analysis.kernel.definitions
        if record.source is source
    ]


def _same(path: str, place: str | None) -> bool:
    """As the texts of paths: whoever reads files has followed their links."""
    return place is not None and os.path.normpath(path) == os.path.normpath(place)


def _trace(token: Token, glimpse: Glimpse | None) -> Card:
    heading = f"{code(token.text)} · trace"
    if glimpse is None:
        return Card(heading, body="Not looked at: there is no such file, or it may not be read.")
    rows = [line for line in glimpse.first_lines if _is_row(line)]
    if not rows:
        return Card(heading, body="Its beginning has no turns.", facts=_length(glimpse))
    fields = rows[0].split(",")
    columns = ", ".join(code(name) for name in _COLUMNS[: len(fields)])
    fits = 5 <= len(fields) <= len(_COLUMNS)
    found = columns if fits else f"{len(fields)}, and not 5 or 6"
    first = ("first turn", "\n".join(rows[:1]))
    return Card(heading, facts=(("columns", found), *_length(glimpse)), listings=(first,))


def _is_row(line: str) -> bool:
    """CSV-1"""
    line = line.strip()
    return bool(line) and not line.startswith(("#", "session"))


def _length(glimpse: Glimpse) -> tuple[tuple[str, str], ...]:
    about = "" if glimpse.exact else "about "
    return (("length", f"{about}{glimpse.lines} lines, {glimpse.size} bytes"),)
