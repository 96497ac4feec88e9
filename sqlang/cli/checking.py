"""Checks the texts that a command line names, each by itself, and gathers what is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlang.diagnostics.model import Diagnostic, DiagnosticError, Fix, Related
from sqlang.library_files import ONLY_FOR_PROGRAMS, holds_definitions_alone
from sqlang.source import Source, Span
from sqlang.syntax.workspace import Workspace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.analysis import Analysis
    from sqlang.configuration.model import HintSelection

_MOST_RELATED: Final = 10
_UNKNOWN_CONSTANT: Final = "SQ461"


class Subject:
    """One text that is checked: as it was read, as it stands now, and what was found in it.

    `identity` is its canonical path, by which it is known to those who use it as a library;
    `fixes` counts those that were made.
    """

    def __init__(
        self,
        source: Source,
        data: bytes,
        hints: HintSelection,
        *,
        undecodable: Diagnostic | None = None,
        found_in_folder: bool = False,
    ) -> None:
        self.source = source
        self.read: Final = data
        self.hints: Final = hints
        self.undecodable: Final = undecodable
        self.found_in_folder: Final = found_in_folder
        self.identity: Final = Workspace.canonical(source.path)
        self.is_library = False
        self.libraries: frozenset[str] = frozenset()
        self.diagnostics: tuple[Diagnostic, ...] = ()
        self.fixes = 0

    @property
    def is_mended(self) -> bool:
        """Whether the text is no longer as it was read."""
        return self.text_now != self.read

    @property
    def text_now(self) -> bytes:
        """The text in UTF-8, as it would be written."""
        return self.read if self.undecodable else self.source.text.encode()


class Checker:
    """Checks subjects under the same replaced constants, and with what was mended in others."""

    def __init__(self, sets: Sequence[tuple[str, str]]) -> None:
        self._sets: Final = sets
        self.workspace: Final = Workspace()

    def check(self, subjects: Iterable[Subject]) -> None:
        """Find what is wrong with each subject, and with the libraries it uses."""
        for subject in subjects:
            if subject.undecodable is not None:
                subject.diagnostics = (subject.undecodable,)
            else:
                self._check(subject)

    def _check(self, subject: Subject) -> None:
        if subject.source.path.endswith(".json"):
            subject.diagnostics = _mistakes_in_ir(subject.source)
            return
        from sqlang.analysis import analyze

        analysis = analyze(subject.source, workspace=self.workspace, overrides=self._sets)
        found = (*analysis.diagnostics, *analysis.hints, *expectation_hints(analysis))
        subject.diagnostics = tuple(filter(subject.hints.shows, found))
        subject.is_library = holds_definitions_alone(analysis.surface.program)
        subject.libraries = frozenset(
            Workspace.canonical(source.path) for source in analysis.kernel.sources[1:]
        )


def expectation_hints(analysis: Analysis) -> tuple[Diagnostic, ...]:
    """What is wrong with the expectations in a text, which few texts have."""
    if "//!" not in analysis.source.text:
        return ()
    from sqlang.views.expectations import names

    return names.expectation_hints(analysis)


def _mistakes_in_ir(source: Source) -> tuple[Diagnostic, ...]:
    from sqlang.api.program import Program

    try:
        Program.from_json(source.text, source.path)
    except DiagnosticError as error:
        return error.diagnostics
    return ()


def gather(subjects: Sequence[Subject]) -> list[Diagnostic]:
    """All that was found, by path and place; what several programs found in a library, once.

    A library that was found in a folder, or that another subject uses, need not be a program.
    """
    used = {identity for subject in subjects for identity in subject.libraries}
    texts = _Texts(subjects)
    found: list[Diagnostic] = []
    for subject in subjects:
        is_library = subject.is_library and (subject.found_in_folder or subject.identity in used)
        left_out = ONLY_FOR_PROGRAMS if is_library else frozenset()
        for each in subject.diagnostics:
            if each.code == _UNKNOWN_CONSTANT and len(subjects) > 1:
                found.append(_with_program(each, subject))
            elif each.code not in left_out:
                found.append(texts.moved(each))
    return _in_order(_as_libraries(found))


def _as_libraries(found: list[Diagnostic]) -> list[Diagnostic]:
    """Without what is only said of a file as a program, if it is refused as a library (USE-3)."""
    refused = {each.span for each in found if each.code == "SQ233"}
    libraries = {span.source for span in refused}
    return [
        each
        for each in found
        if not (each.code == "SQ110" and each.span in refused)
        and not (each.code in ONLY_FOR_PROGRAMS and each.span.source in libraries)
    ]


def _with_program(found: Diagnostic, subject: Subject) -> Diagnostic:
    """A mistake in what the command line gives, with the program in which it is one."""
    related = Related(Span(subject.source, 0, 0), "in this program")
    return found._replace(related=(*found.related, related))


class _Texts:
    """Lets a text be known by one path, though programs may come to a library by different ones."""

    def __init__(self, subjects: Iterable[Subject]) -> None:
        self._by_identity: Final = {subject.identity: subject.source for subject in subjects}
        self._known: Final = {source: source for source in self._by_identity.values()}

    def moved(self, found: Diagnostic) -> Diagnostic:
        """A diagnostic with all its places in the texts that stand for theirs."""
        places = [found.span, *(related.span for related in found.related)]
        places += [edit.span for fix in found.fixes for edit in fix.edits]
        if all(self._known.get(span.source) is span.source for span in places):
            return found
        return found._replace(
            span=self._span(found.span),
            related=tuple(each._replace(span=self._span(each.span)) for each in found.related),
            fixes=tuple(self._fix(fix) for fix in found.fixes),
        )

    def _fix(self, fix: Fix) -> Fix:
        return fix._replace(
            edits=tuple(edit._replace(span=self._span(edit.span)) for edit in fix.edits)
        )

    def _span(self, span: Span) -> Span:
        return span._replace(source=self._source(span.source))

    def _source(self, source: Source) -> Source:
        if source not in self._known:
            identity = Workspace.canonical(source.path)
            same = source
            if source.directory is not None:
                same = self._by_identity.setdefault(identity, source)
            self._known[source] = same if same.text == source.text else source
        return self._known[source]


def _in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    unique: dict[tuple[str, int, int, str, str], Diagnostic] = {}
    for each in found:
        key = (each.span.source.path, each.span.start, each.span.end, each.code, each.message)
        first = unique.setdefault(key, each)
        if first is not each:
            unique[key] = _with_related(first, each)
    return [unique[key] for key in sorted(unique, key=lambda key: key[:2])]


def _with_related(first: Diagnostic, again: Diagnostic) -> Diagnostic:
    """One diagnostic for a mistake that was found from several programs, with places of each."""
    more = tuple(each for each in again.related if each not in first.related)
    return first._replace(related=(first.related + more)[:_MOST_RELATED]) if more else first
