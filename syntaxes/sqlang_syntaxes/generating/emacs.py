"""The words of the language as Emacs Lisp, which the Emacs mode colors."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import fill

from sqlang.vocabulary import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    DISTRIBUTIONS,
    FUNCTIONS,
    KEYWORDS,
    NAMED_NUMBERS,
)

_HEAD = """\
;;; serq-words.el --- The words of serQ  -*- lexical-binding: t; -*-

;;; Commentary:

;; Made by `make syntaxes` from the vocabulary of sqlang: change that, not this.

;;; Code:
"""
_TAIL = """
(provide 'serq-words)

;;; serq-words.el ends here
"""
_WIDTH = 78


def emacs_words() -> str:
    """The text of `serq-words.el`: a list for each sort of word."""
    constants = [
        _constant("items", "What a program consists of.", _having("item")),
        _constant("statements", "What a session does.", _having("statement", "serving form")),
        _constant("workload", "What a workload consists of.", _having("workload")),
        _constant(
            "options",
            "What is set of pools, stages and runs.",
            _having("pool option", "step option", "run option"),
        ),
        _constant(
            "clauses",
            "What goes on within an item, an option or a statement.",
            _having("clause"),
        ),
        _constant("kinds", "The kinds of stages.", _having("stage kind")),
        _constant("policies", "Lists of a word and what may follow it.", *_policies()),
        _constant("functions", "What an expression may call.", _list(FUNCTIONS)),
        _constant("distributions", "What may be drawn with ~.", _list(DISTRIBUTIONS)),
        _constant(
            "variables",
            "What expressions may read besides the names of the program.",
            _list(
                {*CONTEXT_VARIABLES, *NAMED_NUMBERS, *(word.name for word in BUILTIN_ATTRIBUTES)}
            ),
        ),
    ]
    return "\n".join([_HEAD, *constants]) + _TAIL


def _having(*roles: str) -> str:
    """The list of the keywords that have one of these roles."""
    return _list({word.text for word in KEYWORDS if word.role in roles})


def _policies() -> list[str]:
    following: dict[str, set[str]] = {}
    for word in KEYWORDS:
        if word.role == "policy":
            following.setdefault(word.context, set()).add(word.text)
        elif word.role == "mode":
            following.setdefault("run", set()).add(word.text)
    return [_list(following[word], first=(word,)) for word in sorted(following)]


def _constant(name: str, meaning: str, *lists: str) -> str:
    """A constant that is one list, or a list of several."""
    value = lists[0] if len(lists) == 1 else "(" + "\n   ".join(lists) + ")"
    return f'(defconst serq-words-{name}\n  \'{value}\n  "{meaning}")\n'


def _list(texts: Iterable[str], first: tuple[str, ...] = ()) -> str:
    """The texts as a list of strings, in the order of the alphabet after the first ones."""
    quoted = " ".join(f'"{text}"' for text in (*first, *sorted(texts)))
    return "(" + fill(quoted, width=_WIDTH - 4).replace("\n", "\n    ") + ")"
