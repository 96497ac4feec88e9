"""Lays the promised iterations beside those of a run, and says which stand for which.

The promised lines are stretches with `…` between them. The first stretch begins with the run, the
last one ends with it, and those in between stand at the first place, one after the other, where all
their lines do.
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final, NamedTuple

from sqlang.views.expectations.measuring import Lines
from sqlang.views.expectations.model import BAR, IterationLine, OtherIterations

_MOST_ALIGNED: Final = 5000
"""Longer stretches are laid side by side from their beginnings: to align takes time."""


class Pair(NamedTuple):
    """A promised line beside one of the run; where one is missing, the other stands alone.

    `at` is the place of the promised line in the pattern, or of the one before which the line of
    the run is missing.
    """

    promised: IterationLine | None
    actual: str | None
    at: int

    @property
    def holds(self) -> bool:
        return (
            self.promised is not None
            and self.actual is not None
            and agrees(self.promised, self.actual)
        )


class Alignment(NamedTuple):
    """One stretch of promised lines and the lines of the run that should stand there.

    `at` is where it begins in the pattern, `start` where it stands in the run. `decided` is false
    as long as the run has not shown enough; `exhaustive` if it stands for all of the run.
    """

    at: int
    start: int
    pairs: tuple[Pair, ...]
    decided: bool
    exhaustive: bool

    @property
    def holds(self) -> bool:
        return self.decided and all(pair.holds for pair in self.pairs)


def agrees(promised: IterationLine, actual: str) -> bool:
    """Whether a line of the run is the promised one: up to the bar if that has none."""
    words = actual.split()
    if not promised.has_bar:
        words = words[: words.index(BAR)]
    return promised.words == tuple(words)


def as_promised(actual: str, beside: IterationLine | OtherIterations | None) -> str:
    """A line of the run as far as the promise goes that it stands beside: perhaps up to the bar."""
    text = " ".join(actual.split())
    if isinstance(beside, IterationLine) and beside.has_bar:
        return text
    return text.partition(f" {BAR}")[0]


def align(
    pattern: Sequence[IterationLine | OtherIterations], lines: Lines
) -> tuple[Alignment, ...]:
    """The stretches of a pattern beside the lines of a run, in order; none without a pattern."""
    if not pattern:
        return ()
    stretches = _stretches(pattern)
    if len(stretches) == 1:
        return (_all(*stretches[0], lines),)
    (at, first), *middle, last = stretches
    alignments = [_beginning(at, first, lines)]
    reached = min(len(first), len(lines.kept))
    for at, stretch in middle:
        if stretch:
            alignment = _somewhere(at, stretch, reached, lines)
            alignments.append(alignment)
            reached = alignment.start + len(stretch) if alignment.decided else reached
    return (*alignments, _end(*last, reached, lines))


def _stretches(
    pattern: Sequence[IterationLine | OtherIterations],
) -> list[tuple[int, list[IterationLine]]]:
    """What stands between `…`, each stretch with its place; the outermost ones may be empty."""
    stretches: list[tuple[int, list[IterationLine]]] = [(0, [])]
    for at, each in enumerate(pattern):
        if isinstance(each, IterationLine):
            stretches[-1][1].append(each)
        else:
            stretches.append((at + 1, []))
    return stretches


def _all(at: int, stretch: list[IterationLine], lines: Lines) -> Alignment:
    """A stretch that stands for the whole run."""
    if lines.complete:
        return Alignment(at, 0, _pairs(at, stretch, lines.kept), decided=True, exhaustive=True)
    size = len(stretch)
    pairs = tuple(pair for pair in _pairs(at, stretch, lines.kept[:size]) if pair.actual)
    goes_on = [Pair(None, line, at + size) for line in lines.kept[size : size + 1]]
    decided = bool(goes_on) or not all(pair.holds for pair in pairs)
    return Alignment(at, 0, (*pairs, *goes_on), decided, exhaustive=True)


def _beginning(at: int, stretch: list[IterationLine], lines: Lines) -> Alignment:
    shown = lines.kept[: len(stretch)]
    if len(shown) == len(stretch) or lines.complete:
        return Alignment(at, 0, _pairs(at, stretch, shown), decided=True, exhaustive=False)
    pairs = tuple(
        Pair(line, actual, at + index)
        for index, (line, actual) in enumerate(zip(stretch, shown, strict=False))
    )
    decided = not all(pair.holds for pair in pairs)
    return Alignment(at, 0, pairs, decided, exhaustive=False)


def _somewhere(at: int, stretch: list[IterationLine], reached: int, lines: Lines) -> Alignment:
    """A stretch between two `…`: at its first place, or beside the lines of about its time."""
    size = len(stretch)
    for start in range(reached, len(lines.kept) - size + 1):
        if all(agrees(line, lines.kept[start + index]) for index, line in enumerate(stretch)):
            pairs = _side_by_side(at, stretch, lines.kept[start : start + size])
            return Alignment(at, start, pairs, decided=True, exhaustive=False)
    start = _about(stretch[0], reached, lines)
    pairs = _pairs(at, stretch, lines.kept[start : start + size])
    return Alignment(at, start, pairs, lines.complete, exhaustive=False)


def _about(line: IterationLine, reached: int, lines: Lines) -> int:
    """Where the run is nearest to the time of a line; as far as it is `reached` without a time."""
    if line.is_blank or reached >= len(lines.kept):
        return min(reached, len(lines.kept))
    time = float(line.words[1])

    def distance(index: int) -> float:
        return abs(float(lines.kept[index].split()[1]) - time)

    return min(range(reached, len(lines.kept)), key=distance)


def _end(at: int, stretch: list[IterationLine], reached: int, lines: Lines) -> Alignment:
    if not stretch:
        return Alignment(at, reached, (), decided=True, exhaustive=False)
    if not lines.complete:
        return Alignment(at, reached, (), decided=False, exhaustive=False)
    start = max(lines.total - len(stretch), reached)
    pairs = _pairs(at, stretch, lines.kept[start:])
    return Alignment(at, start, pairs, decided=True, exhaustive=False)


def _pairs(at: int, stretch: Sequence[IterationLine], actual: Sequence[str]) -> tuple[Pair, ...]:
    """Promised lines and lines of the run, so that as many as possible agree."""
    if max(len(stretch), len(actual)) > _MOST_ALIGNED or any(map(_is_blank, stretch)):
        return _side_by_side(at, stretch, actual)
    promised = [_up_to_bar(line.words) for line in stretch]
    matcher = SequenceMatcher(None, promised, _batches(actual), autojunk=False)
    pairs: list[Pair] = []
    for _, a, b, c, d in matcher.get_opcodes():
        pairs += _side_by_side(at + a, stretch[a:b], actual[c:d])
    return tuple(pairs)


def _is_blank(line: IterationLine) -> bool:
    return line.is_blank


def _up_to_bar(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(words[: words.index(BAR)] if BAR in words else words)


def _batches(actual: Sequence[str]) -> list[tuple[str, ...]]:
    return [_up_to_bar(line.split()) for line in actual]


def _side_by_side(
    at: int, stretch: Sequence[IterationLine], actual: Sequence[str]
) -> tuple[Pair, ...]:
    both = min(len(stretch), len(actual))
    return (
        *(Pair(stretch[index], actual[index], at + index) for index in range(both)),
        *(Pair(stretch[index], None, at + index) for index in range(both, len(stretch))),
        *(Pair(None, actual[index], at + len(stretch)) for index in range(both, len(actual))),
    )
