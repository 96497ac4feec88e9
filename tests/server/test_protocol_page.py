"""`docs/protocol.md` says what there is."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from lsprotocol import types

from sqlang_server import commands
from sqlang_server.registration import FEATURES
from sqlang_server.settings import SETTINGS, Setting

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
TESTS = Path(__file__).parent


@pytest.mark.parametrize("method", [feature.method for feature in FEATURES])
def test_every_method_is_described(method: str) -> None:
    short = method.removeprefix("textDocument/") if "did" in method else method
    assert f"`{short}`" in PAGE or f"`{method}`" in PAGE


@pytest.mark.parametrize("command", commands.COMMANDS)
def test_every_command_is_described(command: str) -> None:
    assert f"`{command}`" in PAGE


@pytest.mark.parametrize("setting", SETTINGS)
def test_every_setting_is_described(setting: Setting) -> None:
    default = json.dumps(setting.default)
    assert f"| `{setting.name}` | `{default}` | {setting.description} |" in PAGE


def test_the_tests_it_names_are_there() -> None:
    files = set(re.findall(r"`((?:clients/)?test_\w+\.py)`", PAGE))
    assert {name for name in files if not (TESTS / name).is_file()} == set()
    source = "".join((TESTS / name).read_text(encoding="utf-8") for name in files)
    named = set(re.findall(r"`(test_\w+)`", PAGE))
    assert {name for name in named if f"def {name}(" not in source} == set()


@pytest.mark.parametrize("method", sorted(types.METHOD_TO_TYPES))
def test_every_method_of_the_protocol_is_answered_or_has_its_reason(method: str) -> None:
    assert f"`{method}`" in PAGE


ROWS = [row.split("|") for row in PAGE.splitlines() if row.startswith("| `")]


@pytest.mark.parametrize("method", sorted({feature.method for feature in FEATURES}))
def test_a_test_that_the_page_names_asks_for_the_method(method: str) -> None:
    """By its name in the protocol, or by the client's function for it."""
    files = {
        name
        for row in ROWS
        if f"`{method}`" in row[1] or f"`{method.rpartition('/')[2]}`" in row[1]
        for name in re.findall(r"`((?:clients/)?test_\w+\.py)`", row[-2])
    }
    ours = method.startswith("sq/")
    sources = [*TESTS.rglob("test_*.py")] if ours else [TESTS / name for name in files]
    if method.startswith("textDocument/did"):
        sources.append(TESTS / "editor.py")  # which opens, edits and closes for them
    function = re.sub(r"(?=[A-Z])", "_", method.replace("/", "_")).lower()
    spellings = (f'"{method}"', f".{function}(", f".{function}_async(", f"types.{function.upper()}")
    text = "".join(source.read_text(encoding="utf-8") for source in sources)
    assert any(each in text for each in spellings)


def test_what_is_announced_has_no_reason_for_its_absence() -> None:
    rows = PAGE.partition("### What we do not announce")[2].splitlines()
    absent = "".join(row.split("|")[1] for row in rows if row.startswith("| `"))
    announced = {feature.method for feature in FEATURES}
    assert {method for method in announced if f"`{method}`" in absent} == set()
