"""What a name would be that the parser takes at a place."""

from __future__ import annotations

from enum import Enum
from typing import Final

from sqlang.syntax.table import NAME
from sqlang_server.features.place.stack import RUN_LIST, ParserStack


class Wanted(Enum):
    """What a name stands for where it is wanted; `NEW` ones are for the user to find."""

    NEW = "a new name"
    STAGE_NAME = "the name of a new stage"
    POOL = "a pool"
    STAGE = "a stage"
    TARGET = "an attribute that gets a value"
    HIDDEN = "an attribute to hide"
    OBSERVATION = "an observation"
    DISTRIBUTION = "a distribution"
    OPTION = "a run option"
    VALUE = "a value"


_AFTER: Final = {
    "let": Wanted.NEW,
    "def": Wanted.NEW,
    "pool": Wanted.NEW,
    "stage": Wanted.STAGE_NAME,
    "set": Wanted.TARGET,
    "choose": Wanted.TARGET,
    "observe": Wanted.OBSERVATION,
    "hidden": Wanted.HIDDEN,
    "~": Wanted.DISTRIBUTION,
    RUN_LIST: Wanted.OPTION,
    **dict.fromkeys(
        (
            *("hold", "grow", "drop", "release", "load", "lease", "growing"),
            *("from", "to", "memory", "spill"),
        ),
        Wanted.POOL,
    ),
    **dict.fromkeys(("run", "on", "via"), Wanted.STAGE),
}
"""By the symbol before the name."""

_IN_LIST: Final = {
    "takes": Wanted.POOL,
    "references": Wanted.STAGE,
    "stage_references": Wanted.STAGE,
    "bindings": Wanted.NEW,
}
"""By the list before the comma before the name."""


def wanted_at(stack: ParserStack) -> Wanted:
    """What the next token stands for if it is read as a name in the present state."""
    symbols = stack.symbols
    last = symbols[-1]
    if last == ",":
        before = symbols[-2]
        if before == "names":
            return Wanted.HIDDEN if symbols[-3] == "hidden" else Wanted.NEW
        return _IN_LIST.get(before, Wanted.VALUE)
    if last == "(":
        if symbols[-2] == "admission" or (symbols[-2] == NAME and symbols[-3] == "def"):
            return Wanted.NEW
        return Wanted.VALUE
    return _AFTER.get(last, Wanted.VALUE)
