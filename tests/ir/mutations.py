"""Random damage to JSON documents, the same for the same seed."""

from __future__ import annotations

import copy
from random import Random

from tests.ir.documents import Json

VALUES: list[Json] = [
    None,
    True,
    -1,
    0,
    1,
    2,
    7,
    1.5,
    -0.5,
    1e300,
    2**63,
    "inf",
    "x",
    "Now",
    [],
    {},
]
NAMES = ["index", "By", "Num", "Attr", "Ctx", "also", "turns", "zzz", "Now", "End", "Lifo", "Plain"]


def places(value: Json) -> list[tuple[Json, Json]]:
    """Every container within a value and each key in it."""
    found: list[tuple[Json, Json]] = []
    pending = [value]
    while pending:
        container = pending.pop()
        if isinstance(container, dict | list):
            keys = list(container) if isinstance(container, dict) else range(len(container))
            found.extend((container, key) for key in keys)
            pending.extend(container[key] for key in keys)
    return found


def mutate(document: Json, random: Random) -> Json:
    """A copy of the document with one thing wrong, or perhaps not wrong."""
    damaged = copy.deepcopy(document)
    everywhere = places(damaged)
    container, key = random.choice(everywhere)
    match random.randrange(8):
        case 0:
            del container[key]
        case 1:
            container[key] = random.choice(VALUES)
        case 2:
            container[key] = copy.deepcopy(random.choice(everywhere)[0])
        case 3:
            other, other_key = random.choice(everywhere)
            container[key] = copy.deepcopy(other[other_key])
        case 4 if isinstance(container, dict):
            container[random.choice(NAMES)] = container.pop(key)
        case 5 if isinstance(container, list):
            container.insert(key, copy.deepcopy(container[key]))
        case 6:
            shift(random.choice([place for place in everywhere if is_number(*place)]), random)
        case _:
            swap_name(random.choice([place for place in everywhere if is_name(*place)]), random)
    return damaged


def is_number(container: Json, key: Json) -> bool:
    return type(container[key]) in (int, float)


def is_name(container: Json, key: Json) -> bool:
    return isinstance(container[key], str)


def shift(place: tuple[Json, Json], random: Random) -> None:
    container, key = place
    container[key] += random.choice([-2, -1, 1, 2, 5])


def swap_name(place: tuple[Json, Json], random: Random) -> None:
    """Another word of the IR in the place of one."""
    container, key = place
    words = ["Now", "Size", "Ntok", "Nres", "N", "Decoding", "Min", "Used", "Busy", "Prefill"]
    container[key] = random.choice(words)
