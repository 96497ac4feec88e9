"""An accepted program runs from its serialized IR, of either version, as it runs from its text."""

from __future__ import annotations

from typing import Final

import pytest

from sqlang.engine import Limits, RunError, run
from sqlang.ir.program import Program
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from tests.conformance import vectors
from tests.conformance.test_run import LineObserver

LIMITS: Final = Limits(events=2_000, instant=10_000)


class Written:
    """What a run within limits wrote: the lines, and the report or the error that ended it."""

    def __init__(self, program: Program) -> None:
        observer = LineObserver(program)
        try:
            report = run(program, directory=None, observer=observer, limits=LIMITS)
            self.end = report.json()
        except RunError as error:
            self.end = f"{error.code}: {error.message}"
        self.lines = observer.iterations + observer.evictions

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Written) and vars(self) == vars(other)


@pytest.mark.parametrize("version", [8, 9])
@pytest.mark.parametrize("name", vectors.names("accept"))
def test_the_serialized_ir_runs_as_the_text(name: str, version: int) -> None:
    program = vectors.analyzed("accept", name).program
    assert program is not None
    assert Written(from_json(to_json(program, version=version))) == Written(program)
