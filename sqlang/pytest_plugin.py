"""A plugin of pytest: `pytest --sq` tests the `*.sq` programs that carry expectations.

Pytest loads it at every start, so it imports what it needs once that option is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import pytest

if TYPE_CHECKING:
    from sqlang.api.examination import Examination

_OPTION: Final = "--sq"
_DEADLINE: Final = "--sq-deadline"
_SUFFIX: Final = ".sq"
_MARK: Final = b"//!"


class ExpectationError(Exception):
    """A program does not do what it promises; its text says where, and what it did instead."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option without which nothing is collected."""
    group = parser.getgroup("serq")
    group.addoption(
        _OPTION,
        action="store_true",
        default=False,
        help="test the `*.sq` programs that carry expectations (`//!`)",
    )
    group.addoption(
        _DEADLINE,
        type=_seconds,
        default=None,
        metavar="SECONDS",
        help="how long each run may take (60)",
    )


def _seconds(text: str) -> float:
    from sqlang.cli.parsing import seconds

    return seconds(text)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect a program that carries expectations."""
    if file_path.suffix != _SUFFIX or not parent.config.getoption(_OPTION):
        return None
    try:
        has_mark = _MARK in file_path.read_bytes()
    except OSError:
        has_mark = True  # the test will say why it cannot be read
    return ProgramFile.from_parent(parent, path=file_path) if has_mark else None


class ProgramFile(pytest.File):
    """A program, which is one test."""

    def collect(self) -> Iterator[pytest.Item]:
        """The test of its expectations."""
        yield ProgramItem.from_parent(self, name="expectations")


class ProgramItem(pytest.Item):
    """Runs the program and compares the run with what the program promises.

    It has no fixtures; plugins that ask every item for those find that there are none.
    """

    funcargs: Mapping[str, object] = MappingProxyType({})

    def runtest(self) -> None:
        """Raise `ExpectationError` if an expectation does not hold."""
        from sqlang.api.examination import DEFAULT_DEADLINE, examine
        from sqlang.cli.program_files import shown_path
        from sqlang.diagnostics.decoding import decode
        from sqlang.engine import Limits

        path = shown_path(str(self.path))
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise ExpectationError(f"cannot read {path}: {error.strerror or error}") from error
        source, undecodable = decode(data, path, str(self.path.parent))
        given = self.config.getoption(_DEADLINE)
        deadline: float = DEFAULT_DEADLINE if given is None else given
        examination = examine(source, Limits(deadline=deadline), undecodable)
        if examination is None:
            pytest.skip("no expectations")
        if not examination.passed:
            raise ExpectationError(_failure(examination, deadline))

    def repr_failure(  # type: ignore[override]  # pytest's own has an alias it does not export
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> str:
        """The places and the difference, without our own frames."""
        if isinstance(excinfo.value, ExpectationError):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """Where the program is."""
        return self.path, None, f"expectations of {self.path.name}"


def _failure(examination: Examination, deadline: float) -> str:
    from sqlang.cli.stops import ended
    from sqlang.diagnostics.text import one_line
    from sqlang.views.expectations.difference import difference_text

    lines = [one_line(each) for each in examination.told]
    if examination.stopped is not None:
        bound = (
            f"{_DEADLINE} {deadline}" if examination.stopped == "deadline" else examination.stopped
        )
        said = ended(bound, examination.outcome.reached)
        lines.append(f"{examination.source.path}: {said}{examination.not_judged}")
    if examination.left_open is not None:
        lines.append(f"{examination.source.path}: {examination.left_open}")
    difference = examination.difference
    if difference:
        lines += ["", "promised (-), in the run (+):", difference_text(difference)]
    if examination.verdict.edits:
        lines += ["", f"`sq test --update {examination.source.path}` writes what the run says."]
    return "\n".join(lines)
