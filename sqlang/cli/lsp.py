"""`sq lsp`: the language server, on standard input and output or on a TCP port."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.parsing import Arguments, make_parser, port

_EXAMPLE: Final = """sq lsp
sq lsp --tcp 6789"""


class _Arguments(Arguments):
    tcp: int | None
    stdio: bool


def command(words: Sequence[str], console: Console) -> int:
    """Serve one editor until it disconnects; the exit code is the protocol's."""
    parser = make_parser("lsp", "Start the language server.", _EXAMPLE)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--tcp", type=port, metavar="PORT", help="wait for an editor on this port")
    where.add_argument(
        "--stdio", action="store_true", help="standard input and output (the default)"
    )
    arguments = parser.parse_args(words, _Arguments())
    console.flush()
    from sqlang_server.app import main

    return main(arguments.tcp)
