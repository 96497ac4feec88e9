"""Diagnostics of a document: those of its text, and how its last run failed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice
from typing import Final

from lsprotocol import types

from sqlang.configuration.model import HintSelection
from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic, Related, Severity
from sqlang.engine.errors import circumstances
from sqlang.source import Span
from sqlang_server.checking.findings import mistakes_in_libraries, own_mistakes
from sqlang_server.edits import Stretch
from sqlang_server.features.code_pages import code_page
from sqlang_server.features.expectations import broken_expectations
from sqlang_server.runs.traced import Fault, Traced
from sqlang_server.view import Receiver, View

SOURCE: Final = "serq"
MOST_SHOWN: Final = 100
"""So many diagnostics of one text are sent: more help nobody, and each costs at every edit."""

_NEVER_REACHED: Final = "SQ806"
_UNREADABLE: Final = "SQ807"
_IN_THE_RUN: Final = "no session came to it in this run"

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.HINT: types.DiagnosticSeverity.Hint,
}


def diagnostics(view: View) -> list[types.Diagnostic]:
    """What is wrong in this document, in the libraries it names, and in its last run.

    What no session came to fills the room that mistakes leave.
    """
    found = [*own_mistakes(view.analysis), *_failures(view), *broken_expectations(view)]
    missed = islice(_unreached(view), max(0, MOST_SHOWN - len(found)))
    return shown(view, chain(found, missed), view.hints)


def in_libraries(view: View) -> dict[str, list[types.Diagnostic]]:
    """What is wrong in the files that this document uses, by their URIs."""
    return by_file(view, mistakes_in_libraries(view.analysis))


def by_file(receiver: Receiver, found: Iterable[Diagnostic]) -> dict[str, list[types.Diagnostic]]:
    """Mistakes at places of several files, as the client has them, by the URIs of the files."""
    files: dict[str, list[Diagnostic]] = {}
    for each in found:
        files.setdefault(each.span.source.path, []).append(each)
    return {receiver.uri_of_path(path): shown(receiver, each) for path, each in files.items()}


def shown(
    receiver: Receiver, found: Iterable[Diagnostic], hints: HintSelection | None = None
) -> list[types.Diagnostic]:
    """Diagnostics of one text as the client has them: the first, and how many more there are."""
    chosen = [each for each in found if hints is None or hints.shows(each)]
    first = [translated(receiver, each) for each in chosen[:MOST_SHOWN]]
    return [*first, _and_more(receiver, chosen)] if len(chosen) > MOST_SHOWN else first


def merged(lists: Iterable[Iterable[types.Diagnostic]]) -> list[types.Diagnostic]:
    """What was found in one text from several sides, each mistake once, as it was first told."""
    seen: set[tuple[object, ...]] = set()
    unique: list[types.Diagnostic] = []
    for found in chain.from_iterable(lists):
        start, end = found.range.start, found.range.end
        key = start.line, start.character, end.line, end.character, found.code, found.message
        if key not in seen:
            seen.add(key)
            unique.append(found)
    return unique


def translated(receiver: Receiver, found: Diagnostic) -> types.Diagnostic:
    """One diagnostic as the client has it."""
    client = receiver.client
    return types.Diagnostic(
        range=receiver.location(found.span).range,
        message=found.message,
        severity=_SEVERITIES[found.severity],
        code=found.code,
        code_description=_page(receiver, found.code) if client.code_descriptions else None,
        source=SOURCE,
        tags=[types.DiagnosticTag.Unnecessary] if _faded(receiver, found) else None,
        related_information=_related(receiver, found.related),
        data=_data(found) if client.diagnostic_data else None,
    )


def _page(receiver: Receiver, code: str) -> types.CodeDescription:
    return types.CodeDescription(code_page(code, receiver.settings.docs_url))


def _data(found: Diagnostic) -> dict[str, types.LSPAny] | None:
    """What code actions know their diagnostic by, however the client shows it."""
    return {"fixes": [fix.title for fix in found.fixes]} if found.fixes else None


def _and_more(receiver: Receiver, chosen: Sequence[Diagnostic]) -> types.Diagnostic:
    """That there are more mistakes, at the first of those that are not shown."""
    return types.Diagnostic(
        range=receiver.location(chosen[MOST_SHOWN].span).range,
        message=f"{len(chosen)} mistakes were found, of which the first {MOST_SHOWN} are shown",
        severity=types.DiagnosticSeverity.Information,
        source=SOURCE,
    )


def _faded(receiver: Receiver, found: Diagnostic) -> bool:
    """Hints are about what nobody uses or reaches, or what cannot be read."""
    is_unused = found.severity is Severity.HINT and found.code != _UNREADABLE
    return is_unused and receiver.client.faded_tag


def _related(
    receiver: Receiver, related: tuple[Related, ...]
) -> list[types.DiagnosticRelatedInformation] | None:
    if not related or not receiver.client.related_information:
        return None
    return [
        types.DiagnosticRelatedInformation(receiver.location(each.span), each.message)
        for each in related
    ]


def _traced(view: View) -> Traced | None:
    """The last run, as long as it is this program that ran."""
    return None if view.stale else view.traced


def _failures(view: View) -> Iterator[Diagnostic]:
    """How the last run failed."""
    traced = _traced(view)
    for fault in () if traced is None else traced.faults:
        yield _failure(view, fault)


def _unreached(view: View) -> Iterator[Diagnostic]:
    """Statements that no session came to in the last run."""
    traced = _traced(view)
    if traced is None or traced.result.outcome.stopped is not None or not traced.missed:
        return
    known = _KnownUnreached(view)
    for stretch, _, _ in traced.missed:
        if stretch not in known:
            span = _span(view, stretch)
            yield report(_NEVER_REACHED, span, severity=Severity.HINT, reason=_IN_THE_RUN)


class _KnownUnreached:
    """What the text alone says already, whatever the run; that is not said again."""

    def __init__(self, view: View) -> None:
        hints = [hint.span for hint in view.analysis.hints if hint.code == _NEVER_REACHED]
        spans = sorted(span.offsets for span in hints)
        self._starts: Final = [start for start, _ in spans]
        self._furthest: Final = list(accumulate((end for _, end in spans), max))

    def __contains__(self, stretch: Stretch) -> bool:
        before = bisect_right(self._starts, stretch.start)
        return before > 0 and self._furthest[before - 1] >= stretch.end


def _failure(view: View, fault: Fault) -> Diagnostic:
    failure = fault.failure
    when = ""
    if failure.serial is not None or failure.values:
        when = f" ({circumstances(failure.serial, failure.time, failure.values)})"
    return Diagnostic(failure.code, _span(view, fault.stretch), failure.message + when)


def _span(view: View, stretch: Stretch) -> Span:
    return Span(view.source, *stretch)
