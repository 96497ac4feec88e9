"""Patterns for paths, as in a `.gitignore`: which files and folders a project leaves out."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_ANY: Final = "[^/]*"


class Pattern:
    """One pattern, matched against paths as seen from the folder it was written for.

    `*` and `?` match within a name, `[ab]` and `[!ab]` one character, `**` any number of folders.
    Without a slash (other than at its end) a pattern is met at any depth; a slash at the end means
    folders alone. What is in a folder that is left out is left out with it.
    """

    __slots__ = ("_expression", "_folders_only", "text")

    def __init__(self, text: str) -> None:
        """Raises `ValueError`, with the reason, if the text is no pattern."""
        self.text: Final = text
        self._folders_only: Final = text.endswith("/")
        names = text.strip("/").split("/")
        if text.startswith("!"):
            raise ValueError("a pattern cannot be negated")
        if not all(names) or any(name in (".", "..") for name in names):
            raise ValueError("every part of a pattern is a name")
        if len(names) == 1 and not text.startswith("/"):
            names.insert(0, "**")
        try:
            self._expression: Final = re.compile(_expression(names), re.DOTALL)
        except re.error as error:
            raise ValueError(error.msg) from error

    def matches(self, path: str, is_folder: bool) -> bool:
        """Whether this very path meets the pattern; slashes separate its names."""
        if self._folders_only and not is_folder:
            return False
        return self._expression.fullmatch(path) is not None


def _expression(names: list[str]) -> str:
    """The regular expression for the names of a pattern, one after the other."""
    *folders, last = names
    above = "".join("(?:.*/)?" if name == "**" else f"{_name(name)}/" for name in folders)
    return above + (".*" if last == "**" else _name(last))


def _name(pattern: str) -> str:
    """The regular expression for one name."""
    parts = []
    at = 0
    while at < len(pattern):
        character = pattern[at]
        end = pattern.find("]", at + 2) if character == "[" else -1
        if end > 0:
            parts.append(_choice(pattern[at + 1 : end]))
            at = end
        elif character == "*":
            if parts[-1:] != [_ANY]:
                parts.append(_ANY)
        else:
            parts.append("[^/]" if character == "?" else re.escape(character))
        at += 1
    return "".join(parts)


def _choice(characters: str) -> str:
    """One of some characters, ranges included; after `!` or `^` any other one."""
    negated = characters[0] in "!^"
    if negated:
        characters = characters[1:]
    characters = re.sub(r"([\\\[\]^&~|])", r"\\\1", characters)
    return f"[^/{characters}]" if negated else f"[{characters}]"
