"""The one layout of the JSON files that are made."""

from __future__ import annotations

import json
from collections.abc import Mapping


def json_text(value: Mapping[str, object]) -> str:
    """Indented, in the order given, in ASCII, with what every editor shows first: who made it."""
    note = {"comment": "Made by `make syntaxes` from sqlang/vocabulary; do not edit."}
    return json.dumps({**note, **value}, indent=2, ensure_ascii=True) + "\n"
