"""What a command makes besides what it prints: pages, pictures, results for other programs."""

from __future__ import annotations

import argparse
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.writing import put

STANDARD_OUTPUT: Final = "-"
_PROGRAMS: Final = (".sq", ".json")


def names_program(path: str) -> bool:
    """Whether a file of this name may be a program, over which nothing else is written."""
    return path.endswith(_PROGRAMS)


def output_file(text: str) -> str:
    """A path to write to, for the parser of a command line."""
    if names_program(text):
        raise argparse.ArgumentTypeError(f"`{text}` has the name of a program: not written over")
    return text


def written(path: str, data: bytes, console: Console) -> bool:
    """Write a file, or standard output for `-`; false once said why if it cannot be written."""
    if path == STANDARD_OUTPUT:
        console.result_bytes(data)
        return True
    try:
        put(path, data)
    except OSError as error:
        console.error(f"sq: cannot write {path}: {error.strerror or error}")
        return False
    return True
