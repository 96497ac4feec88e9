"""Diagnostics of a document, pushed or pulled: those of its text, and how its last run failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Final

from lsprotocol import types

from sqlang.diagnostics.catalogue import message
from sqlang.diagnostics.model import Diagnostic, Related, Severity
from sqlang.engine.errors import circumstances
from sqlang.library_files import ONLY_FOR_PROGRAMS, holds_definitions_alone
from sqlang_server.edits import Stretch
from sqlang_server.features.expectations import broken_expectations, expectation_mistakes
from sqlang_server.runs.traced import Fault, Traced
from sqlang_server.view import View

SOURCE: Final = "serq"
_NEVER_REACHED: Final = "SQ806"
_UNREADABLE: Final = "SQ807"
_IN_THE_RUN: Final = "no session came to it in this run"

_Report = types.FullDocumentDiagnosticReport | types.UnchangedDocumentDiagnosticReport

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(view: View) -> list[types.Diagnostic]:
    """What is wrong in this document, in the libraries it names, and in its last run."""
    analysis = view.analysis
    own = [found for found in (*analysis.diagnostics, *analysis.hints) if view.here(found.span)]
    own += analysis.library_mistakes
    own += expectation_mistakes(view)
    if holds_definitions_alone(analysis.surface.program):
        own = [found for found in own if found.code not in ONLY_FOR_PROGRAMS]
    return [translated(view, found) for found in own] + _of_the_run(view) + _broken(view)


def pulled(
    found: list[types.Diagnostic], related: Mapping[str, list[types.Diagnostic]]
) -> types.RelatedFullDocumentDiagnosticReport:
    """The same for a client that asks; `related` are mistakes in other documents, by their URIs."""
    documents: dict[str, _Report] = {
        uri: types.FullDocumentDiagnosticReport(others) for uri, others in related.items()
    }
    return types.RelatedFullDocumentDiagnosticReport(found, related_documents=documents or None)


def merged(lists: Iterable[Iterable[types.Diagnostic]]) -> list[types.Diagnostic]:
    """What was found in one text from several sides, each mistake once, as it was first told."""
    seen: list[tuple[types.Range, int | str | None, str]] = []
    unique: list[types.Diagnostic] = []
    for found in chain.from_iterable(lists):
        key = (found.range, found.code, found.message)
        if key not in seen:
            seen.append(key)
            unique.append(found)
    return unique


def in_libraries(view: View) -> dict[str, list[types.Diagnostic]]:
    """What is wrong in the files that this document uses, by their URIs."""
    found: dict[str, list[types.Diagnostic]] = {}
    for diagnostic in view.analysis.diagnostics:
        if not view.here(diagnostic.span):
            uri = view.location(diagnostic.span).uri
            found.setdefault(uri, []).append(translated(view, diagnostic))
    return found


def translated(view: View, found: Diagnostic) -> types.Diagnostic:
    """A diagnostic as the client has it."""
    return types.Diagnostic(
        range=view.location(found.span).range,
        message=found.message,
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if _faded(view, found) else None,
        related_information=_related(view, found.related),
    )


def _faded(view: View, found: Diagnostic) -> bool:
    """Hints are about what nobody uses or reaches, or what cannot be read."""
    is_unused = found.severity is Severity.HINT and found.code != _UNREADABLE
    return is_unused and view.client.faded_tag


def _related(
    view: View, related: tuple[Related, ...]
) -> list[types.DiagnosticRelatedInformation] | None:
    if not related or not view.client.related_information:
        return None
    return [
        types.DiagnosticRelatedInformation(view.location(place.span), place.message)
        for place in related
    ]


def _of_the_run(view: View) -> list[types.Diagnostic]:
    """How the last run failed and what it never reached, as long as it is this program that ran."""
    if view.traced is None or view.stale:
        return []
    return [_failure(view, fault) for fault in view.traced.faults] + _unreached(view, view.traced)


def _broken(view: View) -> list[types.Diagnostic]:
    """What the program promises and the run of this very program does not do."""
    return [translated(view, found) for found in broken_expectations(view)]


def _unreached(view: View, traced: Traced) -> list[types.Diagnostic]:
    """Statements no session came to; the text of a definition counts for all of its uses."""
    if traced.result.outcome.stopped is not None:
        return []
    reached = {mark.stretch for mark in traced.marks if mark.annotation.kind != "unreached"}
    missed = dict.fromkeys(mark.stretch for mark in traced.marks if mark.stretch not in reached)
    return [_never_reached(view, stretch) for stretch in missed if not _is_known(view, stretch)]


def _is_known(view: View, stretch: Stretch) -> bool:
    """Whether the text alone says that nobody comes to it, whatever the run."""
    start, end = stretch
    return any(
        hint.code == _NEVER_REACHED and hint.span.start <= start and end <= hint.span.end
        for hint in view.analysis.hints
    )


def _failure(view: View, fault: Fault) -> types.Diagnostic:
    failure = fault.failure
    when = ""
    if failure.serial is not None or failure.values:
        when = f" ({circumstances(failure.serial, failure.time, failure.values)})"
    return types.Diagnostic(
        range=view.positions.range(*fault.stretch),
        message=failure.message + when,
        severity=types.DiagnosticSeverity.Error,
        code=failure.code,
        source=SOURCE,
    )


def _never_reached(view: View, stretch: Stretch) -> types.Diagnostic:
    return types.Diagnostic(
        range=view.positions.range(*stretch),
        message=message(_NEVER_REACHED, {"reason": _IN_THE_RUN}),
        severity=types.DiagnosticSeverity.Hint,
        code=_NEVER_REACHED,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if view.client.faded_tag else None,
    )
