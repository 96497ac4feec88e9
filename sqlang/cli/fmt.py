"""`sq fmt`: the one layout of programs, written into files, shown as a difference, or checked."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.cli.console import Console
from sqlang.cli.diagnostic_text import diagnostic_text
from sqlang.cli.inputs import STANDARD_INPUT, decoded, read_bytes
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.parsing import Arguments, make_parser
from sqlang.cli.patch import unified_diff
from sqlang.cli.program_files import ProgramFiles
from sqlang.cli.summary import counted
from sqlang.cli.writing import overwrite
from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.diagnostics import Diagnostic
from sqlang.formatting.formatter import format_source

_EXAMPLE: Final = """sq fmt program.sq
sq fmt --check .
sq fmt --diff --range 10-20 program.sq
cat program.sq | sq fmt -"""


class _Arguments(Arguments):
    paths: list[str]
    check: bool
    diff: bool
    range: tuple[int, int] | None
    stdin_filename: str | None


def command(words: Sequence[str], console: Console) -> int:
    """Format what the command line names.

    1 if a text has syntax errors, or if `--check` or `--diff` would change one; 2 if one cannot be
    read or written.
    """
    return _Formatting(_parse(words), console).run()


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser(
        "fmt", "Give programs their one layout; every comment is kept, the IR too.", _EXAMPLE
    )
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help=f"a program, a folder (all its *.sq), or {STANDARD_INPUT}: "
        "standard input, written to standard output",
    )
    parser.add_argument(
        "--check", action="store_true", help="write nothing; name what would change, and exit 1"
    )
    parser.add_argument(
        "--diff", action="store_true", help="write nothing; print what would change, and exit 1"
    )
    parser.add_argument(
        "--range",
        type=_range,
        metavar="FIRST-LAST",
        help="format only what touches these lines, counted from 1",
    )
    parser.add_argument(
        "--stdin-filename", metavar="PATH", help="the path that standard input is of"
    )
    arguments = parser.parse_args(words, _Arguments())
    if STANDARD_INPUT in arguments.paths and len(arguments.paths) > 1:
        parser.error(f"{STANDARD_INPUT} stands alone: the others are files to write")
    return arguments


def _range(text: str) -> tuple[int, int]:
    first, dash, last = text.partition("-")
    if not (first.isdecimal() and (last.isdecimal() if dash else True)):
        raise argparse.ArgumentTypeError(f"`{text}` is no range of lines such as 10-20")
    lines = int(first), int(last if dash else first)
    if not 1 <= lines[0] <= lines[1]:
        raise argparse.ArgumentTypeError(f"in `{text}` the first line is 0 or behind the last")
    return lines[0] - 1, lines[1] - 1


class _Formatting:
    """One call: what it has formatted, and whether something stood in its way."""

    def __init__(self, arguments: _Arguments, console: Console) -> None:
        self._arguments: Final = arguments
        self._console: Final = console
        self._changed = 0
        self._unchanged = 0
        self._refused = 0
        self._trouble = False

    def run(self) -> int:
        """Format one text after the other, and give the exit code."""
        for path in self._paths():
            data = read_bytes(path, self._console)
            if data is None:
                self._trouble = True
            else:
                self._format(path, data)
        self._summarize()
        if self._trouble:
            return USAGE
        only_looks = self._arguments.check or self._arguments.diff
        return FAILED if self._refused or (self._changed and only_looks) else CLEAN

    def _paths(self) -> Iterator[str]:
        finder = ConfigurationFinder()
        files = ProgramFiles(
            finder, self._console, standard_input_name=self._arguments.stdin_filename
        )
        yield from (path for path, _ in files.named(self._arguments.paths))
        files.tell_left_out()
        self._trouble = self._trouble or files.unreadable > 0

    def _format(self, path: str, data: bytes) -> None:
        source, undecodable = decoded(data, path, self._arguments.stdin_filename)
        if undecodable is not None:
            self._refuse([undecodable], path, data)
            return
        formatted = format_source(source, self._arguments.range)
        if formatted.diagnostics:
            self._refuse(formatted.diagnostics, path, data)
            return
        text = formatted.text
        is_changed = text != source.text
        if self._arguments.diff and is_changed:
            self._console.result_bytes(unified_diff(source.path, source.text, text))
        if self._arguments.check and is_changed:
            self._console.result(source.path)
        if not self._arguments.check and not self._arguments.diff:
            self._write(path, data, text.encode())
        self._changed += is_changed
        self._unchanged += not is_changed

    def _refuse(self, diagnostics: Sequence[Diagnostic], path: str, data: bytes) -> None:
        """Say what is wrong; standard input goes through as it came, so that a pipe loses none."""
        self._refused += 1
        stream = self._console.errors
        stream.write("\n\n".join(diagnostic_text(each, stream) for each in diagnostics) + "\n")
        if path == STANDARD_INPUT and not self._arguments.check and not self._arguments.diff:
            self._console.result_bytes(data)

    def _write(self, path: str, data: bytes, formatted: bytes) -> None:
        if path == STANDARD_INPUT:
            self._console.result_bytes(formatted)
        elif formatted != data:
            why_not = overwrite(path, data, formatted)
            if why_not is not None:
                self._trouble = True
                self._console.error(f"sq: {path} is left alone: {why_not}")

    def _summarize(self) -> None:
        if self._arguments.paths == [STANDARD_INPUT]:
            return
        would = "would be " if self._arguments.check or self._arguments.diff else ""
        said = [
            f"{counted(self._changed, 'file')} {would}formatted" if self._changed else "",
            f"{counted(self._unchanged, 'file')} unchanged" if self._unchanged else "",
            f"{counted(self._refused, 'file')} with errors" if self._refused else "",
        ]
        if any(said):
            self._console.error(", ".join(filter(None, said)))
