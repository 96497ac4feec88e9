"""Where each class of words stands in a program, once for grammar and lexer."""

from __future__ import annotations

from typing import Final

from sqlang_syntaxes.structure import expressions, items, statements
from sqlang_syntaxes.structure.model import Groups

GROUPS: Final[Groups] = {**items.GROUPS, **statements.GROUPS, **expressions.GROUPS}
"""All groups of rules."""

PROGRAM: Final = "program"
"""The group that a text begins with."""
