"""`sq test`: whether programs do what they promise in their `//!` comments."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from sqlang.api.examination import DEFAULT_DEADLINE, Examination, examine, rewritten
from sqlang.cli.console import Console, Stream
from sqlang.cli.diagnostic_text import told_by_test
from sqlang.cli.file_options import add_exclusion, patterns
from sqlang.cli.fixing import with_fixes
from sqlang.cli.inputs import STANDARD_INPUT, decoded, read_bytes
from sqlang.cli.junit import Case, junit_xml
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.output_files import output_file, written
from sqlang.cli.parsing import Arguments, add_bounds, make_parser
from sqlang.cli.program_files import ProgramFiles
from sqlang.cli.stops import said
from sqlang.cli.summary import counted
from sqlang.cli.writing import overwrite
from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.configuration.patterns import Pattern
from sqlang.library_files import holds_definitions_alone
from sqlang.syntax.surface import parse_surface
from sqlang.views.display_width import printable
from sqlang.views.expectations.difference import difference_text

_EXAMPLE: Final = """sq test examples
sq test --update program.sq
sq test --junit results.xml --deadline 10 ."""
_WITHOUT: Final = "no expectations"


class _Arguments(Arguments):
    paths: list[str]
    quiet: bool
    exitfirst: bool
    update: bool
    junit: str | None
    exclude: list[str]
    force_exclude: bool
    patterns: tuple[Pattern, ...]


def command(words: Sequence[str], console: Console) -> int:
    """Test what the command line names; 1 if a program fails, or if none has an expectation."""
    return _Test(_parse(words), console).run()


def _parse(words: Sequence[str]) -> _Arguments:
    parser = make_parser("test", "Test whether programs do what they promise.", _EXAMPLE)
    parser.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help=f"a program, a folder (all its *.sq), or {STANDARD_INPUT} for standard input",
    )
    parser.add_argument("-q", "--quiet", action="store_true", help="say only what fails")
    parser.add_argument(
        "-x", "--exitfirst", action="store_true", help="stop at the first program that fails"
    )
    parser.add_argument(
        "--update", action="store_true", help="write into the files what the runs say"
    )
    parser.add_argument(
        "--junit", type=output_file, metavar="FILE", help="write the results as JUnit XML too"
    )
    add_exclusion(parser)
    add_bounds(parser)
    arguments = parser.parse_args(words, _Arguments())
    try:
        arguments.patterns = patterns(arguments.exclude)
    except ValueError as error:
        parser.error(str(error))
    if arguments.update and STANDARD_INPUT in arguments.paths:
        parser.error(f"--update writes into files, so {STANDARD_INPUT} cannot be had")
    if arguments.deadline is None:
        arguments.deadline = DEFAULT_DEADLINE
    return arguments


class _Test:
    """One test of all that a command line names; `_trouble` once the exit code has to be 2."""

    def __init__(self, arguments: _Arguments, console: Console) -> None:
        self._arguments: Final = arguments
        self._console: Final = console
        self._trouble = False
        self._updated = 0
        self._cases: Final[list[Case]] = []

    def run(self) -> int:
        """Test the programs one after the other, and give the exit code."""
        for path in self._paths():
            case = self._case(path)
            if case is not None:
                self._cases.append(case)
                if case.failure is not None and self._arguments.exitfirst:
                    break
        self._write_junit()
        self._console.result(self._summary())
        if self._trouble:
            return USAGE
        return CLEAN if self._passed and not self._failed else FAILED

    @property
    def _failed(self) -> int:
        return sum(case.failure is not None for case in self._cases)

    @property
    def _passed(self) -> int:
        return sum(case[2:] == (None, None, None) for case in self._cases)

    def _paths(self) -> Iterator[str]:
        files = ProgramFiles(
            ConfigurationFinder(),
            self._console,
            exclude=self._arguments.patterns,
            force=self._arguments.force_exclude,
        )
        for path, _ in files.named(self._arguments.paths):
            yield path
        self._trouble = files.tell() or self._trouble

    def _case(self, path: str) -> Case | None:
        """What comes of the program at a path, which has been told; `None` for a library."""
        data = read_bytes(path, self._console)
        if data is None:
            self._trouble = True
            return Case(path, error="cannot be read")
        source, undecodable = decoded(data, path)
        examination = examine(source, self._arguments.limits, undecodable)
        if examination is None:
            is_library = holds_definitions_alone(parse_surface(source).program)
            return None if is_library else self._told_without(source.path)
        if self._arguments.update and undecodable is None and examination.stopped is None:
            examination = self._brought_up_to_date(path, data, examination)
        return self._told(examination)

    def _told_without(self, path: str) -> Case:
        if not self._arguments.quiet:
            self._console.result(f"skipped {printable(path)} ({_WITHOUT})")
        return Case(path, skipped=_WITHOUT)

    def _told(self, examination: Examination) -> Case:
        path, seconds = examination.source.path, examination.seconds
        if not examination.expectations.count:  # an update took the last one away
            return self._told_without(path)
        count = counted(examination.expectations.count, "expectation")
        if examination.passed:
            if not self._arguments.quiet:
                self._console.result(f"passed  {printable(path)} ({count})")
            return Case(path, seconds)
        self._console.result(self._failure(examination, self._console.output))
        self._console.result(f"failed  {printable(path)} ({count})")
        return Case(path, seconds, failure=self._failure(examination, Stream(None)))

    def _failure(self, examination: Examination, stream: Stream) -> str:
        """Diagnostics in the usual form, and below them where run and promise part."""
        path = printable(examination.source.path)
        updates = self._arguments.update
        texts = [told_by_test(each, stream, updates=updates) for each in examination.told]
        if examination.stopped is not None:
            reached = examination.outcome.reached
            ended = said(examination.stopped, reached, self._arguments)
            texts.append(f"{path}: {ended}{examination.not_judged}")
        if examination.left_open is not None:
            texts.append(f"{path}: {examination.left_open}")
        difference = examination.difference
        if difference:
            title = f"{path}: promised (-), in the run (+)"
            texts.append(f"{title}\n{difference_text(difference)}")
        return "\n\n".join(texts)

    def _brought_up_to_date(self, path: str, data: bytes, examination: Examination) -> Examination:
        """Write what the run says into the file, and judge the new text by the same run."""
        edits = examination.verdict.edits
        if not edits:
            return examination
        text = with_fixes(examination.source.text, edits)
        why_not = overwrite(path, data, text.encode())
        if why_not is not None:
            self._trouble = True
            self._console.error(f"sq: {printable(path)} is left alone: {why_not}")
            return examination
        self._updated += 1
        self._console.result(f"updated {printable(path)}")
        return rewritten(examination, text)

    def _write_junit(self) -> None:
        path = self._arguments.junit
        if path is None:
            return
        if not written(path, junit_xml(self._cases), self._console):
            self._trouble = True

    def _summary(self) -> str:
        """`20 passed, 1 failed`, and what else there was."""
        skipped = sum(case.skipped is not None for case in self._cases)
        unreadable = sum(case.error is not None for case in self._cases)
        parts = [f"{self._passed} passed"]
        for number, word in (
            (self._updated, "updated"),
            (self._failed, "failed"),
            (skipped, "without expectations"),
            (unreadable, "unreadable"),
        ):
            if number:
                parts.append(f"{number} {word}")
        return ", ".join(parts)
