"""The programs of `run` lower to what the reference compiles them to."""

from __future__ import annotations

import json

import pyserq
import pytest

from sqlang.ir.writing import to_json
from tests.conformance import vectors
from tests.conformance.vectors import analyzed


@pytest.mark.parametrize("name", vectors.names("run"))
def test_lowers_to_what_the_reference_compiles(name: str) -> None:
    analysis = analyzed("run", name)
    assert analysis.diagnostics == ()
    assert analysis.program is not None
    reference = json.loads(pyserq.compile(str(vectors.program_path("run", name))).to_json())
    ours = json.loads(to_json(analysis.program))
    assert vectors.difference(ours, as_version_8(reference)) is None


def as_version_8(program: dict[str, vectors.Json]) -> dict[str, vectors.Json]:
    """DIF-9: the same program one version back."""
    program["version"] = 8
    for pool in program["pools"]:
        if pool["queue"] is not None:
            (pool["queue"],) = pool["queue"]
    return program
