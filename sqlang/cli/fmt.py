"""`sq fmt`: gives the programs in files and folders their one layout."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.cli.fmt_options import FormatOptions, parse
from sqlang.cli.inputs import STANDARD_INPUT, decoded, read_bytes
from sqlang.cli.main import CLEAN, FAILED, USAGE
from sqlang.cli.program_files import ProgramFiles
from sqlang.cli.summary import counted
from sqlang.configuration.discovery import ConfigurationFinder
from sqlang.formatting.formatter import Formatted, format_source
from sqlang.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.cli.console import Console
    from sqlang.diagnostics.model import Diagnostic


def command(words: Sequence[str], console: Console) -> int:
    """Format what the command line names.

    1 if a program has syntax errors, or would change under `--check` or `--diff`; 2 if a file
    cannot be read or written, or a settings file is wrong: the rest is formatted all the same.
    """
    return _Formatting(parse(words), console).run()


class _Formatting:
    """Formats all that a command line names; `_trouble` once the exit code has to be 2."""

    def __init__(self, options: FormatOptions, console: Console) -> None:
        self._options: Final = options
        self._console: Final = console
        self._finder: Final = ConfigurationFinder()
        self._trouble = False
        self._changed = self._unchanged = self._refused = 0

    def run(self) -> int:
        """Format each file by itself, say how many there were, and give the exit code."""
        options = self._options
        files = ProgramFiles(
            self._finder,
            self._console,
            exclude=options.patterns,
            force=options.force_exclude,
            standard_input_name=options.stdin_filename,
        )
        formatted = False
        for path, _ in files.named(options.paths):
            self._format(path)
            formatted = True
        if not formatted and options.writes and options.paths == [STANDARD_INPUT]:
            # Left out: it comes out as it went in.
            self._console.result_bytes(read_bytes(STANDARD_INPUT, self._console) or b"")
        self._trouble = files.tell() or self._trouble
        self._sum_up()
        if self._trouble:
            return USAGE
        return FAILED if self._refused or (self._changed and not options.writes) else CLEAN

    def _format(self, path: str) -> None:
        """Format one file, or standard input."""
        data = read_bytes(path, self._console)
        if data is None:
            self._trouble = True
            return
        source, undecodable = decoded(data, path, self._options.stdin_filename)
        if undecodable is not None:
            self._refuse((undecodable,), path, data)
            return
        if source.path.endswith(".json"):
            self._console.error(f"sq: {path} is an IR, and only a program's text has a layout")
            self._trouble = True
            return
        formatted = _formatted(source, self._options.lines)
        if formatted.diagnostics:
            self._refuse(formatted.diagnostics, path, data)
        else:
            self._deliver(path, source, data, formatted.text)

    def _deliver(self, path: str, source: Source, data: bytes, text: str) -> None:
        """Write, print or tell what became of a text."""
        changed, options = text != source.text, self._options
        if options.writes and path == STANDARD_INPUT:
            self._console.result_bytes(text.encode())
        elif changed and options.writes:
            changed = self._write(source.path, data, text.encode())
        elif changed and options.diff:
            from sqlang.cli.patch import unified_diff

            self._console.result_bytes(unified_diff(source.path, source.text, text))
        elif changed:
            self._console.result(source.path)
        if changed:
            self._changed += 1
        else:
            self._unchanged += 1

    def _write(self, path: str, read: bytes, text: bytes) -> bool:
        from sqlang.cli.writing import overwrite

        why_not = overwrite(path, read, text)
        if why_not is not None:
            self._trouble = True
            self._console.error(f"sq: {path} is left alone: {why_not}")
        return why_not is None

    def _refuse(self, diagnostics: Sequence[Diagnostic], path: str, data: bytes) -> None:
        """Say why a text is left as it is; standard input goes on, so that a pipe loses nothing."""
        from sqlang.cli.diagnostic_text import diagnostic_text

        console = self._console
        console.error(
            "\n\n".join(diagnostic_text(diagnostic, console.errors) for diagnostic in diagnostics)
        )
        if self._options.writes and path == STANDARD_INPUT:
            console.result_bytes(data)
        self._refused += 1

    def _sum_up(self) -> None:
        """Say how many files there were of each kind; a filter has nothing to say."""
        options = self._options
        if options.writes and options.paths == [STANDARD_INPUT]:
            return
        done = "formatted" if options.writes else "would be formatted"
        parts = []
        if self._changed:
            parts.append(f"{counted(self._changed, 'file')} {done}")
        if self._unchanged:
            number = str(self._unchanged) if parts else counted(self._unchanged, "file")
            parts.append(f"{number} unchanged")
        if self._refused:
            number = str(self._refused) if parts else counted(self._refused, "file")
            parts.append(f"{number} refused")
        if parts:
            self._console.error(", ".join(parts))


def _formatted(source: Source, lines: tuple[int, int] | None) -> Formatted:
    if lines is None:
        return format_source(source)
    from sqlang.formatting.formatter import format_edits
    from sqlang.syntax.surface import parse_surface

    return format_edits(parse_surface(source), lines)
