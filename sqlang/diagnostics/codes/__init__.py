"""The codes by group, in the order of their numbers; `sqlang.diagnostics.catalogue` joins them."""

from __future__ import annotations

from sqlang.diagnostics.codes.definitions import DEFINITIONS
from sqlang.diagnostics.codes.hints import HINTS
from sqlang.diagnostics.codes.json import JSON
from sqlang.diagnostics.codes.lexical import LEXICAL
from sqlang.diagnostics.codes.lints import LINTS
from sqlang.diagnostics.codes.names import NAMES
from sqlang.diagnostics.codes.run import RUN
from sqlang.diagnostics.codes.sides import SIDES
from sqlang.diagnostics.codes.syntax import SYNTAX
from sqlang.diagnostics.codes.validation import VALIDATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


GROUPS: Final = (
    LEXICAL,
    SYNTAX,
    DEFINITIONS,
    SIDES,
    NAMES,
    LINTS,
    VALIDATION,
    JSON,
    HINTS,
    RUN,
)
