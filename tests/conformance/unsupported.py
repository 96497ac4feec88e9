"""The programs of `run` that use what the engine cannot do yet, by reason."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from tests.conformance.vectors import FOLDER

BY_FEATURE: Final[Mapping[str, list[str]]] = json.loads(
    (FOLDER / "expected_unsupported.json").read_text(encoding="utf-8")
)
# A program that uses several features stands under each of them.
UNSUPPORTED: Final = frozenset(name for names in BY_FEATURE.values() for name in names)
