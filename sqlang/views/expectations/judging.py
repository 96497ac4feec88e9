"""Whether expectations hold of what came of a program: an SQ992 for each that does not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple

from sqlang.diagnostics.catalogue import alternatives, counted, report
from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.source import Span
from sqlang.views.expectations import updating
from sqlang.views.expectations.iterations import Alignment, Pair, align, as_promised
from sqlang.views.expectations.measuring import RunFacts
from sqlang.views.expectations.model import (
    ErrorLine,
    Expectations,
    FigureLine,
    IterationLine,
    OtherIterations,
)
from sqlang.views.expectations.reading import MARK, OTHERS
from sqlang.views.expectations.values import digits, holds, updated

UPDATE: Final = "Update the expectation"
_UNFILLED: Final = "what is yet to be filled in"


class FigureResult(NamedTuple):
    """A promised figure and the one of the run."""

    line: FigureLine
    figure: float | None
    holds: bool


class Verdict(NamedTuple):
    """What holds and what does not.

    `broken` has an SQ992 for each expectation that does not hold, in the order of the text, with
    its update as a fix where there is one; `unjudged` are the places of expectations of which the
    run has not shown enough. `unexpected` tells that the program was refused or failed, and no
    expectation says so.
    """

    alignments: tuple[Alignment, ...]
    figures: tuple[FigureResult, ...]
    broken: tuple[Diagnostic, ...]
    unjudged: tuple[Span, ...]
    unexpected: bool

    @property
    def edits(self) -> tuple[Edit, ...]:
        """All that updates the expectations; no two touch the same characters."""
        return tuple(edit for each in self.broken for fix in each.fixes for edit in fix.edits)


def judge(expectations: Expectations, facts: RunFacts) -> Verdict:
    """Compare the expectations of a text with what came of it; what cannot be read is left out."""
    return _Judge(expectations, facts).verdict()


class _Judge:
    """One comparison."""

    def __init__(self, expectations: Expectations, facts: RunFacts) -> None:
        self._expectations: Final = expectations
        self._facts: Final = facts
        self._broken: Final[list[Diagnostic]] = []
        self._unjudged: Final[list[Span]] = []
        self._codes: Final = {line.code.text for line in expectations.errors}
        self._foreseen: Final = (
            not self._codes.isdisjoint(facts.refused)
            or facts.failure in self._codes
            or bool(facts.refused and expectations.refusals)
        )

    def verdict(self) -> Verdict:
        """Go through the expectations by kind."""
        alignments = self._iterations()
        figures = self._figures()
        for line in self._expectations.errors:
            self._error(line)
        if not self._facts.refused:
            for refusal in self._expectations.refusals:
                edits = (updating.removed(refusal.span),)
                self._break(refusal.span, "to be refused", "it is accepted", edits)
        self._broken.sort(key=lambda found: found.span.offsets)
        failed = bool(self._facts.refused) or self._facts.failure is not None
        unexpected = failed and not self._foreseen
        return Verdict(alignments, figures, tuple(self._broken), tuple(self._unjudged), unexpected)

    def _iterations(self) -> tuple[Alignment, ...]:
        if self._facts.refused:
            for line in self._expectations.iterations:
                self._without_run(line.span, "iterations")
            return ()
        alignments = align(self._expectations.iterations, self._facts.lines)
        for alignment in alignments:
            if not alignment.decided:
                self._unjudged.extend(self._spans(alignment))
            elif not alignment.holds:
                self._break_stretch(alignment)
        return alignments

    def _spans(self, alignment: Alignment) -> Iterator[Span]:
        """The places of the promised lines of a stretch."""
        for line in self._expectations.iterations[alignment.at :]:
            if not isinstance(line, IterationLine):
                return
            yield line.span

    def _break_stretch(self, alignment: Alignment) -> None:
        total = self._facts.lines.total
        filled = updating.filled_in(alignment, self._facts.lines)
        if filled is not None:
            span = self._expectations.iterations[alignment.at].span
            self._break(span, _UNFILLED, f"the run has {counted(total, 'iteration')}", filled)
            return
        is_long = updating.is_too_long(alignment, total)
        where = " at the end" if self._is_end(alignment) else ""
        broken = [pair for pair in alignment.pairs if not pair.holds]
        for missing_at, group in groupby(broken, key=_place_of_extra):
            if missing_at is None:
                for pair in group:
                    self._break_line(pair, where, is_long=is_long)
            else:
                self._break_extra(alignment, list(group), is_long=is_long)

    def _is_end(self, alignment: Alignment) -> bool:
        """Whether a stretch stands behind `…`, and for the end of the run."""
        last = len(self._expectations.iterations) - 1
        reached = max((pair.at for pair in alignment.pairs), default=0)
        return not alignment.exhaustive and alignment.at > 0 and reached >= last

    def _break_line(self, pair: Pair, where: str, *, is_long: bool) -> None:
        line = pair.promised
        if line is None:
            return
        lines = self._facts.lines
        edits = () if is_long or lines.are_none else updating.replaced(pair)
        promised = _UNFILLED if line.is_blank else f"`{' '.join(line.words)}`{where}"
        if pair.actual is None:
            found = (
                "the run has no iterations" if lines.are_none else "the run has no such iteration"
            )
            self._break(line.span, promised, found, edits)
        else:
            self._break(line.span, promised, _says(pair.actual, line), edits)

    def _break_extra(self, alignment: Alignment, pairs: list[Pair], *, is_long: bool) -> None:
        """Lines of the run for which there is no promise, told at the line after or before them."""
        pattern = self._expectations.iterations
        at = min(pairs[0].at, len(pattern) - 1)
        lines = self._facts.lines
        can_be_all = lines.complete and not is_long
        edits = updating.inserted(pattern, alignment, pairs) if can_be_all else ()
        number = len(pairs) if lines.complete else lines.total - pairs[0].at + alignment.at
        more = f" and {number - 1} more" if number > 1 else ""
        is_before = at == pairs[0].at
        where = "before this" if is_before else "after this"
        beside = updating.neighbor(pattern, alignment, pairs[0])
        hint = (
            ""
            if is_before or not alignment.exhaustive
            else f" (`{MARK} {OTHERS[0]}` stands for others)"
        )
        found = _says(pairs[0].actual or "", beside) + more + hint
        self._break(pattern[at].span, f"no iteration {where}", found, edits)

    def _figures(self) -> tuple[FigureResult, ...]:
        results = []
        for line in self._expectations.figures:
            if self._facts.report is None:
                self._without_run(line.span, f"`{line.words}`")
                continue
            figure = self._facts.figure(line.address)
            value = line.value.text
            right = bool(value) and holds(value, line.tolerance, figure)
            result = FigureResult(line, figure, right)
            results.append(result)
            if not result.holds:
                self._break_figure(line, figure)
        return tuple(results)

    def _break_figure(self, line: FigureLine, figure: float | None) -> None:
        value = line.value
        blank = "" if value.text else " "
        rest = Span(value.source, value.start, line.span.end)
        written = rest if figure is None else value  # what is no number has no tolerance
        edit = Edit(written, blank + updated(figure, line.tolerance))
        promised = f"`{line.words} {rest.text}`" if value.text else _UNFILLED
        self._break(line.span, promised, f"the run says `{digits(figure)}`", (edit,))

    def _error(self, line: ErrorLine) -> None:
        facts, code = self._facts, line.code.text
        promised = f"`{code}`"
        others = facts.refused or (() if facts.failure is None else (facts.failure,))
        if code in others:
            return
        if others:
            more = [other for other in others if other not in self._codes]
            edits = (Edit(line.code, (more or others)[0]),)
            verb = "the program has" if facts.refused else "the run fails with"
            self._break(line.span, promised, f"{verb} {alternatives(*others)}", edits)
        elif facts.stopped is None:
            edits = (updating.removed(line.span),)
            self._break(line.span, promised, "it runs without an error", edits)
        else:
            self._unjudged.append(line.span)

    def _without_run(self, span: Span, what: str) -> None:
        """An expectation that asks for a run that did not come to its end."""
        if not self._foreseen:
            self._unjudged.append(span)
        elif self._facts.refused:
            self._break(span, what, "a program that is refused has no run", ())
        else:
            self._break(span, what, "a run that fails has no figures", ())

    def _break(self, span: Span, promised: str, found: str, edits: tuple[Edit, ...]) -> None:
        fixes = (Fix(UPDATE, edits, safe=False),) if edits else ()
        self._broken.append(report("SQ992", span, fixes=fixes, expected=promised, found=found))


def _place_of_extra(pair: Pair) -> int | None:
    return pair.at if pair.promised is None else None


def _says(actual: str, beside: IterationLine | OtherIterations) -> str:
    """A line of the run as far as the promise beside it goes."""
    return f"the run says `{as_promised(actual, beside)}`"
