"""Where a file of the repository stands in the book, and what its links lead to there."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final

ELSEWHERE: Final[Mapping[str, str]] = {
    "ARCHITECTURE.md": "architecture.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "LICENSE": "license.md",
    "README.md": "index.md",
    "examples/README.md": "examples/index.md",
}
"""Files outside of `docs`, and the pages they become. For the README there is a first page."""

_DOCS: Final = "docs/"
_PICTURES: Final = (".png", ".svg")
_FOLDER_PAGE: Final = "README.md"
_LINK: Final = re.compile(r"(?P<text>!?\[[^\]\n]*\])\((?P<target>[^)\s]+)\)")
_FENCED: Final = re.compile(r"^( *```.*?^ *```$)", re.MULTILINE | re.DOTALL)
_SPOKEN: Final = re.compile(r"(`[^`\n]*`)")


def page_of(path: str) -> str | None:
    """The page of the book (`trace.md`) for a path of the repository (`docs/trace.md`)."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    if path.startswith("examples/") and path.endswith((".sq", ".csv")):
        return f"{posixpath.splitext(path)[0]}.md" if path.endswith(".sq") else path
    if path.startswith("editors/") and path.endswith(f"/{_FOLDER_PAGE}"):
        return f"editors/{path.split('/')[1]}.md"
    if path.startswith("editors/") and path.endswith(_PICTURES):
        return path
    if not path.startswith(_DOCS):
        return None
    inside = path.removeprefix(_DOCS)
    return inside if "." in posixpath.basename(inside) else f"{inside}/{_FOLDER_PAGE}"


def with_links_of_the_book(markdown: str, path: str, page: str) -> str:
    """A text of the repository as a page: links to files become links to the pages of these.

    `path` is where the text lies in the repository. A link to what has no page becomes its words.
    """

    def moved(link: re.Match[str]) -> str:
        target, _, anchor = link["target"].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return link[0]
        there = page_of(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
        if there is None:
            return link["text"].removeprefix("!")[1:-1]
        relative = posixpath.relpath(there, posixpath.dirname(page) or ".")
        return f"{link['text']}({relative}{'#' if anchor else ''}{anchor})"

    return in_prose(markdown, lambda prose: _LINK.sub(moved, prose), with_code=True)


def pictures_of(markdown: str, path: str) -> Iterator[str]:
    """The files of the repository that a text at `path` shows as pictures."""
    for link in _LINK.finditer(markdown):
        if link["text"].startswith("!") and not re.match(r"[a-z]+:", link["target"]):
            yield posixpath.normpath(posixpath.join(posixpath.dirname(path), link["target"]))


def in_prose(markdown: str, change: Callable[[str], str], *, with_code: bool = False) -> str:
    """The text, changed outside of fenced blocks, and of code in a line if not `with_code`."""
    parts = _FENCED.split(markdown)
    for index in range(0, len(parts), 2):
        parts[index] = change(parts[index]) if with_code else _outside_of_code(parts[index], change)
    return "".join(parts)


def _outside_of_code(prose: str, change: Callable[[str], str]) -> str:
    parts = _SPOKEN.split(prose)
    parts[::2] = map(change, parts[::2])
    return "".join(parts)
