"""TextMate grammars as VS Code's own engine reads them, on Node."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from sqlang_syntaxes.classes import WordClass
from sqlang_syntaxes.generating.textmate import SCOPE, scope_of
from tests.architecture.repository import ROOT

HERE = Path(__file__).parent
GRAMMAR = ROOT / "syntaxes" / "sq.tmLanguage.json"
CLASS_OF_SCOPE = {scope_of(word_class): word_class for word_class in WordClass}


class Scoped(NamedTuple):
    """A piece of a text by its place in UTF-16 units, with its scopes, the innermost last."""

    start: int
    end: int
    scopes: tuple[str, ...]

    @property
    def word_class(self) -> WordClass | None:
        """What the grammar says the piece is."""
        known = [CLASS_OF_SCOPE[scope] for scope in self.scopes if scope in CLASS_OF_SCOPE]
        return known[-1] if known else None


def node(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run Node; a test is skipped where there is none or its packages are not installed."""
    problem = ""
    if shutil.which("node") is None:
        problem = "there is no Node on this machine"
    elif not (HERE / "node_modules").is_dir():
        problem = "the packages of tests/syntaxes are not installed: make node-packages"
    if problem and os.environ.get("CI"):
        pytest.fail(problem)
    if problem:
        pytest.skip(problem)
    return subprocess.run(
        ["node", *arguments],
        cwd=HERE,
        input=given,
        capture_output=True,
        check=False,
        encoding="utf-8",
        timeout=300,
    )


def tokenized(texts: list[str], scope: str = SCOPE, **others: str) -> list[list[Scoped]]:
    """The pieces of each text by our grammar, or by another that may include it."""
    grammars = {SCOPE: GRAMMAR.read_text(encoding="utf-8"), **others}
    asked = json.dumps({"grammars": grammars, "scope": scope, "texts": texts})
    done = node("tokenize.mjs", given=asked)
    assert done.returncode == 0, done.stderr
    return [
        [Scoped(start, end, tuple(scopes)) for start, end, scopes in pieces]
        for pieces in json.loads(done.stdout)
    ]
