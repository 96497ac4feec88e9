"""The command line of `sq fmt`: its options, and which of them do not go together."""

from __future__ import annotations

import os
from collections.abc import Sequence

from sqlang.cli.file_options import (
    add_exclusion,
    add_standard_input_name,
    patterns,
    refuse_needless_name,
)
from sqlang.cli.inputs import STANDARD_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Final

    from sqlang.configuration.patterns import Pattern

_EXAMPLE: Final = """sq fmt examples
sq fmt --check .
sq fmt --diff program.sq
sq fmt --range 10-20 program.sq
cat program.sq | sq fmt - --stdin-filename program.sq"""


class FormatOptions:
    """What the command line says; `lines` and `patterns` are read from its texts.

    `lines` are the first and the last line to format, from 0.
    """

    def __init__(self) -> None:
        self.paths: list[str] = []
        self.check = False
        self.diff = False
        self.range: str | None = None
        self.exclude: list[str] = []
        self.force_exclude = False
        self.stdin_filename: str | None = None
        self.lines: tuple[int, int] | None = None
        self.patterns: tuple[Pattern, ...] = ()

    @property
    def writes(self) -> bool:
        """Whether what is formatted is written, and not only told."""
        return not (self.check or self.diff)


def parse(words: Sequence[str]) -> FormatOptions:
    """The options that words of a command line give.

    Raises `SystemExit` for `--help`, and if the words make no sense, which has then been said.
    """
    options = FormatOptions()
    if words and not any(word.startswith("-") and word != STANDARD_INPUT for word in words):
        # Without options there is nothing to parse, and loading the parser takes 8 ms.
        options.paths = list(words)
        if options.paths == [STANDARD_INPUT] or STANDARD_INPUT not in options.paths:
            return options
    parser = _parser()
    parser.parse_args(words, options)
    try:
        _refuse_contradictions(options)
        options.lines = None if options.range is None else _lines(options.range)
        options.patterns = patterns(options.exclude)
    except ValueError as error:
        parser.error(str(error))
    return options


def _parser() -> argparse.ArgumentParser:
    from sqlang.cli.parsing import make_parser

    parser = make_parser("fmt", "Give programs their one layout.", _EXAMPLE)
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help=f"a program, a folder (all its *.sq), or {STANDARD_INPUT} for standard input, whose"
        " layout is printed",
    )
    parser.add_argument(
        "--check", action="store_true", help="name the files that would change, and change nothing"
    )
    parser.add_argument(
        "--diff", action="store_true", help="print what would change, and change nothing"
    )
    parser.add_argument(
        "--range",
        metavar="FIRST-LAST",
        help="change only what touches these lines of the one file, as 10-20 or 10",
    )
    add_exclusion(parser)
    add_standard_input_name(parser)
    return parser


def _refuse_contradictions(options: FormatOptions) -> None:
    """Raise `ValueError` with a sentence for options that do not go together."""
    refuse_needless_name(options.paths, options.stdin_filename)
    if STANDARD_INPUT in options.paths and options.writes and len(options.paths) > 1:
        raise ValueError(
            f"the layout of {STANDARD_INPUT} is printed, so no other path goes with it"
        )
    if options.range is not None and (len(options.paths) > 1 or os.path.isdir(options.paths[0])):
        raise ValueError("--range is about the lines of one file")


def _lines(text: str) -> tuple[int, int]:
    """The lines of `FIRST-LAST`, from 0; raises `ValueError` for what is no range."""
    first, dash, last = text.partition("-")
    last = last if dash else first
    if not (first.isdecimal() and last.isdecimal() and 0 < int(first) <= int(last)):
        raise ValueError(f"`{text}` is no range of lines such as 10-20 or 10")
    return int(first) - 1, int(last) - 1
