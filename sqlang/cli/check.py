"""`sq check`: the mistakes in files and folders, for people, for machines, or mended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sqlang.cli.check_options import CheckOptions, parse
from sqlang.cli.checking import Checker, Subject, gather
from sqlang.cli.inputs import STANDARD_INPUT, decoded, read_bytes
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.program_files import ProgramFiles
from sqlang.cli.summary import mended_text, summary_text
from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.diagnostics.model import Diagnostic, Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.cli.console import Console, Stream
    from sqlang.cli.fixing import Mending


def command(words: Sequence[str], console: Console) -> int:
    """Check what the command line names; 1 if a program has an error, 2 if a file is unreadable.

    The same 2 tells of a settings file that is wrong and of a mended file that cannot be written:
    what else there is to find is found all the same.
    """
    return _Check(parse(words), console).run()


class _Check:
    """One check of all that a command line names; `_trouble` once the exit code has to be 2."""

    def __init__(self, options: CheckOptions, console: Console) -> None:
        self._options: Final = options
        self._console: Final = console
        self._trouble = False

    def run(self) -> int:
        """Check, mend if that is asked for, print what is found, and give the exit code."""
        subjects = list(self._subjects())
        checker = Checker(self._options.sets)
        checker.check(subjects)
        if not (self._options.fix or self._options.diff):
            return self._report(gather(subjects), subjects)
        from sqlang.cli.fixing import Mending

        mending = Mending(subjects, checker)
        mending.mend()
        for subject in mending.endless:
            self._console.error(f"sq: the fixes of {subject.source.path} do not come to an end")
        return self._diff(subjects) if self._options.diff else self._fix(subjects, mending)

    def _subjects(self) -> Iterator[Subject]:
        """The texts to check, each under the settings nearest to it."""
        options, finder = self._options, ConfigurationFinder()
        files = ProgramFiles(
            finder,
            self._console,
            exclude=options.patterns,
            force=options.force_exclude,
            standard_input_name=options.stdin_filename,
        )
        for path, found in files.named(options.paths):
            data = read_bytes(path, self._console)
            if data is None:
                self._trouble = True
                continue
            source, undecodable = decoded(data, path, options.stdin_filename)
            hints = options.hints
            if source.directory is not None:
                hints = finder.for_file(source.path).hints.overridden(hints)
            yield Subject(source, data, hints, undecodable=undecodable, found_in_folder=found)
        self._trouble = files.tell() or self._trouble

    def _report(
        self, found: list[Diagnostic], subjects: Sequence[Subject], stream: Stream | None = None
    ) -> int:
        """Print what was found, to standard output if no stream is named; gives the exit code."""
        form = self._options.format
        if form == "text":
            self._print_text(found, stream or self._console.output)
        elif form == "json":
            from sqlang.cli.diagnostic_json import diagnostics_json

            self._console.result_json(diagnostics_json(found))
        elif form == "sarif":
            from sqlang.cli.diagnostic_sarif import diagnostics_sarif

            self._console.result_json(diagnostics_sarif(found, complete=not self._trouble))
        elif found:
            from sqlang.cli.diagnostic_github import diagnostics_github

            self._console.result(diagnostics_github(found))
        if subjects and form in ("text", "github"):
            self._console.error(summary_text(found, subjects))
        return self._code(any(each.severity is Severity.ERROR for each in found))

    def _print_text(self, found: Sequence[Diagnostic], stream: Stream) -> None:
        if found:
            from sqlang.cli.diagnostic_text import diagnostic_text

            texts = [diagnostic_text(diagnostic, stream) for diagnostic in found]
            stream.write("\n\n".join(texts) + "\n")

    def _diff(self, subjects: Sequence[Subject]) -> int:
        """Print what would change in each file, and that files have errors by the exit code."""
        from sqlang.cli.patch import unified_diff

        changed = [subject for subject in subjects if subject.is_mended]
        for subject in changed:
            patch = unified_diff(subject.source.path, subject.read.decode(), subject.source.text)
            self._console.result_bytes(patch)
        found = gather(subjects)
        if subjects:
            self._console.error(mended_text(found, subjects))
        return self._code(bool(changed) or any(e.severity is Severity.ERROR for e in found))

    def _fix(self, subjects: Sequence[Subject], mending: Mending) -> int:
        """Write what was mended, standard input to standard output, and print what is left."""
        if self._options.paths == [STANDARD_INPUT]:
            left_out = b"" if subjects else read_bytes(STANDARD_INPUT, self._console) or b""
            self._console.result_bytes(subjects[0].text_now if subjects else left_out)
            return self._report(gather(subjects), subjects, self._console.errors)
        from sqlang.cli.writing import overwrite

        for subject in [each for each in subjects if each.is_mended]:
            path = subject.source.path
            why_not = overwrite(path, subject.read, subject.text_now)
            if why_not is not None:
                self._trouble = True
                self._console.error(f"sq: {path} is left alone: {why_not}")
                mending.take_back(subject)
        return self._report(gather(subjects), subjects)

    def _code(self, failed: bool) -> int:
        if self._trouble:
            return USAGE
        return FAILED if failed else CLEAN
