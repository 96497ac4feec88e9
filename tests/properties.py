"""How often a property is tried: some times in every run of the suite, many in `make thorough`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

from hypothesis import settings

T = TypeVar("T")

THOROUGHNESS = int(os.environ.get("SQ_THOROUGHNESS", "1"))
"""Examples for each one that is tried in every run."""


def tried(times: int) -> settings:
    """A property is tried with so many examples; none is timed: a busy machine is no fault."""
    return settings(max_examples=times * THOROUGHNESS, deadline=None)


def sample(everything: Sequence[T], share: int, first: int = 0) -> Sequence[T]:
    """One of so many, from `first` on; all of them in `make thorough`."""
    return everything if THOROUGHNESS > 1 else everything[first % share :: share]
