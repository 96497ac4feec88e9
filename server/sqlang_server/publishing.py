"""Brings diagnostics to the client: pushed after a pause, or pulled when it likes; never both."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from lsprotocol import types

from sqlang_server.checking.board import Board, Found
from sqlang_server.checking.reports import Reports, related_report

if TYPE_CHECKING:
    from sqlang.configuration.model import HintSelection
    from sqlang_server.documents import Document
    from sqlang_server.runs.traced import Traced
    from sqlang_server.session import Session
    from sqlang_server.settings import Settings


class _Basis(NamedTuple):
    """All that the diagnostics of a document's own text depend on."""

    state: int
    traced: Traced | None
    hints: HintSelection | None
    settings: Settings

    def is_same(self, other: _Basis) -> bool:
        """Whether nothing has changed between two looks."""
        return (
            self.state == other.state
            and self.traced is other.traced
            and self.hints is other.hints
            and self.settings is other.settings
        )


class _Own(NamedTuple):
    """What a document's own text shows, and what it was found in."""

    basis: _Basis
    found: Found


class Publisher:
    """Pushes diagnostics with the version they belong to; for a client that pulls, asks it to.

    A library's mistakes are shown at the library, for as long as a program uses it; if it is open
    itself, beside those that its own text shows.
    """

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._waiting: Final[dict[Document, asyncio.TimerHandle]] = {}
        self._told: Final[dict[Document, Found]] = {}
        self._own: Final[dict[Document, _Own]] = {}
        self._read: Final[dict[Document, int]] = {}
        self._related: Final[dict[Document, frozenset[str]]] = {}
        self.board: Final = Board()
        self.reports: Final = Reports()

    @property
    def _pushes(self) -> bool:
        return not self._session.client.pulls_diagnostics

    def schedule(self, document: Document) -> None:
        """Pushes after the pause the user set, unless another edit comes first."""
        if not self._pushes:
            return
        self._cancel(document)
        loop = asyncio.get_running_loop()
        delay = self._session.settings_of(document).diagnostics_delay / 1000
        self._waiting[document] = loop.call_later(delay, self.publish, document)

    def publish(self, document: Document) -> None:
        """Pushes what is wrong in the present text, and in the libraries it uses."""
        self._cancel(document)
        concerned = self._look_into_libraries()
        self._publish_text(document)
        self._publish_files(concerned - {document.uri})

    def pulled(self, document: Document, previous: str | None) -> types.DocumentDiagnosticReport:
        """What is wrong in a document, and in the libraries it uses if the client wants those."""
        self._look_into_libraries()
        found = self._told[document] = self._found(document)
        name = self.reports.result_id(document.uri, found)
        related: dict[str, types.FullDocumentDiagnosticReport] = {}
        if self._session.client.related_documents:
            related = self._in_related_documents(document)
        return related_report(found, name, previous, {**related})

    def found_in(self, uri: str) -> Found:
        """What is wrong in a file, open or not."""
        document = self._session.documents.get(uri)
        return self._found(document) if document is not None else self._merged(self.board.at(uri))

    def found_by(self, finder: Hashable, found: Mapping[str, Found]) -> set[str]:
        """Puts up what somebody found in files; gives the files of which something else is known.

        A client that is pushed is told.
        """
        concerned = self.board.put(finder, found)
        if self._pushes:
            self._publish_files(concerned)
        return concerned

    def ran(self, document: Document) -> None:
        """A run ended: how it failed, if it did, is a diagnostic too."""
        if self._told.get(document) != self._found(document):
            self.recheck([document])

    def recheck(self, documents: Iterable[Document]) -> None:
        """Tells what is wrong in documents now, or asks the client to ask."""
        if self._pushes:
            for document in documents:
                self.publish(document)
        elif self._session.client.refreshes_diagnostics:
            self._session.server.workspace_diagnostic_refresh(None)

    def clear(self, document: Document) -> None:
        """Takes everything back that was said about a document, and says nothing more of it."""
        self._cancel(document)
        for known in (self._told, self._own, self._read, self._related):
            known.pop(document, None)
        self.reports.forget(document.uri)
        concerned = self.board.put(document, {})
        if self._pushes:
            self._publish_files({document.uri, *concerned})

    def _cancel(self, document: Document) -> None:
        timer = self._waiting.pop(document, None)
        if timer is not None:
            timer.cancel()

    def _look_into_libraries(self) -> set[str]:
        """Puts up what open documents find in libraries; gives the files that are concerned."""
        from sqlang_server.features.diagnostics import in_libraries

        concerned: set[str] = set()
        for reader in self._session.documents.readers_of_libraries():
            state = reader.state
            if self._read.get(reader) != state:
                self._read[reader] = state
                concerned |= self.board.put(reader, in_libraries(self._session.view(reader)))
        for reader in [each for each in self._read if not each.reads_libraries]:
            del self._read[reader]
            concerned |= self.board.put(reader, {})
        return concerned

    def _in_related_documents(
        self, document: Document
    ) -> dict[str, types.FullDocumentDiagnosticReport]:
        """Of each library that has mistakes, or had some when the client last asked."""
        now = frozenset(self.board.found_by(document))
        before = self._related.get(document, frozenset())
        self._related[document] = now
        related = {}
        for uri in sorted(now | before):
            found = self.found_in(uri)
            name = self.reports.result_id(uri, found)
            related[uri] = types.FullDocumentDiagnosticReport(found, result_id=name)
        return related

    def _publish_text(self, document: Document) -> None:
        found = self._told[document] = self._found(document)
        self._push(document.uri, found, document.version)

    def _publish_files(self, concerned: Iterable[str]) -> None:
        for uri in concerned:
            document = self._session.documents.get(uri)
            if document is None:
                self._push(uri, self._merged(self.board.at(uri)), None)
            elif document not in self._waiting:
                self._publish_text(document)

    def _found(self, document: Document) -> Found:
        """What is wrong in a document, by itself and as a library of others."""
        own, others = self._own_of(document), self.board.at(document.uri)
        return self._merged([own, *others]) if others else own

    def _own_of(self, document: Document) -> Found:
        from sqlang_server.features.diagnostics import diagnostics

        basis, known = self._basis(document), self._own.get(document)
        if known is None or not known.basis.is_same(basis):
            view = self._session.view(document)
            known = self._own[document] = _Own(basis, diagnostics(view))
        return known.found

    def _basis(self, document: Document) -> _Basis:
        return _Basis(
            document.state,
            document.traced,
            self._session.projects.hints(document.source.directory),
            self._session.settings_of(document),
        )

    @staticmethod
    def _merged(lists: list[Found]) -> Found:
        from sqlang_server.features.diagnostics import merged

        return merged(lists)

    def _push(self, uri: str, found: Found, version: int | None) -> None:
        self._session.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version)
        )
