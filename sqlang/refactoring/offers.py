"""All that can be done with a selection."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from sqlang.analysis import Analysis
from sqlang.diagnostics.model import Edit
from sqlang.refactoring.admission import admission_bindings
from sqlang.refactoring.extracting import extractions
from sqlang.refactoring.inlining import inlinings
from sqlang.refactoring.model import Refactoring, Selection
from sqlang.refactoring.serving import serving_rewrites
from sqlang.refactoring.sides import side_rewrites

_SOURCES: Final[tuple[Callable[[Selection], Iterator[Refactoring]], ...]] = (
    extractions,
    inlinings,
    serving_rewrites,
    side_rewrites,
    admission_bindings,
)


def refactorings(analysis: Analysis, start: int, end: int) -> list[Refactoring]:
    """What can be done with a stretch of the text, or at a cursor if it is empty.

    Nothing that would lose a comment, or write a mistake anew.
    """
    selection = Selection(analysis, start, end)
    return [
        each
        for source in _SOURCES
        for each in source(selection)
        if _keeps_comments(analysis, each.edits) and not _touches_a_mistake(selection, each.edits)
    ]


def _touches_a_mistake(selection: Selection, edits: tuple[Edit, ...]) -> bool:
    """Whether something wrong is in what is replaced: elsewhere it would mean something else."""
    return any(each.span.start < each.span.end and selection.is_wrong(each.span) for each in edits)


def _keeps_comments(analysis: Analysis, edits: tuple[Edit, ...]) -> bool:
    """Whether the comments in what is replaced stand in what replaces it."""
    written = "".join(edit.text for edit in edits)
    return all(
        comment.text in written
        for comment in analysis.surface.comments
        if any(edit.span.start <= comment.start and comment.end <= edit.span.end for edit in edits)
    )
