"""The command lines that a page names, where more of its run can be had."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Final

from sqlang.cli.output_files import names_program

_CHOICES: Final = ("--from", "--until", "--session")
"""What chooses a part of a run, each with a value."""
_OUTPUTS: Final = ("--html", "--svg")
"""Each with a file, or without."""


def page_command(words: Sequence[str]) -> str:
    """The command line of a page without the part of the run that it shows."""
    return _without(words, ())


def life_command(words: Sequence[str]) -> str:
    """The same without its page, so that it prints."""
    return _without(words, _OUTPUTS)


def _without(words: Sequence[str], outputs: Sequence[str]) -> str:
    kept: list[str] = []
    option = ""
    for word in words:
        name, equals, _ = word.partition("=")
        if option and not (option in outputs and _is_no_output(word)):
            option = ""
        elif name in _CHOICES or name in outputs:
            option = "" if equals else name
        else:
            option = ""
            kept.append(word)
    return shlex.join(["sq", "trace", *kept])


def _is_no_output(word: str) -> bool:
    return names_program(word) or (word.startswith("-") and word != "-")
