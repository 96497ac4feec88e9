"""How much text is read at most: past these bounds stands SQ006 and an answer in bounded time."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


MAXIMUM_CHARACTERS: Final = 5_000_000
"""A longer text is not read at all."""

MAXIMUM_TOKENS: Final = 250_000
"""Tokens of one file, before expansion; what follows is not read."""

MAXIMUM_EXPANDED_TOKENS: Final = 100_000
"""Tokens of a program while uses of definitions are replaced (DEF-20, SQ226)."""

MAXIMUM_REPLACEMENTS: Final = 40_000
"""Uses replaced in one program: ends expansions that never end and do not grow (DEF-20)."""

MAXIMUM_DEPTH: Final = 320
"""How deep a tree may be, a block counting as three: walkers recurse no deeper than this."""

BLOCK_WEIGHT: Final = 3
"""What a block counts towards `MAXIMUM_DEPTH`: walkers take more frames for it."""

MAXIMUM_MISTAKES: Final = 2_000
"""After so many places where the grammar is broken the rest of a text is not read."""

MAXIMUM_DIAGNOSTICS: Final = 200
"""Syntax errors reported for one text; garbage would bring thousands."""
