"""Every program of `accept` is accepted and lowers to the recorded IR."""

from __future__ import annotations

import json

import pytest

from sqlang.diagnostics import Severity
from sqlang.ir.writing import to_json
from tests.conformance import vectors


@pytest.mark.parametrize("name", vectors.names("accept"))
def test_lowers_to_the_recorded_ir(name: str) -> None:
    recorded = json.loads((vectors.FOLDER / "accept" / f"{name}.ir.json").read_bytes())

    analysis = vectors.analyzed("accept", name)

    assert [d for d in analysis.diagnostics if d.severity is Severity.ERROR] == []
    assert analysis.program is not None
    assert vectors.difference(json.loads(to_json(analysis.program)), recorded) is None
