"""The words of the reference are told apart as the recorded refusals say."""

from __future__ import annotations

import pytest

from tests.conformance import vectors
from tests.differential.messages import syntax_code

RECORDED = {
    name: recorded
    for name in vectors.names("reject")
    if (recorded := vectors.expectation("reject", name))["reference_message"]
}


@pytest.mark.parametrize("name", RECORDED)
def test_a_recorded_refusal_has_its_code_if_that_is_one_of_syntax(name: str) -> None:
    code = RECORDED[name]["code"]
    expected = code if code < "SQ200" else None
    message = RECORDED[name]["reference_message"]
    assert syntax_code(message) == expected
    assert syntax_code(f"12:3: {message}") == expected
    assert syntax_code(f"lib/plus.sq:1:3: {message}") == expected


def test_every_syntax_code_but_those_of_bytes_and_bounds_is_recorded() -> None:
    met = {recorded["code"] for recorded in RECORDED.values() if recorded["code"] < "SQ200"}
    assert met == {f"SQ{number:03}" for number in (*range(1, 5), *range(101, 129))}
