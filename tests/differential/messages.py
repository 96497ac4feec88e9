"""Which syntax code (0xx, 1xx) a refusal of the reference has, read off its words.

Its messages have no codes; the recorded refusals of the conformance suite say which is which.
"""

from __future__ import annotations

import re
from typing import Final

_PLACE: Final = re.compile(r"(?:[^\s:]+:)?\d+:\d+: ")
"""What stands before the words: line and column, in a library its path too."""

_NAMED: Final = r"`[^`]*`"

_MESSAGES: Final = {
    "SQ001": r"unexpected character .*",
    "SQ002": r"unterminated block comment",
    "SQ003": rf"bad number {_NAMED}",
    "SQ004": r"unterminated string",
    "SQ101": r"expected [A-Z]\w*, found .*",
    "SQ102": rf"expected {_NAMED}, found .*",
    "SQ103": r"expected identifier, found .*",
    "SQ104": r"expected string, found .*",
    "SQ105": r"expected an expression, found .*",
    "SQ106": r"expected a statement, found .*",
    "SQ107": rf"unknown statement {_NAMED}",
    "SQ109": rf"{_NAMED} is a retired word and names nothing: .*",
    "SQ110": r"unexpected .* at top level",
    "SQ111": r"duplicate workload",
    "SQ112": r"duplicate session",
    "SQ113": r"duplicate server",
    "SQ114": r"`share` is given twice: .*",
    "SQ115": r"`share` takes .*",
    "SQ116": r"unknown run option .*",
    "SQ117": r"unknown pool option .*",
    "SQ118": r"unknown stage kind .*",
    "SQ119": r"unknown step option .*",
    "SQ120": r"a step stage needs `cost`",
    "SQ121": r"`serve` twice: .*",
    "SQ122": r"`serve` takes .*",
    "SQ123": r"`exclusive prefill;` is now .*",
    "SQ124": r"`decode first;` is now .*",
    "SQ125": r"array size must be a positive integer, found .*",
    "SQ126": r"unexpected .* in workload",
    "SQ127": r"duplicate session in workload",
    "SQ128": r"`fits` is now `reserve`",
    # After the three forms above, which say "is now" of a clause and not of a word.
    "SQ108": rf"{_NAMED} is (?:now|gone).*",
}

_PATTERNS: Final = {code: re.compile(pattern) for code, pattern in _MESSAGES.items()}


def syntax_code(message: str) -> str | None:
    """The code 0xx or 1xx of the first line of a refusal; `None` if it is one of another kind."""
    place = _PLACE.match(message)
    words = message[place.end() :] if place else message
    return next((code for code, form in _PATTERNS.items() if form.fullmatch(words)), None)
