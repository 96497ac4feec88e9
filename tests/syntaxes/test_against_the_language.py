"""What the highlighters take for a keyword is one, and nothing else is.

The language server knows of each word what it is, from the parser; here it is asked.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang_server.features.semantic_tokens.legend import announced
from sqlang_server.features.semantic_tokens.results import TokenResults
from sqlang_syntaxes.classes import WordClass
from tests.server.snapshots import POOREST, view_of
from tests.server.token_reading import decoded
from tests.syntaxes.test_same_classes import by_pygments
from tests.syntaxes.texts import CONFORMING, EXAMPLES, name_of, read

TYPES = {
    WordClass.ITEM: {"keyword"},
    WordClass.STATEMENT: {"keyword"},
    WordClass.CLAUSE: {"keyword"},
    WordClass.POLICY: {"enumMember", "keyword"},
    WordClass.OPTION: {"property"},
    WordClass.KIND: {"type"},
    WordClass.FUNCTION: {"function"},
    WordClass.DISTRIBUTION: {"function"},
    WordClass.DRAW: {"operator"},
    WordClass.OPERATOR: {"operator"},
    WordClass.NUMBER: {"number"},
    WordClass.STRING: {"string"},
    WordClass.COMMENT: {"comment"},
    WordClass.BLOCK_COMMENT: {"comment"},
    WordClass.EXPECTATION: {"comment"},
    WordClass.POOL: {"struct", "parameter"},
    WordClass.STAGE: {"class", "parameter"},
    WordClass.CALL: {"function", "macro"},
    WordClass.DEFINITION: {"function", "macro"},
    WordClass.PARAMETER: {"parameter"},
    WordClass.OBSERVATION: {"event"},
    WordClass.CONSTANT: {"variable"},
    WordClass.ATTRIBUTE: {"variable"},
    WordClass.BINDING: {"variable"},
    WordClass.BUILT_IN: {"variable"},
    WordClass.NAMED_NUMBER: {"variable"},
    # Without declarations at hand a parameter, a pool or a stage in an expression is a name.
    WordClass.CONTEXT: {"variable", "parameter"},
    WordClass.NAME: {"variable", "parameter", "struct", "class"},
}
"""The types of the protocol that a piece of a class may be."""

PROGRAMS = [path for path in (*EXAMPLES, *CONFORMING) if read(path).isascii()]


@pytest.mark.parametrize("path", PROGRAMS, ids=name_of)
def test_a_word_is_what_the_server_says(path: Path) -> None:
    text = read(path)
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    classes = by_pygments(text)
    data = TokenResults(POOREST).whole(view_of(text).analysis).data
    tokens = decoded(data, announced(POOREST))
    assert tokens
    for token in tokens:
        start = starts[token.line] + token.column
        said, word_class = text[start : start + token.length], classes[start]
        assert word_class is not None, said
        assert token.type in TYPES[word_class], (said, token, word_class)
        assert token.type == "comment" or set(classes[start : start + token.length]) == {word_class}
