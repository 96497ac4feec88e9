"""Every program of `reject` is refused for its reason: the recorded code comes first."""

from __future__ import annotations

import pytest

from sqlang.diagnostics import Severity
from tests.conformance import vectors


@pytest.mark.parametrize("name", vectors.names("reject"))
def test_is_refused_with_the_recorded_code(name: str) -> None:
    diagnostics = vectors.analyzed("reject", name).diagnostics
    errors = [d.code for d in diagnostics if d.severity is Severity.ERROR]
    assert errors[:1] == [vectors.expectation("reject", name)["code"]]
