"""The handed programs, each with what the reference implementation made of it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from sqlang.analysis import Analysis, analyze
from sqlang.source import Source

FOLDER = Path(__file__).parent
Json = Any  # a JSON value: its shape is what the tests are about


def names(kind: str) -> list[str]:
    """The programs of `accept`, `reject` or `run`, without their ending."""
    return sorted(path.stem for path in (FOLDER / kind).glob("*.sq"))


def program_path(kind: str, name: str) -> Path:
    """Where the text of a program lies."""
    return FOLDER / kind / f"{name}.sq"


def source(kind: str, name: str) -> Source:
    """A program as the command line reads it: byte for byte, with its folder."""
    path = program_path(kind, name)
    return Source(path.read_bytes().decode(), str(path), str(path.parent))


def expectation(kind: str, name: str) -> dict[str, Json]:
    """What is recorded beside a program; empty where nothing is."""
    path = FOLDER / kind / f"{name}.json"
    loaded: dict[str, Json] = json.loads(path.read_bytes()) if path.exists() else {}
    return loaded


def analyzed(kind: str, name: str) -> Analysis:
    """A program with its recorded overrides; one marked `as_text` is in no directory."""
    recorded = expectation(kind, name)
    text = source(kind, name)
    if recorded.get("as_text"):
        text = Source(text.text)
    return analyze(text, overrides=list(recorded.get("sets", {}).items()))


def difference(ours: Json, theirs: Json, place: str = "") -> str | None:
    """Where two JSON values differ first, numbers compared as binary64 (IR-4); `None` if nowhere."""
    if isinstance(theirs, dict) and isinstance(ours, dict):
        if ours.keys() != theirs.keys():
            return f"{place}: fields {sorted(ours.keys() ^ theirs.keys())} are not in both"
        pairs = [(ours[key], theirs[key], f"{place}.{key}") for key in theirs]
    elif isinstance(theirs, list) and isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"{place}: {len(ours)} elements, recorded are {len(theirs)}"
        pairs = [
            (*both, f"{place}[{at}]") for at, both in enumerate(zip(ours, theirs, strict=True))
        ]
    else:
        return None if _same_scalar(ours, theirs) else f"{place}: {ours!r}, recorded is {theirs!r}"
    return next((found for pair in pairs if (found := difference(*pair)) is not None), None)


def spelled(value: float) -> str:
    """A float so that its bits can be read off: the sign of zero included, NaN as `nan`."""
    return repr(float(value))


def _same_scalar(ours: Json, theirs: Json) -> bool:
    if _is_number(ours) and _is_number(theirs):
        return float(ours) == float(theirs) and _sign(ours) == _sign(theirs)
    return type(ours) is type(theirs) and bool(ours == theirs)


def _is_number(value: Json) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _sign(value: float) -> float:
    return math.copysign(1.0, value)
