"""The libraries that a text seems to use, found without parsing it."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = "use"
_HINT: Final = re.compile(r'\buse\s*["/]')
_COMMENT: Final = r"//[^\n]*+|/\*.*?(?:\*/|\Z)"
_PIECES: Final = re.compile(
    rf'\buse(?:\s++|{_COMMENT})*+"(?P<path>[^"]*+)"|{_COMMENT}|"[^"]*+"', re.DOTALL
)


def may_use_libraries(text: str) -> bool:
    """Whether a text may name a library; what only looks like it is true too."""
    return _WORD in text and _HINT.search(text) is not None


def used_libraries(text: str) -> list[str]:
    """The paths in the `use` items of a text, comments before them or not (LEX-3, LEX-4)."""
    if not may_use_libraries(text):
        return []
    return [path for piece in _PIECES.finditer(text) if (path := piece["path"]) is not None]
