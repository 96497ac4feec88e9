"""What the reference implementation says of an IR 8 document, by the names of our codes."""

from __future__ import annotations

import json
import re

import pyserq

from tests.ir.documents import Json

MESSAGES = [
    ("SQ702", r"^IR: "),
    ("SQ701", r"^IR version"),
    ("SQ703", r"block \d+ out of range"),
    ("SQ704", r"attribute slot \d+ out of range"),
    ("SQ705", r"observation \d+ out of range"),
    ("SQ706", r"^pool \d+ out of range"),
    ("SQ707", r"^stage \d+ out of range"),
    ("SQ708", r"(pool|stage) reference \d+\.\.\d+ out of range"),
    ("SQ709", r"a `choose` has no key"),
    ("SQ601", r"but it exists only in"),
    ("SQ602", r"is hidden from the scheduler, but is read in"),
    ("SQ603", r"the scheduler sets it, so it cannot be hidden"),
    ("SQ604", r"^hidden `.*` twice$"),
    ("SQ605", r"a serve key may not draw"),
    ("SQ606", r"^renewal arrival may use only"),
    ("SQ607", r"^run: arrivals must be positive"),
    ("SQ608", r"^run: arrivals applies only to"),
    ("SQ609", r"^run: need 0 <= warmup < horizon"),
    ("SQ611", r"needs the program's `share`"),
    ("SQ612", r"^`share` without a run over several stages"),
    ("SQ613", r"its capacity is shared: it must be"),
    ("SQ614", r"^a run on the shared stage"),
    ("SQ615", r"is named twice in one run"),
]


def reference_code(document: Json) -> str | None:
    """The code of the refusal; None if the document is accepted."""
    try:
        pyserq.Program.from_json(json.dumps(next_version(document)))
    except ValueError as error:
        message = str(error)
        return next(code for code, pattern in MESSAGES if re.search(pattern, message, re.MULTILINE))
    return None


def next_version(document: Json) -> Json:
    """A document of IR 8 as IR 9 (DIF-9, backwards)."""
    if not isinstance(document, dict):
        return document
    changed = dict(document)
    if changed.get("version") in (8, 9) and type(changed["version"]) is int:
        changed["version"] = 17 - changed["version"]
    if isinstance(changed.get("pools"), list):
        changed["pools"] = [_pool(pool) for pool in changed["pools"]]
    return changed


def _pool(pool: Json) -> Json:
    if isinstance(pool, dict) and pool.get("queue") is not None:
        return {**pool, "queue": [pool["queue"]]}
    return pool
