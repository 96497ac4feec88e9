"""Diagnostics as SARIF 2.1.0, which code scanning services read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypeAlias
from urllib.parse import quote

from sqlang import __version__
from sqlang.cli.repository import repository_path
from sqlang.diagnostics import Diagnostic, Edit, Fix, Related, Severity
from sqlang.diagnostics.catalogue import CATALOGUE
from sqlang.diagnostics.pages import read_page
from sqlang.source import Source, Span

Json: TypeAlias = "str | int | bool | Sequence[Json] | Mapping[str, Json]"

_SCHEMA: Final = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
_LEVELS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.HINT: "note"}
_TOP: Final = "%SRCROOT%"
"""The name by which readers know the top of the repository."""


def diagnostics_sarif(diagnostics: Sequence[Diagnostic], *, complete: bool) -> str:
    """A log of one run, results in the order given; `complete` if every file could be read."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    driver = {
        "name": "sqlang",
        "version": __version__,
        "rules": [_rule(code) for code in codes],
    }
    run: Json = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": complete}],
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, codes.index(each.code)) for each in diagnostics],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(code: str) -> Json:
    explanation = read_page(code).explanation
    return {
        "id": code,
        "shortDescription": {"text": CATALOGUE[code].title},
        "fullDescription": {"text": explanation[0]},
        "help": {"text": "\n\n".join(explanation)},
    }


def _result(diagnostic: Diagnostic, rule: int) -> Json:
    result: dict[str, Json] = {
        "ruleId": diagnostic.code,
        "ruleIndex": rule,
        "level": _LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message},
    }
    if diagnostic.span.source.directory is not None:
        result["locations"] = [{"physicalLocation": _place(diagnostic.span)}]
    related = _in_files(diagnostic.related)
    if related:
        result["relatedLocations"] = [_related(each) for each in related]
    if diagnostic.fixes:
        result["fixes"] = [_fix(fix) for fix in diagnostic.fixes]
    return result


def _in_files(related: Iterable[Related]) -> list[Related]:
    return [each for each in related if each.span.source.directory is not None]


def _related(related: Related) -> Json:
    return {"physicalLocation": _place(related.span), "message": {"text": related.message}}


def _fix(fix: Fix) -> Json:
    by_source: dict[Source, list[Edit]] = {}
    for edit in fix.edits:
        by_source.setdefault(edit.span.source, []).append(edit)
    changes = [
        {"artifactLocation": _artifact(source), "replacements": [_edit(each) for each in edits]}
        for source, edits in by_source.items()
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def _edit(edit: Edit) -> Json:
    return {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.text}}


def _place(span: Span) -> Json:
    return {"artifactLocation": _artifact(span.source), "region": _region(span)}


def _artifact(source: Source) -> Json:
    path = repository_path(source) or source.path
    escaped = quote(path.encode("utf-8", "surrogateescape"), safe="/:")
    if path.startswith("/") or path[1:3] == ":/":
        return {"uri": f"file:///{escaped.removeprefix('/')}"}
    return {"uri": escaped.replace(":", "%3A"), "uriBaseId": _TOP}


def _region(span: Span) -> Json:
    start = span.source.lines.position(span.start)
    end = span.source.lines.position(max(span.end, span.start))
    return {
        "startLine": start.line + 1,
        "startColumn": start.column + 1,
        "endLine": end.line + 1,
        "endColumn": end.column + 1,
    }
