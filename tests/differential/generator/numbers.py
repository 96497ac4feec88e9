"""Numbers and times as a program writes them."""

from __future__ import annotations

from typing import Final

from tests.differential.generator.choices import Choices

_SMALL: Final = ("1", "2", "3", "0", "0.5", "4", "1.5", "7", "0.25", "10", "1e1", "0.1", "inf")
_TIMES: Final = ("1", "0.5", "2", "0.25", "1.5", "0.3", "3")
_SCALES: Final = ("1", "0.5", "0.2", "2", "0.8")


def small_number(choices: Choices) -> str:
    """A literal for anywhere."""
    return choices.one_of(_SMALL)


def positive_time(choices: Choices) -> str:
    """An expression that is above 0 for certain: what it is the work of takes time."""
    scale = choices.one_of(_SCALES)
    return choices.weighted(
        (
            (6, choices.one_of(_TIMES)),
            (4, f"~exp({scale})"),
            (2, f"~uniform(0.1, {choices.one_of(_TIMES)})"),
            (2, f"~erlang({choices.between(1, 4)}, {scale})"),
            (2, f"~h2({scale}, {choices.between(1, 6)})"),
            (2, f"~det({scale})"),
        )
    )


def gap(choices: Choices) -> str:
    """The time between two arrivals, drawn or not."""
    return choices.one_of(
        ("1", "~exp(0.8)", "~uniform(0.2, 1.4)", "~erlang(2, 0.7)", "~h2(0.8, 3)")
    )


def tokens(choices: Choices, most: int) -> str:
    """A number of tokens, seldom a fraction."""
    whole = choices.between(1, most)
    return choices.weighted(
        ((12, str(whole)), (2, f"{whole}.5"), (3, f"ceil(~uniform(0, {whole}))"), (1, "0"))
    )
