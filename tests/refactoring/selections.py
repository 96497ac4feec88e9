"""Programs to refactor, and what becomes of a selection in one."""

from __future__ import annotations

from collections.abc import Iterator

from sqlang.analysis import Analysis, analyze
from sqlang.diagnostics.model import edited
from sqlang.refactoring.model import Refactoring
from sqlang.refactoring.offers import refactorings
from sqlang.semantics.expressions import walk
from sqlang.syntax import tree


def offered(text: str, piece: str, *, cursor: int | None = None) -> dict[str, str]:
    """The text after each refactoring of a piece of it, or at a cursor in the piece."""
    start = text.index(piece)
    stretch = (start, start + len(piece)) if cursor is None else (start + cursor,) * 2
    analysis = analyze(text)
    return {each.title: applied(analysis, each) for each in refactorings(analysis, *stretch)}


def applied(analysis: Analysis, refactoring: Refactoring) -> str:
    """The text after the edits of a refactoring."""
    ordered = sorted(refactoring.edits, key=lambda edit: edit.span.offsets)
    return edited(analysis.source.text, ordered)


def stretches(program: tree.Program) -> Iterator[tuple[int, int]]:
    """What somebody could select or put the cursor on: every node, and neighboring statements."""
    for node in walk(program):
        yield node.first.start, node.last.end
        yield node.first.start, node.first.start
        if isinstance(node, tree.Block):
            for one, other in zip(node.statements, node.statements[1:], strict=False):
                yield one.first.start, other.last.end
