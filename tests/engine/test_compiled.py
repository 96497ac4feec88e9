"""Whether the engine and the front end in use are machine code, where that is asked for."""

from __future__ import annotations

import os
import sys

import pytest

import sqlang.incremental
from sqlang.engine import COMPILED, Observer, run
from tests.engine.programs import lowered

REQUIRED = os.environ.get("SQLANG_REQUIRE_COMPILED") == "1"
PLAIN = {
    "sqlang.ir.json_cursor",
    "sqlang.ir.json_text",
    "sqlang.syntax.build_table",
    "sqlang.syntax.grammar_table",
}
FOLDERS = ("engine", "ir", "lowering", "semantics", "syntax")
TEXT = "session { observe o = 2; end; } workload { arrive batch(1); } run { horizon 1; warmup 0; }"


class Counting(Observer):
    """A user's observer: plain Python below a class that may be compiled."""

    def __init__(self) -> None:
        self.events = 0

    def event(self, _event: object) -> None:
        self.events += 1


@pytest.mark.skipif(not REQUIRED, reason="asked for by SQLANG_REQUIRE_COMPILED alone")
def test_what_has_to_be_compiled_is() -> None:
    assert sqlang.incremental.__file__
    prefixes = tuple(f"sqlang.{folder}." for folder in FOLDERS)
    loaded = {name: module for name, module in sys.modules.items() if name.startswith(prefixes)}
    plain = {name for name, module in loaded.items() if (module.__file__ or "").endswith(".py")}
    assert COMPILED
    assert len(loaded) > 50
    assert plain <= PLAIN


def test_users_subclass_the_observer() -> None:
    watching = Counting()
    run(lowered(TEXT), observer=watching)
    assert watching.events > 0
