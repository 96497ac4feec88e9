"""Every accepted program of the conformance suite, from its JSON and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sqlang.ir.reading import from_json
from sqlang.ir.validation import validate
from sqlang.ir.writing import to_json
from tests.conformance.vectors import difference

VECTORS = sorted((Path(__file__).parents[1] / "conformance/accept").glob("*.ir.json"))
assert VECTORS


@pytest.mark.parametrize("path", VECTORS, ids=lambda path: path.name.removesuffix(".ir.json"))
@pytest.mark.parametrize("compact", [False, True], ids=["indented", "compact"])
def test_writing_what_was_read_gives_an_equal_ir(path: Path, compact: bool) -> None:
    text = path.read_text(encoding="utf-8")
    program = from_json(text)
    assert validate(program) == []
    written = to_json(program, compact=compact)
    assert difference(json.loads(written), json.loads(text)) is None
    assert from_json(written) == program
