"""`sq explain`: what a code means, with an example and its remedy, or the list of all codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.main import CLEAN, USAGE
from sqlang.cli.parsing import Arguments, make_parser
from sqlang.diagnostics.catalogue import CATALOGUE

_EXAMPLE: Final = "sq explain SQ401"
_NEAREST: Final = 3
_DIGITS: Final = 3


class _Arguments(Arguments):
    code: str | None
    markdown: bool
    pages: str | None


def command(words: Sequence[str], console: Console) -> int:
    """Explain one code, with or without its `SQ`, or list them all; 2 if there is no such code."""
    arguments = _parse(words)
    if arguments.pages is not None:
        return _write_pages(arguments.pages, console)
    if arguments.markdown:
        from sqlang.cli.code_page import all_pages_markdown

        console.result(all_pages_markdown(list(CATALOGUE.values())))
    elif arguments.code is None:
        for entry in CATALOGUE.values():
            console.result(f"{entry.code}  {entry.title}")
    else:
        return _explain(arguments.code, console)
    return CLEAN


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser("explain", "Explain a code, or list all codes.", _EXAMPLE)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("code", nargs="?", metavar="CODE", help="a code, such as SQ401 or 401")
    what.add_argument(
        "--markdown", action="store_true", help="all pages as Markdown, as in the documentation"
    )
    what.add_argument(
        "--pages",
        metavar="FOLDER",
        help="write a page for each code, FOLDER/SQ401.md: for what `sq.docs.url` leads to",
    )
    return parser.parse_args(words, _Arguments())


def _write_pages(folder: str, console: Console) -> int:
    import os

    from sqlang.cli.code_page import page_markdown
    from sqlang.cli.writing import put

    try:
        os.makedirs(folder, exist_ok=True)
        for entry in CATALOGUE.values():
            put(os.path.join(folder, f"{entry.code}.md"), page_markdown(entry).encode())
    except OSError as error:
        console.error(f"sq explain: cannot write into {folder}: {error.strerror or error}")
        return USAGE
    console.error(f"{len(CATALOGUE)} pages written into {folder}")
    return CLEAN


def _explain(wanted: str, console: Console) -> int:
    code = f"SQ{wanted.upper().removeprefix('SQ')}"
    entry = CATALOGUE.get(code)
    if entry is None:
        near = ", ".join(_nearest(code))
        advice = f"the nearest are {near}; " if near else ""
        console.error(
            f"sq explain: there is no code `{wanted}`; {advice}`sq explain` lists all of them"
        )
        return USAGE
    from sqlang.cli.code_page import page_text

    console.result(page_text(entry, console.output))
    return CLEAN


def _nearest(code: str) -> list[str]:
    """The codes that begin like it, else those with the nearest numbers; none for other words."""
    digits = code.removeprefix("SQ")[:_DIGITS]
    if not (digits.isascii() and digits.isdecimal()):
        return []
    alike = [each for each in CATALOGUE if each.startswith(f"SQ{digits}")]
    by_distance = sorted(CATALOGUE, key=lambda each: abs(int(each[2:]) - int(digits)))
    return alike[:_NEAREST] if len(digits) < _DIGITS else sorted(by_distance[:_NEAREST])
