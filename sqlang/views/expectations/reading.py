"""Reads the expectations of a text from its comments; what cannot be read is told (SQ807)."""

from __future__ import annotations

import re
from math import isfinite

from sqlang.source import Source, Span
from sqlang.views.expectations.addresses import STATISTICS, AddressError, address_of
from sqlang.views.expectations.model import (
    BAR,
    Address,
    ErrorLine,
    Expectations,
    FigureLine,
    IterationLine,
    OtherIterations,
    RefusalLine,
    Tolerance,
)
from sqlang.views.expectations.unreadable import UnreadableError, unreadable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Final, Protocol

    from sqlang.diagnostics.model import Diagnostic

    class Comment(Protocol):
        """Where a comment stands in a text."""

        @property
        def start(self) -> int: ...
        @property
        def end(self) -> int: ...

    Line = IterationLine | OtherIterations | FigureLine | ErrorLine | RefusalLine


MARK: Final = "//!"
ITERATION: Final = "ITER"
OBSERVE: Final = "observe"
REPORT: Final = "report"
ERROR: Final = "error"
REFUSED: Final = "refused"
KINDS: Final = (ITERATION, OBSERVE, REPORT, ERROR, REFUSED)
OTHERS: Final = ("…", "...")
NULL: Final = "null"

_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = r"[+-]?(?:[0-9][0-9_]*\.?[0-9_]*|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9]+)?"
_VALUE: Final = re.compile(rf"{NULL}(?![^\s±])|{_NUMBER}(?=\s|±|\+|$)")
_TOLERANCE: Final = re.compile(rf"\s*(?:±|\+/-|\+-)\s*(?P<amount>{_NUMBER})\s*(?P<percent>%?)")
_SIGN: Final = re.compile(r"±|\+/-|\+-")
_MEANT_NULL: Final = frozenset({"nan", "-", "none", "null", "inf", "-inf", "infinity"})
_MOST_EXPONENT_DIGITS: Final = 3
"""Powers of ten with more are none of any figure, and decimals cannot be reckoned with them."""

_TIME: Final = re.compile(r"-?[0-9]+\.[0-9]{4}|-?inf|nan")
_COUNT: Final = r"(?:-?[0-9]+(?:\.[0-9]+)?|-?inf|NaN)"
_MEMBER: Final = re.compile(rf"[0-9]+:{_COUNT}:[pd]{_COUNT}")
_UNITS: Final = re.compile(_COUNT)


def read_expectations(source: Source, comments: Iterable[Comment]) -> Expectations:
    """The expectations in the comments of a text, which are in its order; never raises."""
    if MARK not in source.text:
        return Expectations(source)
    lines: list[Line] = []
    mistakes: list[Diagnostic] = []
    for comment in comments:
        if source.text.startswith(MARK, comment.start):
            try:
                lines += _line(source, comment)
            except UnreadableError as error:
                mistakes.append(unreadable(error))
    iterations = tuple(each for each in lines if isinstance(each, IterationLine | OtherIterations))
    if not mistakes:
        mistakes += _idle(iterations)
    return Expectations(
        source,
        iterations,
        tuple(each for each in lines if isinstance(each, FigureLine)),
        tuple(each for each in lines if isinstance(each, ErrorLine)),
        tuple(each for each in lines if isinstance(each, RefusalLine)),
        tuple(mistakes),
    )


def _idle(iterations: tuple[IterationLine | OtherIterations, ...]) -> Iterator[Diagnostic]:
    """What is wrong with `…` where no iteration is promised."""
    if iterations and not any(isinstance(each, IterationLine) for each in iterations):
        problem = f"`{OTHERS[0]}` says nothing without a line with `{ITERATION}`"
        yield unreadable(UnreadableError(iterations[0].span, problem))


def _line(source: Source, comment: Comment) -> Iterator[Line]:
    """What one comment promises, nothing if it is empty; raises `UnreadableError`."""
    body = comment.start + len(MARK)
    words = [
        Span(source, match.start(), match.end())
        for match in _WORD.finditer(source.text, body, comment.end)
    ]
    if not words:
        return
    span = Span(source, comment.start, words[-1].end)
    kind = words[0].text
    if kind == ITERATION:
        yield _iteration(span, words)
    elif kind in OTHERS:
        _require_end(words, 1)
        yield OtherIterations(span)
    elif kind == OBSERVE:
        yield _observe(span, words)
    elif kind == REPORT:
        yield _report(span, words)
    elif kind == ERROR:
        yield _error(span, words)
    elif kind == REFUSED:
        _require_end(words, 1)
        yield RefusalLine(span)
    else:
        problem = f"`{kind}` is no kind of expectation"
        raise UnreadableError(words[0], problem, KINDS)


def _require_end(words: list[Span], count: int) -> None:
    if len(words) > count:
        before = words[count - 1].text
        raise UnreadableError(words[count], f"nothing may stand behind `{before}`")


def _iteration(span: Span, words: list[Span]) -> IterationLine:
    line = IterationLine(span, tuple(each.text for each in words))
    if not line.is_blank:
        _check_iteration(words[1:])
    return line


def _check_iteration(words: list[Span]) -> None:
    """Raise `UnreadableError` for what no line of a run looks like (TRC-1)."""
    time, *rest = words
    if not _TIME.fullmatch(time.text):
        near = _four_decimals(time.text)
        problem = "the time of an iteration has four decimals, such as `1.0000`"
        raise UnreadableError(time, problem, meant=near)
    texts = [each.text for each in rest]
    bar = texts.index(BAR) if BAR in texts else len(texts)
    for member in rest[:bar]:
        if not _MEMBER.fullmatch(member.text):
            problem = f"`{member.text}` is no member of a batch, such as `0:0:p2`"
            raise UnreadableError(member, problem)
    if bar == len(texts):
        return
    behind = texts[bar + 1 :]
    good = len(behind) == 4 and behind[::2] == ["used", "cached"]
    if not (good and all(map(_UNITS.fullmatch, behind[1::2]))):
        raise UnreadableError(rest[bar].to(rest[-1]), "a bar is followed by `used X cached Y`")


def _four_decimals(text: str) -> str | None:
    try:
        return f"{float(text):.4f}"
    except ValueError:
        return None


def _observe(span: Span, words: list[Span]) -> FigureLine:
    if len(words) < 3:
        raise UnreadableError(span, f"it is `{MARK} {OBSERVE} NAME STATISTIC VALUE`")
    name, statistic = words[1], words[2]
    if statistic.text not in STATISTICS:
        problem = f"`{statistic.text}` is no statistic of an observe"
        raise UnreadableError(statistic, problem, STATISTICS)
    address = Address("observes", name.text, None, statistic.text)
    return _figure(span, words, 3, name, address)


def _report(span: Span, words: list[Span]) -> FigureLine:
    if len(words) < 2:
        raise UnreadableError(span, f"it is `{MARK} {REPORT} PATH VALUE`")
    path = words[1]
    try:
        address = address_of(path.text)
    except AddressError as error:
        raise unreadable_address(error, path) from error
    return _figure(span, words, 2, path, address)


def unreadable_address(error: AddressError, path: Span) -> UnreadableError:
    """What is wrong with a path, at the part of it that is; a name counts without its member."""
    parts = path.text.split(".")
    if error.place is None or error.place >= len(parts):
        return UnreadableError(path, error.problem, error.known)
    start = path.start + sum(len(part) + 1 for part in parts[: error.place])
    word = parts[error.place].partition("[")[0]
    span = Span(path.source, start, start + len(word))
    return UnreadableError(span, error.problem, error.known)


def _figure(span: Span, words: list[Span], before: int, name: Span, address: Address) -> FigureLine:
    said = " ".join(each.text for each in words[1:before])
    text, end = span.source.text, span.end
    behind = words[before - 1].end
    blank = Span(span.source, behind, behind)
    if len(words) == before:
        return FigureLine(span, said, name, address, blank, None)
    start = words[before].start
    if _SIGN.match(text, start):
        return FigureLine(span, said, name, address, blank, _tolerance(span, behind, ""))
    found = _VALUE.match(text, start, end)
    if found is None:
        word = words[before]
        meant = NULL if word.text.lower() in _MEANT_NULL else None
        problem = f"`{word.text}` is neither a number nor `{NULL}`"
        raise UnreadableError(word, problem, meant=meant)
    value = Span(span.source, start, found.end())
    _require_possible(value)
    return FigureLine(span, said, name, address, value, _tolerance(span, found.end(), value.text))


def _require_possible(number: Span) -> None:
    """Raise `UnreadableError` for a number that is beyond what figures are (binary64)."""
    text = number.text.replace("_", "").lower()
    if text == NULL:
        return
    exponent = text.partition("e")[2].lstrip("+-0")
    if not isfinite(float(text)) or len(exponent) > _MOST_EXPONENT_DIGITS:
        raise UnreadableError(number, f"no figure can be `{number.text}`")


def _tolerance(span: Span, start: int, value: str) -> Tolerance | None:
    """What stands behind a value; raises `UnreadableError` if that is no tolerance."""
    text, end = span.source.text, span.end
    if start == end:
        return None
    found = _TOLERANCE.match(text, start, end)
    rest = Span(span.source, end - len(text[start:end].lstrip()), end)
    if found is None or found.end() != end or found["amount"].startswith("-"):
        raise UnreadableError(rest, "behind a value only a tolerance may stand, such as `± 0.5`")
    if value == NULL:
        raise UnreadableError(rest, f"`{NULL}` has no tolerance")
    _require_possible(Span(span.source, *found.span("amount")))
    return Tolerance(found["amount"], found["percent"] == "%")


def _error(span: Span, words: list[Span]) -> ErrorLine:
    if len(words) < 2:
        raise UnreadableError(span, f"it is `{MARK} {ERROR} CODE`, such as `{MARK} {ERROR} SQ401`")
    if len(words) > 2:
        problem = f"behind a code nothing may stand: each has its own `{MARK} {ERROR}`"
        raise UnreadableError(words[2].to(words[-1]), problem)
    _check_code(words[1])
    return ErrorLine(span, words[1])


_OF_COMMANDS: Final = frozenset({"SQ990", "SQ992"})
"""What commands say of a run, whatever the program is."""


def _check_code(word: Span) -> None:
    from sqlang.diagnostics.catalogue import CATALOGUE
    from sqlang.diagnostics.codes import GROUPS

    code = word.text
    if code[:3] not in GROUPS or code not in CATALOGUE:
        raise UnreadableError(word, f"there is no code `{code}`", tuple(CATALOGUE))
    if code.startswith("SQ8") or code in _OF_COMMANDS:
        raise UnreadableError(word, f"`{code}` is no error of a program")
