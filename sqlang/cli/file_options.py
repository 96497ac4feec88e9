"""The options by which a command line chooses among files, alike in all commands that take many."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.cli.inputs import STANDARD_INPUT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from sqlang.configuration.patterns import Pattern


def add_exclusion(parser: argparse.ArgumentParser) -> None:
    """Let the command line leave files out of folders: `exclude`, a list, and `force_exclude`."""
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="leave out files and folders that match, when folders are searched",
    )
    parser.add_argument(
        "--force-exclude",
        action="store_true",
        help="leave out what is excluded even if it is named here",
    )


def add_standard_input_name(parser: argparse.ArgumentParser) -> None:
    """Let the command line say which file standard input stands for: `stdin_filename`."""
    parser.add_argument(
        "--stdin-filename", metavar="PATH", help="the file that standard input stands for"
    )


def patterns(texts: Sequence[str]) -> tuple[Pattern, ...]:
    """The patterns of `--exclude`; raises `ValueError` for what is none."""
    if not texts:
        return ()
    from sqlang.configuration.patterns import Pattern

    return tuple(map(Pattern, texts))


def refuse_needless_name(paths: Sequence[str], stdin_filename: str | None) -> None:
    """Raise `ValueError` for a name of standard input that is not read."""
    if stdin_filename is not None and STANDARD_INPUT not in paths:
        raise ValueError(f"--stdin-filename needs {STANDARD_INPUT} among the paths")
