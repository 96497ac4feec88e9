"""IR documents for the tests: a program that uses every construct, and changed copies of it."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from sqlang.ir.problems import IrError, Problem
from sqlang.ir.reading import from_json

Json = Any  # a JSON value: documents are changed in ways no type allows

EVERYTHING: dict[str, Json] = json.loads(
    Path(__file__).with_name("everything.ir.json").read_text(encoding="utf-8")
)
"""pools 0 slots, 1 kv, 2 lower, 3 and 4 fam; stages 0 s, 1 d, 2 a, 3 and 4 b, 5 engine;
attributes to slot 12, the built-in ones to 8, 4 `out` and 5 `think` hidden; blocks 0 `init`,
1 `turn`, 2 session, 3 its loop, 4 the hold in it, 5 and 6 the branch; `run a, b[1]` is 4.2."""


def changed(changes: dict[str, Json]) -> dict[str, Json]:
    """The document with other values at some places, each written as `pools.1.spill.to`."""
    document = copy.deepcopy(EVERYTHING)
    for path, value in changes.items():
        *outer, last = (int(step) if step.isdigit() else step for step in path.split("."))
        place: Json = document
        for step in outer:
            place = place[step]
        place[last] = value
    return document


def without(path: str) -> dict[str, Json]:
    """The document without one field."""
    document = copy.deepcopy(EVERYTHING)
    *outer, last = path.split(".")
    place: Json = document
    for step in outer:
        place = place[int(step) if step.isdigit() else step]
    del place[last]
    return document


def problems(document: Json) -> tuple[Problem, ...]:
    """What is wrong with a document, or with a text."""
    try:
        from_json(document if isinstance(document, str) else json.dumps(document))
    except IrError as error:
        return error.problems
    return ()


def codes(document: Json) -> list[str]:
    """The codes of what is wrong with a document, in order."""
    return [problem.code for problem in problems(document)]


def reference(base: int, count: int = 1, index: Json = None) -> dict[str, Json]:
    return {"base": base, "count": count, "index": index}


def number(value: float) -> Json:
    return {"Num": value}


def attribute(slot: int) -> Json:
    return {"Attr": slot}


def context(name: str) -> Json:
    return {"Ctx": name}


def call(function: str, *arguments: Json) -> Json:
    return {"Call": [function, list(arguments)]}


def draw(argument: Json) -> Json:
    return {"Sample": ["Exp", [argument]]}


def plus(left: Json, right: Json) -> Json:
    return {"Binary": ["Add", left, right]}
