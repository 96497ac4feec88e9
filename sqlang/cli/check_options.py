"""The command line of `sq check`: its options, and which of them do not go together."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.cli.arguments import Arguments
from sqlang.cli.file_options import (
    add_exclusion,
    add_standard_input_name,
    patterns,
    refuse_needless_name,
)
from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.configuration.model import HintSelection

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Final

    from sqlang.configuration.patterns import Pattern

FORMATS: Final = ("text", "json", "github", "sarif")

_EXAMPLE: Final = """sq check examples/separate_phases.sq
sq check --format github --ignore SQ8 .
sq check --set rate=4 program.sq
sq check --diff programs | git apply -p0
cat program.sq | sq check - --stdin-filename program.sq"""


class CheckOptions(Arguments):
    """What the command line says; `hints` and `patterns` are read from its texts."""

    def __init__(self) -> None:
        super().__init__()
        self.paths: list[str] = []
        self.format = "text"
        self.fix = False
        self.diff = False
        self.select: list[str] | None = None
        self.ignore: list[str] = []
        self.exclude: list[str] = []
        self.force_exclude = False
        self.stdin_filename: str | None = None
        self.hints = HintSelection()
        self.patterns: tuple[Pattern, ...] = ()


def parse(words: Sequence[str]) -> CheckOptions:
    """The options that words of a command line give.

    Raises `SystemExit` for `--help`, and if the words make no sense, which has then been said.
    """
    options = CheckOptions()
    if words and all(word == STANDARD_INPUT or not word.startswith("-") for word in words):
        # Without options there is nothing to parse, and loading the parser takes 8 ms.
        options.paths = list(words)
        return options
    parser = _parser()
    parser.parse_args(words, options)
    try:
        _refuse_contradictions(options)
        options.hints = _hints(options)
        options.patterns = patterns(options.exclude)
    except ValueError as error:
        parser.error(str(error))
    return options


def _parser() -> argparse.ArgumentParser:
    from sqlang.cli.parsing import add_sets, make_parser

    parser = make_parser("check", "Find the mistakes in programs.", _EXAMPLE)
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help=f"a program, a folder (all its *.sq), or {STANDARD_INPUT} for standard input",
    )
    parser.add_argument(
        "--format", choices=FORMATS, help="how to print what is found (text, the default)"
    )
    parser.add_argument("--fix", action="store_true", help="make the safe fixes in the files")
    parser.add_argument(
        "--diff", action="store_true", help="print what --fix would change, and change nothing"
    )
    _add_hints(parser)
    add_sets(parser)
    add_exclusion(parser)
    add_standard_input_name(parser)
    return parser


def _add_hints(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--select", action="append", metavar="CODES", help="show these hints only: SQ801,SQ803"
    )
    parser.add_argument(
        "--ignore", action="append", metavar="CODES", help="do not show these hints: SQ8 for all"
    )


def _refuse_contradictions(options: CheckOptions) -> None:
    """Raise `ValueError` with a sentence for options that do not go together."""
    if options.diff and options.format != "text":
        raise ValueError(f"--diff prints a patch, so --format {options.format} cannot be had")
    refuse_needless_name(options.paths, options.stdin_filename)
    if STANDARD_INPUT in options.paths and options.fix and not options.diff:
        if len(options.paths) > 1:
            raise ValueError(
                f"--fix prints the text of {STANDARD_INPUT}, so no other path goes with it"
            )
        if options.format != "text":
            raise ValueError(f"--fix prints the text of {STANDARD_INPUT}, so --format has no place")


def _hints(options: CheckOptions) -> HintSelection:
    """The hints that are wanted; raises `ValueError` for what is no hint."""
    if options.select is None and not options.ignore:
        return options.hints
    from sqlang.configuration.selection import ignored, selected

    select, wrong_selected = selected(_codes(options.select or []))
    ignore, wrong_ignored = ignored(_codes(options.ignore))
    for sentence in (*wrong_selected, *wrong_ignored):
        raise ValueError(sentence)
    return HintSelection(None if options.select is None else select, ignore)


def _codes(lists: Sequence[str]) -> list[str]:
    return [code for codes in lists for code in codes.split(",") if code.strip()]
