"""Expressions given from outside (LET-2)."""

from __future__ import annotations

import pytest

from sqlang.syntax import tree
from sqlang.syntax.override import parse_override
from tests.syntax.texts import shape


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1 + 2 * x", "(1 + (2 * x))"), (" -f(a, 2) // note", "(-f[a, 2])"), ("inf", "inf")],
)
def test_a_single_expression(text: str, expected: str) -> None:
    parsed = parse_override(text)
    assert isinstance(parsed, tree.Node)
    assert shape(parsed) == expected


@pytest.mark.parametrize("text", ["", "1 +", "1 2", "1;", "set a = 1", "(1", "1)", '"a"', "kv[1]"])
def test_anything_else_is_refused(text: str) -> None:
    parsed = parse_override(text)
    assert isinstance(parsed, tuple)
    assert [found.code for found in parsed] == ["SQ463"]


def test_lexical_mistakes() -> None:
    parsed = parse_override("1 @ 2")
    assert isinstance(parsed, tuple)
    assert [found.code for found in parsed] == ["SQ001"]


@pytest.mark.parametrize("text", ["1" + "+1" * 5000, "-" * 5000 + "1"])
def test_deep_ones_are_refused(text: str) -> None:
    parsed = parse_override(text)
    assert isinstance(parsed, tuple)
    assert parsed[0].code == "SQ006"
