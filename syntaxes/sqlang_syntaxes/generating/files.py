"""Which files are made, and by what: a new highlighter is a row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from sqlang_syntaxes.generating.emacs import emacs_words
from sqlang_syntaxes.generating.kate import kate_definition
from sqlang_syntaxes.generating.markdown import markdown_injection
from sqlang_syntaxes.generating.sublime import sublime_syntax
from sqlang_syntaxes.generating.textmate import textmate_grammar
from sqlang_syntaxes.generating.vim import vim_syntax, vim_words

FILES: Final[Mapping[str, Callable[[], str]]] = {
    "editors/emacs/serq-words.el": emacs_words,
    "editors/kate/serq.xml": kate_definition,
    "editors/sublime/serq.sublime-syntax": sublime_syntax,
    "syntaxes/sq.tmLanguage.json": textmate_grammar,
    "syntaxes/markdown.sq.injection.json": markdown_injection,
    "editors/neovim/syntax/serq.vim": vim_syntax,
    "editors/neovim/autoload/serq/words.vim": vim_words,
}
"""The path in the repository of each file, and the function that gives its text."""

ROOT: Final = Path(__file__).parents[3]
"""The checkout that this module lies in."""


def stale_files(root: Path = ROOT) -> list[str]:
    """The files that are not as they would be made now."""
    return [path for path, text in FILES.items() if _text_of(root / path) != text()]


def write_files(root: Path = ROOT) -> list[str]:
    """Make all files that are not as they should be; gives their paths."""
    stale = stale_files(root)
    for path in stale:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(FILES[path](), encoding="utf-8", newline="\n")
    return stale


def _text_of(path: Path) -> str | None:
    return path.read_bytes().decode() if path.exists() else None
