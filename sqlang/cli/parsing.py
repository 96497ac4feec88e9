"""What the command lines of the subcommands share: their help, and the settings of a program."""

from __future__ import annotations

import argparse
import math
from typing import Final

from sqlang.cli.arguments import Arguments

__all__ = [
    "Arguments",
    "add_bounds",
    "add_inlining",
    "add_program",
    "add_sets",
    "add_settings",
    "make_parser",
    "number",
    "port",
    "positive",
    "seconds",
    "whole_number",
]

_HELP_COLUMNS: Final = 80


class _Help(argparse.RawDescriptionHelpFormatter):
    """Help of a fixed width: asking for the terminal's loads compression libraries (`shutil`)."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_HELP_COLUMNS)


def make_parser(name: str, description: str, example: str) -> argparse.ArgumentParser:
    """A parser for `sq NAME` whose help ends in an example."""
    return argparse.ArgumentParser(
        prog=f"sq {name}",
        description=description,
        epilog=f"example:\n{_indented(example)}",
        formatter_class=_Help,
        allow_abbrev=False,
    )


def add_program(parser: argparse.ArgumentParser) -> None:
    """Let the command line name one program."""
    parser.add_argument(
        "file", metavar="FILE", help="a program, its IR (*.json), or - for standard input"
    )


def add_sets(parser: argparse.ArgumentParser) -> None:
    """Let the command line replace constants (LET-3)."""
    parser.add_argument(
        "--set",
        dest="sets",
        metavar="NAME=EXPRESSION",
        action="append",
        type=_override,
        default=[],
        help="replace the value of the constant NAME (a `let`); may be given several times",
    )


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Let the command line replace constants and the settings of the run (LET-1)."""
    add_sets(parser)
    parser.add_argument("--seed", type=whole_number, metavar="N", help="the seed of the run")
    parser.add_argument("--horizon", type=number, metavar="T", help="when the run ends")
    parser.add_argument("--warmup", type=number, metavar="T", help="when measuring begins")
    parser.add_argument(
        "--arrivals", type=whole_number, metavar="N", help="end when N sessions have come and gone"
    )
    parser.add_argument(
        "--trace", metavar="FILE", help="replay this trace (relative to the current directory)"
    )


def add_inlining(parser: argparse.ArgumentParser) -> None:
    """Let the command line put the trace into the program (IR-67)."""
    parser.add_argument(
        "--inline-trace",
        action="store_true",
        help="put the sessions of an ordered trace into the IR, which then needs no file",
    )


def add_bounds(parser: argparse.ArgumentParser) -> None:
    """Let the command line bound the run; a run ended by a bound exits with 1."""
    parser.add_argument(
        "--max-iterations", type=positive, metavar="N", help="end the run after N iterations"
    )
    parser.add_argument(
        "--max-events", type=positive, metavar="N", help="end the run after N events"
    )
    parser.add_argument(
        "--deadline", type=seconds, metavar="SECONDS", help="end the run after so much real time"
    )
    parser.add_argument(
        "--max-memory",
        type=positive,
        metavar="MIB",
        help="end the run when it uses so much memory (three quarters of the machine's otherwise)",
    )
    parser.add_argument(
        "--max-instant",
        type=positive,
        metavar="N",
        help="steps that a run may do while its clock stands, before it fails (1000000)",
    )


def whole_number(text: str) -> int:
    """A whole number from 0 that fits in 64 bits."""
    if not text.isdecimal() or int(text) >= 2**64:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from 0")
    return int(text)


def positive(text: str) -> int:
    """A whole number from 1, for a bound."""
    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from 1")
    return int(text)


def port(text: str) -> int:
    """The number of a TCP port."""
    if not text.isdecimal() or not 0 < int(text) < 2**16:
        raise argparse.ArgumentTypeError(f"`{text}` is not a port from 1 to 65535")
    return int(text)


def number(text: str) -> float:
    """A number, infinities included."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise argparse.ArgumentTypeError(f"`{text}` is not a number")
    return value


def seconds(text: str) -> float:
    """A length of time above 0."""
    value = number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"`{text}` is not above 0")
    return value


def _override(text: str) -> tuple[str, str]:
    name, equals, expression = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"`{text}` is not of the form NAME=EXPRESSION")
    return name.strip(), expression


def _indented(lines: str) -> str:
    return "\n".join(f"  {line}" for line in lines.splitlines())
