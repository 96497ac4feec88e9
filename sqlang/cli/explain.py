"""`sq explain`: what a code means, why it is refused and what to do, or the list of all codes."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.main import CLEAN, USAGE
from sqlang.cli.parsing import Arguments, make_parser
from sqlang.diagnostics.catalogue import CATALOGUE, Code

_EXAMPLE: Final = "sq explain SQ401"
_WIDTH: Final = 80


class _Arguments(Arguments):
    code: str | None


def command(words: Sequence[str], console: Console) -> int:
    """Explain one code, with or without its `SQ`, or list them all."""
    parser = make_parser("explain", "Explain a code, or list all codes.", _EXAMPLE)
    parser.add_argument("code", nargs="?", metavar="CODE", help="a code, such as SQ401 or 401")
    wanted = parser.parse_args(words, _Arguments()).code
    if wanted is None:
        for entry in CATALOGUE.values():
            console.result(f"{entry.code}  {entry.title}")
        return CLEAN
    code = CATALOGUE.get(_canonical(wanted))
    if code is None:
        console.error(f"sq explain: there is no code `{wanted}`; `sq explain` lists them")
        return USAGE
    console.result(_page(code))
    return CLEAN


def _canonical(wanted: str) -> str:
    return f"SQ{wanted.upper().removeprefix('SQ')}"


def _page(code: Code) -> str:
    rule = f" (rule {code.rule})" if code.rule else ""
    return f"{code.code}: {code.title}{rule}\n\n{textwrap.fill(code.explanation, _WIDTH)}"
