"""`textDocument/codeAction`: fixes, refactorings, and what a clause does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from sqlang.refactoring.model import Kind
from sqlang.refactoring.offers import refactorings
from sqlang_server.extensions import ACTION_EXPLAIN, ACTION_FIX_ALL
from sqlang_server.features.code_actions.actions import action
from sqlang_server.features.code_actions.clauses import clause_questions
from sqlang_server.features.code_actions.fixes import QUICK_FIX, fix_all, quick_fixes
from sqlang_server.view import View


def code_actions(
    view: View, place: types.Range, only: Iterable[str] | None
) -> list[types.CodeAction]:
    """What can be done at a place; `only` are the kinds that are asked for, with those below them.

    `source` actions come only to who asks for them: they are about the whole text.
    """
    asked = None if only is None else [str(getattr(kind, "value", kind)) for kind in only]
    start, end = view.offset(place.start), view.offset(place.end)
    return [each for each in _offered(view, start, end, asked) if each is not None]


def _offered(
    view: View, start: int, end: int, asked: list[str] | None
) -> Iterator[types.CodeAction | None]:
    if _wanted(QUICK_FIX, asked):
        yield from quick_fixes(view, start, end)
    if any(_wanted(kind.value, asked) for kind in Kind):
        for each in refactorings(view.analysis, start, end):
            if _wanted(each.kind.value, asked):
                yield action(view, each.title, each.kind.value, each.edits)
    if _wanted(ACTION_EXPLAIN, asked):
        yield from clause_questions(view, start, end)
    if asked is not None and _wanted(ACTION_FIX_ALL, asked):
        yield from fix_all(view)


def _wanted(kind: str, asked: list[str] | None) -> bool:
    """Whether a kind, or one it is part of, is asked for; everything if nobody says."""
    if asked is None:
        return True
    return any(each in ("", kind) or kind.startswith(f"{each}.") for each in asked)
