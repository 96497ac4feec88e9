"""A word that is added to the vocabulary reaches every file that `make syntaxes` writes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from sqlang.vocabulary import KEYWORDS
from sqlang_syntaxes.generating.files import FILES
from tests.architecture.repository import ROOT

ADD = """
import json
import sys

from sqlang import vocabulary
from sqlang.vocabulary import functions, keywords, values
from sqlang.vocabulary.model import ContextWord, DistributionWord, FunctionWord, Keyword

kinds = sorted({(word.context, word.role) for word in vocabulary.KEYWORDS})
added = ["zfunction", "zdraw", "zcontext"]
new = []
for number, (context, role) in enumerate(kinds):
    if role != "role name":
        added.append(f"zword{number}x")
        new.append(Keyword(added[-1], role, context, "", "", ""))
vocabulary.KEYWORDS = (*vocabulary.KEYWORDS, *new)
old = vocabulary.FUNCTIONS["used"]
vocabulary.FUNCTIONS["zfunction"] = FunctionWord("zfunction", None, "p", False, "", "", "")
vocabulary.DISTRIBUTIONS["zdraw"] = DistributionWord("zdraw", None, 1, "", "")
vocabulary.CONTEXT_VARIABLES["zcontext"] = ContextWord("zcontext", None, frozenset(), "", "")

from sqlang_syntaxes.generating.files import FILES
from sqlang_syntaxes.lexer import SerqLexer

texts = {path: text() for path, text in FILES.items()}
texts["the lexer of Pygments"] = repr(SerqLexer.tokens)
json.dump({path: [w for w in added if w not in text] for path, text in texts.items()}, sys.stdout)
"""
# The second has those alone that begin a clause.
WITHOUT_WORDS = {"syntaxes/markdown.sq.injection.json", "editors/neovim/autoload/serq/words.vim"}


@pytest.fixture(scope="module")
def missing() -> dict[str, list[str]]:
    """For each file the words that were added but are not there."""
    done = subprocess.run(
        [sys.executable, "-c", ADD], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("path", [*sorted(FILES.keys() - WITHOUT_WORDS), "the lexer of Pygments"])
def test_a_new_word_of_any_kind_is_there(path: str, missing: dict[str, list[str]]) -> None:
    kinds = {(word.context, word.role) for word in KEYWORDS}
    assert len(kinds) > 20
    assert missing[path] == []


def test_grammars_without_words_have_none(missing: dict[str, list[str]]) -> None:
    assert all(missing[path] for path in WITHOUT_WORDS)
