from __future__ import annotations

import math

import pytest

from sqlang.ir.json_text import (
    JsonError,
    JsonObject,
    Writable,
    number_text,
    parse_json,
    write_json,
)
from sqlang.ir.node import Node


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("null", None),
        (" \t\r\n true ", True),
        ("12", 12),
        ("12.0", 12.0),
        ("-1e-2", -0.01),
        ("18446744073709551615", 2**64 - 1),
        ('"a\\u00e9\\ud83d\\ude00\\n"', "aé😀\n"),
        ("[ ]", []),
        ("[1, [2, []]]", [1, [2, []]]),
    ],
)
def test_values_are_read(text: str, value: object) -> None:
    assert parse_json(text) == value
    assert type(parse_json(text)) is type(value)


@pytest.mark.parametrize("text", ["18446744073709551616", "-9223372036854775809", "9" * 5000 + "."])
def test_integers_beyond_64_bits_are_floats(text: str) -> None:
    assert isinstance(parse_json(text.removesuffix(".")), float)


def test_negative_zero_keeps_its_sign() -> None:
    value = parse_json("-0")
    assert isinstance(value, float)
    assert math.copysign(1, value) == -1


def test_members_given_twice_are_both_there() -> None:
    value = parse_json('{"a": 1, "b": {}, "a": 2}')
    assert isinstance(value, JsonObject)
    assert [name for name, _ in value.members] == ["a", "b", "a"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("[1,\n]", 2, 1),
        ("[1 2]", 1, 4),
        ("[1}", 1, 3),
        ('{"a" 1}', 1, 6),
        ('{"a": 1,}', 1, 9),
        ("{a: 1}", 1, 2),
        ("01", 1, 2),
        ("1.", 1, 2),
        ("+1", 1, 1),
        ("NaN", 1, 1),
        ("-Infinity", 1, 1),
        ("nul", 1, 1),
        ("[1] 2", 1, 5),
        ("1\v", 1, 2),
        ("\ufeff1", 1, 1),
        ('["abc', 1, 2),
        ('"a\tb"', 1, 1),
        ('"\\x"', 1, 1),
        ('"\\ud800"', 1, 1),
        ('"\ud800"', 1, 1),
        ("'a'", 1, 1),
        ("[1, // one\n2]", 1, 5),
    ],
)
def test_what_is_not_json_is_refused_where_it_goes_wrong(text: str, line: int, column: int) -> None:
    with pytest.raises(JsonError) as refusal:
        parse_json(text)
    assert (refusal.value.line, refusal.value.column) == (line, column)


def test_depth_costs_no_stack() -> None:
    depth = 100_000
    text = "[" * depth + "]" * depth
    value: Writable = []
    for _ in range(depth - 1):
        value = [value]
    assert write_json(value, expand=unexpected, compact=True) == text
    assert isinstance(parse_json(text), list)


def unexpected(node: Node) -> Writable:
    raise AssertionError(node)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3.0, "3.0"),
        (-0.0, "-0.0"),
        (0.1, "0.1"),
        (1e15, "1000000000000000.0"),
        (1e16, "1e+16"),
        (12345678901234568.0, "1.2345678901234568e+16"),
        (0.0001, "0.0001"),
        (0.00001, "0.00001"),
        (-0.000015, "-0.000015"),
        (0.000001, "1e-6"),
        (-1.2e-7, "-1.2e-7"),
        (5e-324, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e+308"),
    ],
)
def test_numbers_are_laid_out_as_the_reference_does(value: float, text: str) -> None:
    assert number_text(value) == text
    assert float(text) == value


def test_layouts() -> None:
    value: Writable = {"a": [1, 2.5, None], "b": {}, "c": [], "d": {"é\n": "x\x01"}, "e": False}
    assert write_json(value, expand=unexpected, compact=True) == (
        '{"a":[1,2.5,null],"b":{},"c":[],"d":{"é\\n":"x\\u0001"},"e":false}'
    )
    assert write_json(value, expand=unexpected) == (
        '{\n  "a": [\n    1,\n    2.5,\n    null\n  ],\n  "b": {},\n  "c": [],\n'
        '  "d": {\n    "é\\n": "x\\u0001"\n  },\n  "e": false\n}'
    )
