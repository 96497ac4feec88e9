"""Applies fixes and says what is wrong afterwards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from sqlang.analysis import Analysis, analyze
from sqlang.diagnostics.model import Diagnostic, Edit, Fix
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace


def edited(source: Source, fix: Fix) -> Source:
    """The text after a fix."""
    text = source.text
    for edit in sorted(fix.edits, key=lambda each: each.span.offsets, reverse=True):
        text = text[: edit.span.start] + edit.text + text[edit.span.end :]
    return Source(text, source.path, source.directory)


def analysis_after(before: Analysis, fix: Fix, sets: Mapping[str, str]) -> Analysis:
    """The program again, with a fix applied to the text it is for, which may be a library."""
    changed = edited(fix.edits[0].span.source, fix)
    workspace = Workspace()
    program = before.source
    if fix.edits[0].span.source is program:
        program = changed
    else:
        workspace.open_buffer(changed.path, changed.text)
    return analyze(program, workspace=workspace, overrides=tuple(sets.items()))


def mistakes(analysis: Analysis) -> Counter[tuple[str, str]]:
    """Code and underlined words of all that is wrong, wherever it is."""
    return Counter((each.code, each.span.text) for each in analysis.diagnostics)


def new_mistakes(before: Analysis, found: Diagnostic, after: Analysis) -> Counter[tuple[str, str]]:
    """What is wrong after a fix of `found` and was not before; `found` itself counts as new."""
    left = mistakes(before)
    left[found.code, found.span.text] -= 1
    return mistakes(after) - left


def errors_of_form_at(after: Analysis, edits: tuple[Edit, ...]) -> list[str]:
    """Codes of errors of characters and grammar that touch what a fix put in."""
    touched = []
    shift = 0
    for edit in sorted(edits, key=lambda each: each.span.offsets):
        start = edit.span.start + shift
        touched.append((start, start + len(edit.text)))
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    return [
        each.code
        for each in after.diagnostics
        if each.code < "SQ200"
        and any(each.span.start <= end and start <= each.span.end for start, end in touched)
    ]
