"""`sq ir`: a program's IR as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.loading import LoadError, load
from sqlang.cli.main import CLEAN, FAILED
from sqlang.cli.parsing import Arguments, add_inlining, add_program, add_settings, make_parser
from sqlang.ir.program import IR_VERSION
from sqlang.ir.version_9 import VERSION as NEXT_VERSION
from sqlang.ir.version_9 import pools_in_drawn_order

_EXAMPLE: Final = """sq ir examples/separate_phases.sq > separate_phases.json
sq ir --set rate=4 --seed 7 --compact program.sq
sq ir --ir-version 9 program.sq > for_pyserq.json"""


class _Arguments(Arguments):
    compact: bool
    ir_version: int


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
        choices=(IR_VERSION, NEXT_VERSION),
        default=IR_VERSION,
        help=f"the version to write: {IR_VERSION}, the default, or {NEXT_VERSION} for pyserq 0.1.0",
    )
    arguments = parser.parse_args(words, _Arguments())
    try:
        program = load(arguments.file, arguments, console)
    except LoadError as failure:
        return failure.code
    version = arguments.ir_version
    if version == NEXT_VERSION and (pools := pools_in_drawn_order(program.ir)):
        name = pools[0].name
        console.error(f"sq: the queue of pool `{name}` is ordered by a draw, which IR 9 refuses")
        return FAILED
    console.result_json(program.to_json(compact=arguments.compact, version=version).rstrip("\n"))
    return CLEAN
