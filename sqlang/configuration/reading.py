"""From a settings file to a `Configuration`; what is wrong in it is said, and the rest holds."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from sqlang.configuration.discovery import OWN_NAME
from sqlang.configuration.model import Configuration, HintSelection
from sqlang.configuration.patterns import Pattern
from sqlang.configuration.selection import ignored, selected

KEYS: Final[Mapping[str, str]] = {
    "exclude": "patterns of files and folders that are not searched for programs",
    "force-exclude": "leave out what `exclude` matches even if the command line names it",
    "select": "the hints to show",
    "ignore": "the hints not to show",
}
"""Every setting and what it does."""


class Problem(NamedTuple):
    """Something wrong with a settings file; the line (from 1) is known for most."""

    path: str
    line: int | None
    message: str


def read_configuration(path: str, data: bytes) -> tuple[Configuration | None, list[Problem]]:
    """The settings in a file, `None` if it has none of ours, and what is wrong with them.

    A file that is no TOML holds no setting, but is the settings file all the same.
    """
    import tomllib

    try:
        text = data.decode("utf-8")
        table = _our_table(tomllib.loads(text), os.path.basename(path))
    except RecursionError:
        return Configuration(path), [Problem(path, None, "this is nested too deeply")]
    except ValueError as error:
        return Configuration(path), [Problem(path, None, f"this is not TOML: {error}")]
    if table is None:
        return None, []
    if not isinstance(table, Mapping):
        return Configuration(path), [Problem(path, None, "`tool.sqlang` must be a table")]
    reader = _Reader(path, text, table)
    return reader.configuration(), reader.problems


def _our_table(document: Mapping[str, object], name: str) -> Mapping[str, object] | object:
    """What stands in `[tool.sqlang]`; in our own file the whole document does too."""
    tool = document.get("tool")
    ours = tool.get("sqlang") if isinstance(tool, Mapping) else None
    if name != OWN_NAME:
        return ours
    rest = {key: value for key, value in document.items() if key != "tool" or ours is None}
    return {**rest, **ours} if isinstance(ours, Mapping) else rest


class _Reader:
    """Reads the settings of one table, and collects what is wrong with them."""

    def __init__(self, path: str, text: str, table: Mapping[str, object]) -> None:
        self._path: Final = path
        self._text: Final = text
        self._table: Final = table
        self.problems: Final[list[Problem]] = []

    def configuration(self) -> Configuration:
        for key in self._table:
            if key not in KEYS:
                self._problem(key, _unknown(key))
        select = self._texts("select")
        return Configuration(
            self._path,
            exclude=self._patterns("exclude"),
            force_exclude=self._flag("force-exclude"),
            hints=HintSelection(
                None if select is None else self._codes("select", select, selected),
                self._codes("ignore", self._texts("ignore") or (), ignored),
            ),
        )

    def _problem(self, key: str, message: str) -> None:
        self.problems.append(Problem(self._path, _line(self._text, key), message))

    def _texts(self, key: str) -> tuple[str, ...] | None:
        value = self._table.get(key)
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            return tuple(value)
        if value is not None:
            self._problem(key, f"`{key}` must be a list of texts")
        return None

    def _flag(self, key: str) -> bool:
        value = self._table.get(key, False)
        if isinstance(value, bool):
            return value
        self._problem(key, f"`{key}` must be `true` or `false`")
        return False

    def _patterns(self, key: str) -> tuple[Pattern, ...]:
        patterns = []
        for text in self._texts(key) or ():
            try:
                patterns.append(Pattern(text))
            except ValueError as error:
                self._problem(key, f"`{text}` is no pattern: {error}")
        return tuple(patterns)

    def _codes(
        self,
        key: str,
        words: tuple[str, ...],
        read: Callable[[tuple[str, ...]], tuple[frozenset[str], list[str]]],
    ) -> frozenset[str]:
        codes, sentences = read(words)
        for sentence in sentences:
            self._problem(key, sentence)
        return codes


def _unknown(key: str) -> str:
    from difflib import get_close_matches

    near = get_close_matches(key.replace("_", "-"), KEYS, n=1)
    advice = f"did you mean `{near[0]}`?" if near else f"there are {_listed(KEYS)}"
    return f"there is no setting `{key}`; {advice}"


def _listed(keys: Mapping[str, str]) -> str:
    *most, last = (f"`{key}`" for key in keys)
    return f"{', '.join(most)} and {last}"


def _line(text: str, key: str) -> int | None:
    """The line of a key: the first below the header of our table, or else in the file.

    TOML libraries do not tell places; keys written in other ways have none.
    """
    lines = [line.replace('"', "").replace("'", "").strip() for line in text.split("\n")]
    headers = [at for at, line in enumerate(lines) if "".join(line.split()) == "[tool.sqlang]"]
    for at in range(headers[0] if headers else 0, len(lines)):
        name, equals, _ = lines[at].partition("=")
        if equals and name.strip().rpartition(".")[2] == key:
            return at + 1
    return None
