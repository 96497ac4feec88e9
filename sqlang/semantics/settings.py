"""Constants and run settings given from outside, beside the text of a program (LET-1 to LET-6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sqlang.records import Record
from sqlang.semantics.refusals import Refusals
from sqlang.source import Source, Span
from sqlang.syntax import tree
from sqlang.syntax.lexer import tokenize
from sqlang.syntax.tokens import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Settings(Record):
    """Run settings that replace those of the program (LET-1); `None` leaves the program's own.

    `horizon` and `warmup` are in the program's unit of time, `trace` is a path relative to the
    current directory (LET-6).
    """

    __slots__ = ("seed", "horizon", "warmup", "arrivals", "trace")

    def __init__(
        self,
        seed: int | None = None,
        horizon: float | None = None,
        warmup: float | None = None,
        arrivals: int | None = None,
        trace: str | None = None,
    ) -> None:
        self.seed: Final = seed
        self.horizon: Final = horizon
        self.warmup: Final = warmup
        self.arrivals: Final = arrivals
        self.trace: Final = trace


AS_WRITTEN: Final = Settings()
"""Nothing from outside."""


def override_values(
    overrides: Sequence[tuple[str, str]], lets: Iterable[tree.Let], refusals: Refusals
) -> Mapping[str, tree.Expression]:
    """What each overridden `let` is to be instead; the last override of a name counts (LET-3)."""
    if not overrides:
        return {}
    from sqlang.syntax.override import parse_override  # most programs are checked as they are

    declared = {let.name.name for let in lets}
    values: dict[str, tree.Expression] = {}
    for name, text in overrides:
        span = _given(name, text)
        parsed = parse_override(text)
        if not is_identifier(name):
            refusals.refuse("SQ462", span, name=name)
        elif isinstance(parsed, tuple):
            refusals.refuse("SQ463", span, text=text)
        elif name not in declared:
            refusals.refuse("SQ461", span, name=name)
        else:
            values[name] = parsed
    return values


def is_identifier(text: str) -> bool:
    """Whether a text is one identifier and nothing else (LEX-5)."""
    tokens = tokenize(Source(text)).tokens
    return len(tokens) == 2 and tokens[0].kind is Kind.NAME and tokens[0].text == text


def _given(name: str, text: str) -> Span:
    """An override as a text of its own, since it stands nowhere in the program (LET-4)."""
    given = f"{name}={text}"
    return Span(Source(given, "<set>"), 0, len(given))
