"""`sq test`: whether programs do what they promise in their `//!` comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.api.examination import DEFAULT_DEADLINE, Examination, examine, rewritten
from sqlang.cli.console import Console
from sqlang.cli.diagnostic_text import diagnostic_text
from sqlang.cli.fixing import edited
from sqlang.cli.inputs import decoded, read_bytes
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.parsing import Arguments, add_bounds, make_parser
from sqlang.cli.program_files import ProgramFiles, shown_path
from sqlang.cli.stops import said
from sqlang.cli.summary import counted
from sqlang.cli.writing import overwrite
from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.library_files import holds_definitions_alone
from sqlang.syntax.surface import parse_surface
from sqlang.views.expectations.difference import difference_text

_EXAMPLE: Final = """sq test examples
sq test --update program.sq
sq test --deadline 10 ."""


class _Arguments(Arguments):
    paths: list[str]
    quiet: bool
    exitfirst: bool
    update: bool


def command(words: Sequence[str], console: Console) -> int:
    """Test what the command line names; 1 if an expectation does not hold or there is none."""
    return _Test(_parse(words), console).run()


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser("test", "Test whether programs do what they promise.", _EXAMPLE)
    parser.add_argument(
        "paths", nargs="+", metavar="PATH", help="a program, or a folder: all its *.sq"
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say only what fails")
    parser.add_argument(
        "-x", "--exitfirst", action="store_true", help="stop at the first program that fails"
    )
    parser.add_argument(
        "--update", action="store_true", help="write into the files what the runs say"
    )
    add_bounds(parser)
    arguments = parser.parse_args(words, _Arguments())
    if arguments.deadline is None:
        arguments.deadline = DEFAULT_DEADLINE
    return arguments


class _Test:
    """One test of all that a command line names; `_trouble` once the exit code has to be 2."""

    def __init__(self, arguments: _Arguments, console: Console) -> None:
        self._arguments: Final = arguments
        self._console: Final = console
        self._trouble = False
        self._passed = 0
        self._failed = 0
        self._updated = 0
        self._without: Final[list[str]] = []

    def run(self) -> int:
        """Test the programs one after the other, and give the exit code."""
        for path in self._paths():
            examination = self._examined(path)
            if examination is not None:
                self._tell(path, examination)
                if self._failed and self._arguments.exitfirst:
                    break
        self._console.result(self._summary())
        if self._trouble:
            return USAGE
        return FAILED if self._failed or not self._passed else CLEAN

    def _paths(self) -> Iterator[str]:
        finder = ConfigurationFinder()
        files = ProgramFiles(finder, self._console)
        for path, _ in files.named(self._arguments.paths):
            yield path
        files.tell_left_out()
        for problem in finder.problems:
            line = "" if problem.line is None else f":{problem.line}"
            self._console.error(f"sq: {shown_path(problem.path)}{line}: {problem.message}")
        self._trouble = self._trouble or bool(files.unreadable or finder.problems)

    def _examined(self, path: str) -> Examination | None:
        data = read_bytes(path, self._console)
        if data is None:
            self._trouble = True
            return None
        source, undecodable = decoded(data, path)
        examination = examine(source, self._arguments.limits, undecodable)
        if examination is None:
            if not holds_definitions_alone(parse_surface(source).program):
                self._without.append(path)
            return None
        if self._arguments.update and undecodable is None and not examination.stopped:
            return self._updated_one(path, data, examination)
        return examination

    def _updated_one(self, path: str, data: bytes, examination: Examination) -> Examination:
        """Write what the run says into the file, and judge the new text by the same run."""
        edits = examination.verdict.edits
        if not edits:
            return examination
        text = edited(examination.source.text, edits)
        why_not = overwrite(path, data, text.encode())
        if why_not is not None:
            self._trouble = True
            self._console.error(f"sq: {path} is left alone: {why_not}")
            return examination
        self._updated += 1
        self._console.result(f"updated {path} ({counted(len(examination.verdict.broken), 'line')})")
        return rewritten(examination, text)

    def _tell(self, path: str, examination: Examination) -> None:
        count = counted(examination.expectations.count, "expectation")
        if examination.passed:
            self._passed += 1
            if not self._arguments.quiet:
                self._console.result(f"passed  {path} ({count})")
            return
        self._failed += 1
        output = self._console.output
        texts = [diagnostic_text(each, output, "") for each in examination.told]
        if examination.stopped is not None:
            reached = examination.outcome.reached
            texts.append(f"{path}: {said(examination.stopped, reached, self._arguments)}")
        self._console.result("\n\n".join(texts))
        if examination.difference:
            self._console.result(f"\n{path}: promised (-), in the run (+)")
            self._console.result(difference_text(examination.difference))
        self._console.result(f"failed  {path} ({count})")

    def _summary(self) -> str:
        parts = [f"{self._passed} passed"]
        if self._updated:
            parts.append(f"{self._updated} updated")
        if self._failed:
            parts.append(f"{self._failed} failed")
        if self._without:
            parts.append(f"{len(self._without)} without expectations")
        return ", ".join(parts)
