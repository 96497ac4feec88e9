"""The generated programs are well-formed, and a seed gives the same one again."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import given, settings

from sqlang.analysis import analyze
from sqlang.ir.reading import from_json
from sqlang.ir.writing import to_json
from sqlang.source import Source
from tests.differential.batches import program_of
from tests.differential.generator import GeneratedProgram, programs
from tests.properties import tried


@settings(tried(60), derandomize=True)
@given(programs())
def test_a_program_is_accepted_and_its_ir_is_read_again(program: GeneratedProgram) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = program.write(Path(folder))
        analysis = analyze(Source(program.text, str(path), folder))
    assert analysis.diagnostics == ()
    assert analysis.program is not None
    for version in (8, 9):
        assert from_json(to_json(analysis.program, version=version)) == analysis.program


def test_a_seed_gives_the_same_program_again() -> None:
    assert [program_of(number) for number in (1, 2)] == [program_of(number) for number in (1, 2)]


def test_seeds_give_different_programs() -> None:
    assert len({program_of(number) for number in range(1, 21)}) == 20
