"""The values of a parameter, in all forms, and what is refused."""

from __future__ import annotations

import pytest

from sqlang.sweeps.variation import Value, VariationError, listed, read_variation


def texts(variation: str) -> list[str]:
    return [value.text for value in read_variation(variation).values]


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("x=0..1:3", ["0", "0.5", "1"]),
        ("x=0.1..0.4:4", ["0.1", "0.2", "0.3", "0.4"]),
        ("x=1..0:3", ["1", "0.5", "0"]),
        ("x=-1..1:3", ["-1", "0", "1"]),
        ("x=1e-7..3e-7:3", ["0.0000001", "0.0000002", "0.0000003"]),
        ("x=1..1000:4:log", ["1", "10", "100", "1000"]),
        ("x=0.01..100:5:log", ["0.01", "0.1", "1", "10", "100"]),
        ("x=2..16:4:log", ["2", "4", "8", "16"]),
        ("x=1..10:3:log", ["1", "3.16228", "10"]),
        ("x=3..6", ["3", "4", "5", "6"]),
        ("x=6..4", ["6", "5", "4"]),
        ("x=1,2,4", ["1", "2", "4"]),
        (" x = 0.5 , max(1, y) ", ["0.5", "max(1, y)"]),
        ("x=7", ["7"]),
    ],
)
def test_values_are_those_of_the_form(given: str, values: list[str]) -> None:
    assert read_variation(given).name == "x"
    assert texts(given) == values


def test_no_value_of_a_range_has_the_noise_of_binary_fractions() -> None:
    # 0.1 * 3 is 0.30000000000000004 in binary floating point.
    assert texts("x=0.1..2.0:20") == [f"{at / 10:g}" for at in range(1, 21)]


def test_numbers_are_known_and_expressions_are_not_evaluated() -> None:
    variation = read_variation("x=2,1+1")
    assert variation.values == (Value("2", 2.0), Value("1+1", None))
    assert not variation.is_numeric
    assert read_variation("x=1..100:3:log").is_logarithmic


def test_many_digits_are_cut_off_where_people_read_them() -> None:
    third = read_variation("x=0..1:4").values[1]
    assert (third.text, third.label) == ("0.3333333333333333", "0.333333")
    assert read_variation("x=max(1, 2, 3, y)").values[0].label == "max(1, 2, 3, y)"


def test_values_from_python_are_written_as_the_language_has_them() -> None:
    assert [value.text for value in listed("x", [1, 0.25, 1e-7, "2*y"]).values] == [
        "1",
        "0.25",
        "0.0000001",
        "2*y",
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("x", "NAME=VALUES"),
        ("=1..2:2", "NAME=VALUES"),
        ("x=0.1..2", "how many values"),
        ("x=1..2:1", "one value"),
        ("x=1..1:3", "one value"),
        ("x=0..10:3:log", "above 0"),
        ("x=1..2:0", "one value"),
        ("x=1..2:3:lin", "is none of"),
        ("x=a..b:3", "is none of"),
        ("x=1,2,1.0", "twice"),
        ("x=1,,2", "missing"),
        ("x=", "missing"),
        ("x=1..2:999999999", "more than"),
        ("x=1..999999", "more than"),
    ],
)
def test_what_cannot_be_meant_is_refused(given: str, said: str) -> None:
    with pytest.raises(VariationError, match=said):
        read_variation(given)
