"""The texts that a command line names: files, and `-` for standard input."""

from __future__ import annotations

import os
import sys

from sqlang.cli.console import Console
from sqlang.diagnostics import Diagnostic
from sqlang.diagnostics.decoding import decode
from sqlang.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


STANDARD_INPUT: Final = "-"
_STANDARD_INPUT_PATH: Final = "<stdin>"


def read_program(path: str, console: Console) -> tuple[Source, Diagnostic | None] | None:
    """The source at a path, and SQ005 if it is not UTF-8; `None`, and an error said, if unreadable.

    Standard input has no directory in which a library could be found (USE-4).
    """
    data = read_bytes(path, console)
    return None if data is None else decoded(data, path)


def decoded(
    data: bytes, path: str, standard_input_name: str | None = None
) -> tuple[Source, Diagnostic | None]:
    """The source that was read from a path, and SQ005 if it is not UTF-8.

    Standard input may be given the name of the file that it stands for, and then has its directory.
    """
    if path == STANDARD_INPUT:
        if standard_input_name is None:
            return decode(data, _STANDARD_INPUT_PATH)
        path = standard_input_name
    return decode(data, path, os.path.dirname(path))


def read_bytes(path: str, console: Console) -> bytes | None:
    """The bytes of a file, or of standard input for `-`; `None`, once said why, if unreadable."""
    try:
        if path == STANDARD_INPUT:
            return sys.stdin.buffer.read()
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        console.error(f"sq: cannot read {path}: {error.strerror or error}")
        return None
