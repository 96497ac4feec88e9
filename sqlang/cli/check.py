"""`sq check`: the mistakes in files and folders, for people or as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.inputs import STANDARD_INPUT, program_paths, read_program
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.parsing import Arguments, add_sets, make_parser
from sqlang.diagnostics import Diagnostic, Severity
from sqlang.source import Source

_EXAMPLE: Final = """sq check examples/separate_phases.sq
sq check --format json examples
sq check --set rate=4 program.sq
cat program.sq | sq check - --stdin-filename program.sq"""


class _Arguments(Arguments):
    paths: list[str]
    format: str
    stdin_filename: str | None


def command(words: Sequence[str], console: Console) -> int:
    """Check what the command line names; 1 if a program has an error, 2 if a file is unreadable."""
    arguments = _parse(words)
    found: list[Diagnostic] = []
    checked = unreadable = 0
    for path in program_paths(arguments.paths, console):
        read = read_program(path, console, arguments.stdin_filename)
        if read is None:
            unreadable += 1
            continue
        checked += 1
        source, undecodable = read
        found.extend([undecodable] if undecodable else _check(source, arguments.sets))
    _show(_in_order(found), arguments.format, console)
    errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in found)
    if arguments.format == "text":
        console.error(_summary(errors, checked))
    if unreadable:
        return USAGE
    return FAILED if errors else CLEAN


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser("check", "Find the mistakes in programs.", _EXAMPLE)
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help=f"a program, a folder (all its *.sq), or {STANDARD_INPUT} for standard input",
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="how to print what is found"
    )
    parser.add_argument(
        "--stdin-filename", metavar="PATH", help="the file that standard input stands for"
    )
    add_sets(parser)
    return parser.parse_args(words, _Arguments())


def _check(source: Source, sets: Sequence[tuple[str, str]]) -> Sequence[Diagnostic]:
    from sqlang.analysis import analyze

    return analyze(source, overrides=sets).diagnostics


def _in_order(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """By path, then place; what a library shared by several programs is blamed for, once."""
    unique = {
        (each.span.source.path, each.span.start, each.span.end, each.code, each.message): each
        for each in found
    }
    return [unique[key] for key in sorted(unique, key=lambda key: key[:2])]


def _show(found: Sequence[Diagnostic], form: str, console: Console) -> None:
    if form == "json":
        from sqlang.cli.diagnostic_json import diagnostics_json

        console.result_json(diagnostics_json(found))
        return
    if found:
        from sqlang.cli.diagnostic_text import diagnostic_text

        for diagnostic in found:
            console.result(diagnostic_text(diagnostic, console.output))


def _summary(errors: int, checked: int) -> str:
    files = f"{checked} file{'' if checked == 1 else 's'}"
    if not errors:
        return f"no errors in {files}"
    return f"{errors} error{'' if errors == 1 else 's'} in {files}"
