"""What no file here may say."""

from __future__ import annotations

import re

import pytest

from tests.architecture.repository import texts

TEXTS = dict(texts())


def naming(pattern: str) -> list[str]:
    """The files in which a pattern is found."""
    return [name for name, text in TEXTS.items() if re.search(pattern, text)]


def test_the_files_are_read() -> None:
    assert {"README.md", "Makefile", ".ci/run", "sqlang/source.py"} <= TEXTS.keys()


@pytest.mark.parametrize("command", ["pip3?", "pipx", "uv"])
def test_no_text_installs_a_stranger_s_project(command: str) -> None:
    # On PyPI the import name belongs to somebody else: ours is `serq-lang`.
    options = r"(\s+(-\S+|tool|pip))*"
    assert naming(rf"\b{command}{options}\s+install{options}\s+['\"]?sqlang\b(?!_)") == []


def test_the_repository_stands_alone() -> None:
    # In pieces, so that this file does not name what it looks for.
    machine, outside = "/work", "shared"
    assert naming(rf"\.\./{outside}\b|{machine}/(main|{outside})\b") == []
