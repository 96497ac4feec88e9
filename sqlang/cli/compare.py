"""`sq compare`: two programs, or one and a change of it, side by side."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Sequence
from typing import Final

from sqlang.api.comparing import Titled, compare_titled
from sqlang.api.program import Program
from sqlang.cli.console import Console
from sqlang.cli.inputs import STANDARD_INPUT
from sqlang.cli.loading import LoadError, load_named, show
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.output_files import output_file, written
from sqlang.cli.parsing import (
    Arguments,
    add_bounds,
    add_settings,
    make_parser,
    number,
    positive,
)
from sqlang.diagnostics import DiagnosticError
from sqlang.views.comparison.changes import (
    Change,
    Changed,
    ChangeError,
    Replace,
    SetTo,
    Without,
    apply_changes,
)
from sqlang.views.comparison.comparison import Comparison

_EXAMPLE: Final = """sq compare examples/separate_phases.sq --without 12
sq compare examples/separate_phases.sq --set chunk=8 --seeds 20
sq compare examples/separate_phases.sq --replace 'serve decode first'
sq compare before.sq after.sq --seeds 30 --html comparison.html"""
_JSON: Final = "json"
_PARTING: Final = "parting"


class _Arguments(Arguments):
    def __init__(self) -> None:
        super().__init__()
        self.second: str | None = None
        self.without: list[tuple[Without, ...]] = []
        self.replace: list[Replace] = []
        self.seeds = 1
        self.level = 0.95
        self.processes: int | None = None
        self.format = "text"
        self.html: str | None = None
        self.fail_on: str | None = None

    def changes(self) -> list[Change]:
        """What is to be changed in the only program."""
        found: list[Change] = [each for lines in self.without for each in lines]
        found += [SetTo(name, value) for name, value in self.sets]
        return found + self.replace


def command(words: Sequence[str], console: Console) -> int:
    """Compare; 1 if a program has errors, or its run fails or is ended by a bound."""
    arguments = _parse(words)
    try:
        first, second = _programs(arguments, console)
    except LoadError as failure:
        return failure.code
    comparison = compare_titled(
        first,
        second,
        seeds=arguments.seeds,
        level=arguments.level,
        limits=arguments.limits,
        processes=arguments.processes or os.cpu_count() or 1,
        progress=lambda text: console.errors.show_status(f"{text} …"),
    )
    console.errors.wipe_status()
    if arguments.html is not None and not _page_written(comparison, arguments.html, console):
        return USAGE
    _print(comparison, arguments, console)
    return _code(comparison, arguments, console)


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser(
        "compare",
        "Run two programs, or one program and a change of it, and compare them: where their\n"
        "schedules part and why, and the figures of both.",
        _EXAMPLE,
    )
    parser.add_argument(
        "file", metavar="A", help="a program, its IR (*.json), or - for standard input"
    )
    parser.add_argument(
        "second", metavar="B", nargs="?", help="the other one; without it, A with the changes below"
    )
    parser.add_argument(
        "--without",
        metavar="LINES",
        action="append",
        type=_lines,
        default=[],
        help="take out what begins on these lines of A: 12 or 12,14-16",
    )
    parser.add_argument(
        "--replace",
        metavar="CLAUSE",
        action="append",
        type=_replace,
        default=[],
        help="replace the clause of A that begins with the same word; '12: CLAUSE' says its line",
    )
    add_settings(parser)
    add_bounds(parser)
    parser.add_argument(
        "--seeds", type=positive, metavar="N", help="run with N seeds, and give intervals"
    )
    parser.add_argument(
        "--processes", type=positive, metavar="N", help="run the seeds in N processes (one a core)"
    )
    parser.add_argument(
        "--level", type=_level, metavar="SHARE", help="confidence of the intervals (0.95)"
    )
    parser.add_argument(
        "--format", choices=("text", _JSON), help="how to print the comparison (text)"
    )
    parser.add_argument(
        "--json", dest="format", action="store_const", const=_JSON, help="the same as --format json"
    )
    parser.add_argument(
        "--html", type=output_file, metavar="FILE", help="write a page with the comparison"
    )
    parser.add_argument("--fail-on", choices=(_PARTING,), help="exit with 1 if the schedules part")
    arguments = parser.parse_args(words, _Arguments())
    _refuse_nonsense(parser, arguments)
    return arguments


def _refuse_nonsense(parser: argparse.ArgumentParser, arguments: _Arguments) -> None:
    if arguments.second is None:
        if not arguments.changes():
            parser.error(
                "compare with what? name a second program, or a change such as --without 12"
            )
    elif arguments.without or arguments.replace:
        parser.error("--without and --replace change the only program, but there are two")
    elif arguments.file == arguments.second == STANDARD_INPUT:
        parser.error("standard input can be only one of the programs")


def _programs(arguments: _Arguments, console: Console) -> tuple[Titled, Titled]:
    if arguments.second is not None:
        titles = arguments.file, arguments.second
        loaded = [
            load_named(title, arguments, console, f"{name}, {title},")[1]
            for name, title in zip("AB", titles, strict=True)
        ]
        return Titled(loaded[0], titles[0]), Titled(loaded[1], titles[1])
    changes = arguments.changes()
    arguments.sets = []
    analysis, program = load_named(arguments.file, arguments, console, f"A, {arguments.file},")
    if analysis is None:
        console.error(f"sq: {arguments.file} is an IR, and only a program's text can be changed")
        raise LoadError(USAGE)
    try:
        changed = apply_changes(analysis, changes)
    except ChangeError as error:
        console.error(f"sq: {error}")
        raise LoadError(USAGE) from error
    title = arguments.file
    return Titled(program, title), Titled(
        _changed_program(changed, arguments, console), f"{title}, changed", changed.notes
    )


def _changed_program(changed: Changed, arguments: _Arguments, console: Console) -> Program:
    from sqlang.analysis import analyze
    from sqlang.api.compiling import from_analysis

    settings = arguments.settings
    try:
        analysis = analyze(changed.source, settings=settings)
        return from_analysis(analysis, settings)
    except DiagnosticError as error:
        console.error(f"sq: B, {'; '.join(changed.notes)}, has errors")
        show(error, console)
        raise LoadError(FAILED) from error


def _page_written(comparison: Comparison, path: str, console: Console) -> bool:
    from sqlang.views.comparison.page import page

    return written(path, page(comparison).encode("utf-8", "backslashreplace"), console)


def _print(comparison: Comparison, arguments: _Arguments, console: Console) -> None:
    if arguments.format == _JSON:
        from sqlang.views.comparison.json_value import to_json_value

        text = json.dumps(to_json_value(comparison), ensure_ascii=False, allow_nan=False)
        console.result_json(text)
        return
    from sqlang.views.comparison.styled import plain_text
    from sqlang.views.comparison.text import comparison_lines

    lines = comparison_lines(comparison)
    if not console.output.colors:
        console.result(plain_text(lines))
        return
    from sqlang.cli.rich_text import print_rich
    from sqlang.views.comparison.color import colored

    print_rich(colored(lines))


def _code(comparison: Comparison, arguments: _Arguments, console: Console) -> int:
    code = CLEAN
    for compared in (comparison.first, comparison.second):
        if compared.failure is not None:
            console.error(f"sq: {compared.side.name} failed")
            show(DiagnosticError((compared.failure,)), console)
        if not compared.is_whole:
            code = FAILED
    if comparison.failed_seeds:
        code = FAILED
    if arguments.fail_on == _PARTING and comparison.parting is not None:
        code = FAILED
    return code


def _lines(text: str) -> tuple[Without, ...]:
    """Lines and ranges of lines: `12,14-16`."""
    found = []
    for part in text.split(","):
        begin, dash, end = part.strip().partition("-")
        lines = begin.strip(), (end if dash else begin).strip()
        if not all(each.isdecimal() and int(each) for each in lines):
            raise argparse.ArgumentTypeError(f"`{text}` is not of the form 12 or 12,14-16")
        first, last = map(int, lines)
        if last < first:
            raise argparse.ArgumentTypeError(f"`{part.strip()}` ends before it begins")
        found.append(Without(first, last))
    return tuple(found)


def _replace(text: str) -> Replace:
    """A clause, after the number of its line or without one."""
    before, colon, after = text.partition(":")
    if colon and before.strip().isdecimal():
        return Replace(after, int(before))
    return Replace(text)


def _level(text: str) -> float:
    """A share between 0 and 1."""
    value = number(text)
    if not 0.0 < value < 1.0:
        raise argparse.ArgumentTypeError(f"`{text}` is not between 0 and 1")
    return value
