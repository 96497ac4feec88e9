"""The page of each code: what it means, a program that it is said of, and that program mended.

A page is a Markdown file beside this module, read when somebody asks for it and never by a check.
Its first paragraphs explain. Then come blocks of code, each with a role behind its language:

    serq refused --set rate=2    a program that gives the code, checked with these options
    serq mended                  the same without the mistake
    serq library parts.sq        a file beside the programs below it; a trace too
    json refused, json mended    an IR instead of a program's text

`-` among the options means standard input, and `encoding=NAME` says how the file was saved.
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

_FENCE: Final = "```"
_ENCODING: Final = "encoding="


class Example(NamedTuple):
    """A program or an IR as a file, and the options of the command line that belong to it.

    `libraries` are the texts beside it by file name. The path `-` is that of standard input.
    """

    path: str
    text: str
    options: tuple[str, ...]
    libraries: Mapping[str, str]
    encoding: str

    @property
    def is_ir(self) -> bool:
        return self.path.endswith(".json")


class Page(NamedTuple):
    """What is said of a code beside its title and message; `explanation` is in paragraphs.

    A code without examples is one that no short program gives.
    """

    explanation: tuple[str, ...]
    refused: Example | None
    mended: Example | None


def read_page(code: str) -> Page:
    """The page of a code of the catalogue; raises `OSError` for any other text."""
    path = os.path.join(os.path.dirname(__file__), f"{code}.md")
    with open(path, encoding="utf-8") as file:
        return parse_page(file.read())


def parse_page(text: str) -> Page:
    """The page that a Markdown text holds; raises `ValueError` if a block has no known role."""
    prose, *blocks = text.split(f"\n{_FENCE}")
    libraries: dict[str, str] = {}
    examples: dict[str, Example] = {}
    for block in blocks[::2]:
        heading, _, body = block.partition("\n")
        language, role, *words = shlex.split(heading)
        if role == "library":
            libraries[words[0]] = f"{body}\n"
        elif role in ("refused", "mended"):
            examples[role] = _example(language, f"{body}\n", words, dict(libraries))
        else:
            raise ValueError(f"a block of a page cannot be {role!r}")
    explanation = tuple(" ".join(each.split()) for each in prose.split("\n\n") if each.strip())
    return Page(explanation, examples.get("refused"), examples.get("mended"))


def _example(
    language: str, text: str, words: Sequence[str], libraries: Mapping[str, str]
) -> Example:
    encodings = [word.removeprefix(_ENCODING) for word in words if word.startswith(_ENCODING)]
    options = tuple(word for word in words if word != "-" and not word.startswith(_ENCODING))
    path = "-" if "-" in words else "program.json" if language == "json" else "program.sq"
    return Example(path, text, options, libraries, encodings[0] if encodings else "utf-8")
