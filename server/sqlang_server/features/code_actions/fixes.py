"""`quickfix` and `source.fixAll.serq`: the fixes of diagnostics, one by one and all together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from sqlang.advice.together import FixesTogether
from sqlang.diagnostics.model import Diagnostic
from sqlang_server.extensions import ACTION_FIX_ALL
from sqlang_server.features.code_actions.actions import action
from sqlang_server.features.expectations import broken_expectations, expectation_mistakes
from sqlang_server.view import View

QUICK_FIX: Final = types.CodeActionKind.QuickFix.value
UPDATE_ALL: Final = "Update all expectations"
FIX_ALL_TITLE: Final = "Fix all that can be fixed safely"


def quick_fixes(view: View, start: int, end: int) -> Iterator[types.CodeAction | None]:
    """The fixes of what is wrong at a place; a safe one is the preferred of its diagnostic."""
    for found in _found(view):
        if not _touches(found, start, end):
            continue
        safe = [fix for fix in found.fixes if fix.safe]
        for fix in found.fixes:
            preferred = bool(safe) and fix is safe[0]
            yield action(view, fix.title, QUICK_FIX, fix.edits, [found], preferred=preferred)
    yield from _updates(view, start, end)


def fix_all(view: View) -> Iterator[types.CodeAction | None]:
    """All safe fixes that do not meet each other, as `sq check --fix` makes them in one round."""
    together = FixesTogether()
    fixed = [found for found in _found(view) if _take(view, together, found)]
    if fixed:
        yield action(view, FIX_ALL_TITLE, ACTION_FIX_ALL, together.edits)


def _take(view: View, together: FixesTogether, found: Diagnostic) -> bool:
    """Take up the first safe fix of a diagnostic, if it is one of this text."""
    fix = next((each for each in found.fixes if each.safe), None)
    return (
        fix is not None and all(view.here(edit.span) for edit in fix.edits) and together.take(fix)
    )


def _found(view: View) -> Iterator[Diagnostic]:
    """What the text itself shows, and its expectations that cannot be read."""
    analysis = view.analysis
    yield from (each for each in analysis.diagnostics if view.here(each.span))
    yield from analysis.hints
    yield from analysis.library_mistakes
    yield from expectation_mistakes(view)


def _updates(view: View, start: int, end: int) -> Iterator[types.CodeAction | None]:
    """Expectations that do not hold: update one, or all of them."""
    broken = broken_expectations(view)
    touched = [each for each in broken if _touches(each, start, end)]
    for found in touched:
        for fix in found.fixes:
            yield action(view, fix.title, QUICK_FIX, fix.edits, [found])
    if touched and sum(bool(each.fixes) for each in broken) > 1:
        edits = [edit for found in broken for fix in found.fixes for edit in fix.edits]
        yield action(view, UPDATE_ALL, QUICK_FIX, edits, broken)


def _touches(found: Diagnostic, start: int, end: int) -> bool:
    return found.span.start <= end and start <= found.span.end
