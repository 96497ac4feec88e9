"""The programs a command line names: files, folders, and `-` for standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.diagnostics import Diagnostic
from sqlang.diagnostics.decoding import decode
from sqlang.source import Source

STANDARD_INPUT: Final = "-"
_STANDARD_INPUT_PATH: Final = "<stdin>"


def program_paths(named: Sequence[str], console: Console) -> Iterator[str]:
    """The files that the command line means, each once: `*.sq` of folders, sorted, at any depth."""
    seen: set[str] = set()
    for name in named:
        paths = _inside(name, console) if os.path.isdir(name) else (name,)
        for path in paths:
            identity = path if path == STANDARD_INPUT else os.path.realpath(path)
            if identity not in seen:
                seen.add(identity)
                yield path


def _inside(folder: str, console: Console) -> list[str]:
    found: list[str] = []
    for parent, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        found.extend(os.path.join(parent, name) for name in files if name.endswith(".sq"))
    if not found:
        console.error(f"sq: no *.sq file in {folder}")
    return sorted(found)


def read_program(
    path: str, console: Console, standard_input_name: str | None = None
) -> tuple[Source, Diagnostic | None] | None:
    """The source at a path, and SQ005 if it is not UTF-8; `None`, and an error said, if unreadable.

    Standard input has no directory in which a library could be found (USE-4), unless it is given
    the name of the file that it stands for.
    """
    try:
        data = read_bytes(path)
    except OSError as error:
        console.error(f"sq: cannot read {path}: {error.strerror or error}")
        return None
    if path != STANDARD_INPUT:
        return decode(data, path, os.path.dirname(path) or os.curdir)
    if standard_input_name is None:
        return decode(data, _STANDARD_INPUT_PATH)
    directory = os.path.dirname(standard_input_name) or os.curdir
    return decode(data, standard_input_name, directory)


def read_bytes(path: str) -> bytes:
    """The bytes of a file, or of standard input for `-`; raises `OSError`."""
    if path == STANDARD_INPUT:
        return sys.stdin.buffer.read()
    with open(path, "rb") as file:
        return file.read()
