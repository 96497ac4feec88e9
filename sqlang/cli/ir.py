"""`sq ir`: a program's IR as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.loading import LoadError, load
from sqlang.cli.main import CLEAN
from sqlang.cli.parsing import Arguments, add_inlining, add_program, add_settings, make_parser
from sqlang.ir.program import IR_VERSION

_EXAMPLE: Final = """sq ir examples/separate_phases.sq > separate_phases.json
sq ir --set rate=4 --seed 7 --compact program.sq"""


class _Arguments(Arguments):
    compact: bool


def command(words: Sequence[str], console: Console) -> int:
    """Print the IR of the program named; 1 if it has errors, 2 if it cannot be read."""
    parser = make_parser("ir", "Print a program's IR as JSON.", _EXAMPLE)
    add_program(parser)
    add_settings(parser)
    add_inlining(parser)
    parser.add_argument("--compact", action="store_true", help="without any white space")
    parser.add_argument(
        "--ir-version",
        type=int,
        choices=(IR_VERSION,),
        default=IR_VERSION,
        help=f"the version to write ({IR_VERSION}, the default)",
    )
    arguments = parser.parse_args(words, _Arguments())
    try:
        program = load(arguments.file, arguments, console)
    except LoadError as failure:
        return failure.code
    console.result_json(program.to_json(compact=arguments.compact).rstrip("\n"))
    return CLEAN
