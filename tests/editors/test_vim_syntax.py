"""The colors of Vim, held against what the language server finds out about the same programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from sqlang.source import Encoding
from sqlang_server.features.semantic_tokens.legend import announced
from sqlang_server.features.semantic_tokens.results import TokenResults
from sqlang_syntaxes.generating import vim as generator
from tests.editors import vim
from tests.server.snapshots import POOREST, view_of
from tests.server.token_reading import decoded, text_of

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").rglob("*.sq"))
# One begins with a name that is the next word of its clause too, which only a parser can tell.
CONFORMING = [
    path
    for path in sorted((ROOT / "tests" / "conformance" / "accept").glob("*.sq"))
    if path.name != "050-word-as-work.sq"
]
SCRIPT = Path(__file__).with_name("classes.vim")

# What the server says of a token, and which classes Vim may give it. A name means what the program
# declares it to be, which Vim knows only where it is declared.
NAMES = {"", "Context", "BuiltIn"}
CLASSES = {
    "keyword": {"Item", "Statement", "Clause"},
    "by": {"Clause", "Policy"},  # as the vocabulary has it, by what it stands behind
    "keyword.random": {"Clause"},
    "property": {"Option"},
    "enumMember": {"Policy"},
    "type": {"Kind"},
    "number": {"Number"},
    "string": {"String"},
    "operator": {"Operator"},
    "operator.random": {"Draw"},
    "comment": {"Comment"},
    "comment.documentation": {"Expectation"},
    "function.defaultLibrary": {"Function"},
    "function.defaultLibrary.random": {"Distribution"},
    "struct.declaration": {"Pool"},
    "class.declaration": {"Stage"},
    "event.declaration": {"Observation"},
    "function.declaration": {"Definition"},
    "macro.declaration": {"Definition"},
    "variable.declaration.readonly": {"Constant", *NAMES},
    "variable.modification": {"Attribute"},
    "variable.hidden.modification": {"Attribute"},
    "variable.defaultLibrary.modification": {"Attribute"},
    "variable.defaultLibrary.readonly": {"Context"},
    "variable.defaultLibrary": {"BuiltIn"},
}


class Token(NamedTuple):
    place: str
    text: str
    kind: str
    line: int
    column: int


def tokens(path: Path) -> Iterator[Token]:
    """What the server shows, with places in bytes."""
    text = path.read_text(encoding="utf-8")
    client = POOREST._replace(encoding=Encoding.UTF8)
    data = TokenResults(client).whole(view_of(text).analysis).data
    for each in decoded(data, announced(client)):
        kind = ".".join((each.type, *sorted(each.modifiers)))
        said = text_of(text, each, client.encoding)
        place = f"{path.name}:{each.line + 1}:{each.column + 1}"
        yield Token(place, said, kind, each.line, each.column)


@pytest.mark.parametrize(
    ("editor", "programs"), [("nvim", [*EXAMPLES, *CONFORMING]), ("vim", EXAMPLES)]
)
def test_each_token_has_its_class(editor: str, programs: list[Path], tmp_path: Path) -> None:
    shown = vim.run(vim.find(editor), SCRIPT, programs, tmp_path)
    seen: set[str] = set()
    wrong: list[str] = []
    for path, lines in zip(programs, shown, strict=True):
        for token in tokens(path):
            key = "by" if token.text == "by" else token.kind
            seen.add(key)
            group = lines[token.line][token.column].removeprefix("serq")
            if group not in CLASSES.get(key, NAMES):
                wrong.append(f"{token.place} {token.text!r} {token.kind} is {group!r}")
    assert wrong == []
    if programs is not EXAMPLES:
        assert seen >= CLASSES.keys()


@pytest.mark.parametrize(
    ("path", "made"),
    [("syntax/serq.vim", generator.vim_syntax), ("autoload/serq/words.vim", generator.vim_words)],
)
def test_the_files_are_those_that_the_vocabulary_makes(path: str, made: Callable[[], str]) -> None:
    assert (vim.RUNTIME / path).read_text(encoding="utf-8") == made()
