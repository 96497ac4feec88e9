"""Diagnostics for programs: one list, lines and columns from 1, columns in characters."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypeAlias

from sqlang.diagnostics import Diagnostic, Edit, Fix, Related
from sqlang.diagnostics.catalogue import CATALOGUE
from sqlang.source import Span

Json: TypeAlias = "str | int | bool | list[Json] | dict[str, Json]"


def diagnostics_json(diagnostics: Iterable[Diagnostic]) -> str:
    """The list as text, in the order given; see the command line's documentation for its shape."""
    return json.dumps([_diagnostic(diagnostic) for diagnostic in diagnostics], indent=2)


def _diagnostic(diagnostic: Diagnostic) -> Json:
    return {
        "path": _path(diagnostic.span),
        "code": diagnostic.code,
        "rule": CATALOGUE[diagnostic.code].rule,
        "severity": diagnostic.severity.value,
        "message": diagnostic.message,
        "range": _range(diagnostic.span),
        "related": [_related(related) for related in diagnostic.related],
        "fixes": [_fix(fix) for fix in diagnostic.fixes],
    }


def _related(related: Related) -> Json:
    return {
        "path": _path(related.span),
        "range": _range(related.span),
        "message": related.message,
    }


def _fix(fix: Fix) -> Json:
    return {"title": fix.title, "safe": fix.safe, "edits": [_edit(edit) for edit in fix.edits]}


def _edit(edit: Edit) -> Json:
    return {"path": _path(edit.span), "range": _range(edit.span), "text": edit.text}


def _path(span: Span) -> str:
    return span.source.path.replace("\\", "/")


def _range(span: Span) -> Json:
    return {"start": _position(span, span.start), "end": _position(span, span.end)}


def _position(span: Span, offset: int) -> Json:
    at = span.source.lines.position(offset)
    return {"line": at.line + 1, "column": at.column + 1}
