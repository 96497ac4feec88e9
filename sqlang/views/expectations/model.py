"""The expectations of a text: iterations, figures, errors, a refusal, and what cannot be read."""

from __future__ import annotations

from sqlang.diagnostics.model import Diagnostic
from sqlang.records import Record
from sqlang.source import Source, Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

BAR: Final = "|"
"""What parts an iteration's batch from the state of its memory (TRC-1)."""


class IterationLine(Record):
    """`//! ITER TIME BATCH`, perhaps with `| used X cached Y` (TRC-1).

    `words` are those of the line, `ITER` first. With nothing or only a bar behind `ITER` the line
    is yet to be filled in.
    """

    __slots__ = ("span", "words")

    def __init__(self, span: Span, words: tuple[str, ...]) -> None:
        self.span: Final = span
        self.words: Final = words

    @property
    def is_blank(self) -> bool:
        return self.words[1:] in ((), (BAR,))

    @property
    def has_bar(self) -> bool:
        return BAR in self.words


class OtherIterations(Record):
    """`//! …`: here any number of iterations may stand."""

    __slots__ = ("span",)

    def __init__(self, span: Span) -> None:
        self.span: Final = span


class Address(Record):
    """Where a figure stands in the report (REP-1), or which extreme of an observation it is.

    `part` is `observes`, `stages`, `pools`, or empty for a figure of the run as a whole, which has
    no `name`. `member` counts within a family, from 0.
    """

    __slots__ = ("part", "name", "member", "figure")

    def __init__(self, part: str, name: str, member: int | None, figure: str) -> None:
        self.part: Final = part
        self.name: Final = name
        self.member: Final = member
        self.figure: Final = figure


class Tolerance(Record):
    """How far a figure may be from its value: so much, or so many percent of the value."""

    __slots__ = ("amount", "percent")

    def __init__(self, amount: str, percent: bool) -> None:
        self.amount: Final = amount
        self.percent: Final = percent


class FigureLine(Record):
    """`//! observe NAME STATISTIC VALUE` or `//! report PATH VALUE`, perhaps with `± TOLERANCE`.

    `words` is what stands before the value, `value` where that is (an empty span behind the words
    if it is yet to be filled in). A value is a decimal number or `null`.
    """

    __slots__ = ("span", "words", "name", "address", "value", "tolerance")

    def __init__(
        self,
        span: Span,
        words: str,
        name: Span,
        address: Address,
        value: Span,
        tolerance: Tolerance | None,
    ) -> None:
        self.span: Final = span
        self.words: Final = words
        self.name: Final = name
        self.address: Final = address
        self.value: Final = value
        self.tolerance: Final = tolerance


class ErrorLine(Record):
    """`//! error CODE`: the text has this error, or the run fails with it."""

    __slots__ = ("span", "code")

    def __init__(self, span: Span, code: Span) -> None:
        self.span: Final = span
        self.code: Final = code


class RefusalLine(Record):
    """`//! refused`: the text has errors, whatever they are."""

    __slots__ = ("span",)

    def __init__(self, span: Span) -> None:
        self.span: Final = span


class Expectations(Record):
    """All expectations of one text, each kind in the order of the text.

    `mistakes` are those that cannot be read (SQ807), which hold never.
    """

    __slots__ = ("source", "iterations", "figures", "errors", "refusals", "mistakes")

    def __init__(
        self,
        source: Source,
        iterations: tuple[IterationLine | OtherIterations, ...] = (),
        figures: tuple[FigureLine, ...] = (),
        errors: tuple[ErrorLine, ...] = (),
        refusals: tuple[RefusalLine, ...] = (),
        mistakes: tuple[Diagnostic, ...] = (),
    ) -> None:
        self.source: Final = source
        self.iterations: Final = iterations
        self.figures: Final = figures
        self.errors: Final = errors
        self.refusals: Final = refusals
        self.mistakes: Final = mistakes

    @property
    def count(self) -> int:
        """How many lines promise something; `…` only says what is not promised."""
        lines = sum(isinstance(each, IterationLine) for each in self.iterations)
        others = (self.figures, self.errors, self.refusals, self.mistakes)
        return lines + sum(map(len, others))
