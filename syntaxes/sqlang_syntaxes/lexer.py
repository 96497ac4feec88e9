"""The Pygments lexer of programs: `pygmentize -l serq`, fenced blocks in documentation."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer

from sqlang_syntaxes.lexing import lexer_states
from sqlang_syntaxes.structure import GROUPS, PROGRAM


class SerqLexer(RegexLexer):
    """serQ, the language of serving systems, by the words of this installation's vocabulary."""

    name = "serQ"
    aliases: ClassVar[list[str]] = ["serq", "sq"]
    filenames: ClassVar[list[str]] = ["*.sq"]
    mimetypes: ClassVar[list[str]] = ["text/x-serq"]
    url = ""
    tokens: ClassVar[dict[str, list[object]]] = lexer_states(GROUPS, PROGRAM)
