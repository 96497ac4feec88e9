"""Every word of the language once: its kind, where it is legal, its unit and what it means.

Parser, checker, hover, completion, highlighters and the documentation all read these tables. The
keywords are loaded when they are first asked for: checking needs none of their documentation.
"""

from __future__ import annotations

from sqlang.vocabulary.functions import DISTRIBUTIONS, FUNCTIONS
from sqlang.vocabulary.model import (
    AttributeWord,
    ContextWord,
    DistributionWord,
    FunctionWord,
    Keyword,
    MomentWord,
    NumberWord,
    OperatorWord,
)
from sqlang.vocabulary.values import (
    BUILTIN_ATTRIBUTES,
    CONTEXT_VARIABLES,
    MOMENTS,
    NAMED_NUMBERS,
)
from sqlang.vocabulary.words import GRAMMAR_WORDS, RENAMED_CONTEXT, RETIRED_WORDS, ROLE_STAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.vocabulary.keywords import KEYWORDS, keyword
    from sqlang.vocabulary.operators import OPERATORS

__all__ = [
    "BUILTIN_ATTRIBUTES",
    "CONTEXT_VARIABLES",
    "DISTRIBUTIONS",
    "FUNCTIONS",
    "GRAMMAR_WORDS",
    "KEYWORDS",
    "MOMENTS",
    "NAMED_NUMBERS",
    "OPERATORS",
    "RENAMED_CONTEXT",
    "RETIRED_WORDS",
    "ROLE_STAGES",
    "AttributeWord",
    "ContextWord",
    "DistributionWord",
    "FunctionWord",
    "Keyword",
    "MomentWord",
    "NumberWord",
    "OperatorWord",
    "keyword",
]

_HOMES = {
    "KEYWORDS": "sqlang.vocabulary.keywords",
    "keyword": "sqlang.vocabulary.keywords",
    "OPERATORS": "sqlang.vocabulary.operators",
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Load a table when it is first read."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from importlib import import_module

        value = getattr(import_module(_HOMES[name]), name)
        globals()[name] = value
        return value
