"""The colors of Vim, held against the classes of our lexer for Pygments."""

from __future__ import annotations

from pathlib import Path

import pytest

from sqlang.vocabulary import KEYWORDS
from sqlang_syntaxes.classes import WordClass
from sqlang_syntaxes.generating import vim as generator
from tests.editors import vim
from tests.properties import sample
from tests.syntaxes.test_same_classes import by_pygments
from tests.syntaxes.texts import CONFORMING, EXAMPLES, read

SCRIPT = Path(__file__).with_name("classes.vim")

# A definition that is called as a context variable is, and a name that is the next word of its
# clause too, are told by others alone.
HARD = {"048-definition-names.sq", "050-word-as-work.sq"}
PROGRAMS = [path for path in CONFORMING if path.parent.name == "accept" and path.name not in HARD]

# What names are by where they are used, and how expectations divide, is left to the server.
BARE = frozenset(
    {
        WordClass.BINDING,
        WordClass.CALL,
        WordClass.NAME,
        WordClass.PUNCTUATION,
    }
)


def group(word_class: WordClass | None) -> str:
    """The group of Vim for a class."""
    if word_class is None or word_class in BARE:
        return ""
    if word_class is WordClass.EXPECTED_WORD:
        word_class = WordClass.EXPECTATION
    return f"serq{word_class.name.title().replace('_', '')}"


def groups(text: str) -> list[list[str]]:
    """The group of each byte of each line, as Pygments sees the text."""
    lines: list[list[str]] = [[]]
    classes = iter(by_pygments(text))
    for character in text:
        word_class = next(classes)
        if ord(character) > 0xFFFF:
            next(classes)
        if character == "\n":
            lines.append([])
        elif "serqExpectation" in lines[-1][:1] + lines[-1][-1:]:
            lines[-1] += ["serqExpectation"] * len(character.encode())
        else:
            lines[-1] += [group(word_class)] * len(character.encode())
    return lines


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("editor", "programs"), [("nvim", [*EXAMPLES, *sample(PROGRAMS, 3)]), ("vim", EXAMPLES)]
)
def test_each_character_has_its_class(editor: str, programs: list[Path], tmp_path: Path) -> None:
    shown = vim.run(vim.find(editor), SCRIPT, programs, tmp_path)
    wrong = []
    for path, lines in zip(programs, shown, strict=True):
        text = read(path)
        for row, (seen, wanted) in enumerate(zip(lines, groups(text), strict=False)):
            line = text.split("\n")[row].encode()
            for column, (one, other) in enumerate(zip(seen, wanted, strict=True)):
                if one != other and not line[column : column + 1].isspace():
                    piece = line[column : column + 9].decode(errors="replace")
                    wrong.append(f"{path.name}:{row + 1}: {piece!r} is {one}, not {other}")
    assert wrong == []


def test_the_words_that_the_generator_names_are_in_the_vocabulary() -> None:
    named = {
        *generator._NAMED,
        *generator._REFERRING,
        *generator._FOLLOWED,
        *generator._BODIES,
        *generator._INNER,
        *generator._AFTER_BLOCK,
    }
    assert named <= {word.text for word in KEYWORDS}
