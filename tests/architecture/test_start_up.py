"""What starting costs: `sq check`, `sq run` and a worker load only what they need."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.architecture.repository import ROOT

SERVER = {"pygls", "lsprotocol", "sqlang_server", "asyncio", "socket"}


def loaded(*arguments: str) -> set[str]:
    """The top-level modules and packages that Python loads for a command."""
    command = [sys.executable, "-X", "importtime", *arguments]
    done = subprocess.run(
        command, cwd=ROOT, input="", capture_output=True, text=True, check=True, timeout=60
    )
    rows = (line.rsplit("|", 1) for line in done.stderr.splitlines() if "import time:" in line)
    return {row[-1].strip().split(".")[0] for row in rows}


def test_checking_loads_neither_server_nor_parser_generator_nor_terminal_library() -> None:
    names = loaded("-m", "sqlang", "check", "examples/separate_phases.sq")
    assert "sqlang" in names
    assert not names & (SERVER | {"lark", "rich", "regex", "dataclasses", "inspect"})


def test_running_loads_no_more_than_that_and_the_engine() -> None:
    names = loaded("-m", "sqlang", "run", "examples/separate_phases.sq")
    assert "sqlang" in names
    assert not names & (SERVER | {"lark", "rich", "regex", "dataclasses", "inspect", "decimal"})


@pytest.mark.parametrize("module", ["sqlang", "sqlang.ir.program", "sqlang.engine"])
def test_importing_loads_no_server(module: str) -> None:
    assert not loaded("-c", f"import {module}") & (SERVER | {"lark", "rich"})


def test_a_worker_needs_no_parser() -> None:
    names = loaded("-c", "import sqlang.worker")
    assert not names & (SERVER | {"lark", "rich", "regex"})


def test_a_warm_process_loads_nothing_at_the_first_mistake() -> None:
    script = """
import sys
from sqlang.incremental import IncrementalAnalysis, warm_up
from sqlang.source import Source

warm_up()
known = set(sys.modules)
incremental = IncrementalAnalysis()
for mistake in ("", "x", "{", "`", "hold (;", "set a = bb;"):
    text = f"pool kv {{ cap 1; }} session {{ set a = 1; {mistake} }} run {{ horizon 9; }}"
    found = incremental.update(Source(text)).diagnostics
    assert bool(found) == bool(mistake), text
print(sorted(name for name in set(sys.modules) - known if name.startswith("sqlang.")))
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == "[]\n"
