"""Brings diagnostics to the client: pushed after a pause, or pulled when it likes; never both."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from lsprotocol import types

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.session import Session


class Publisher:
    """Pushes diagnostics with the version they belong to; for a client that pulls, asks it to.

    A library's mistakes are shown at the library, for as long as an open document uses it; if it is
    open itself, beside those that its own text shows.
    """

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._waiting: dict[Document, asyncio.TimerHandle] = {}
        self._told: dict[Document, list[types.Diagnostic]] = {}
        self._libraries: dict[Document, dict[str, list[types.Diagnostic]]] = {}

    def schedule(self, document: Document) -> None:
        """Pushes after the pause the user set, unless another edit comes first."""
        if self._session.client.pulls_diagnostics:
            return
        self._cancel(document)
        loop = asyncio.get_running_loop()
        delay = self._session.settings.diagnostics_delay / 1000
        self._waiting[document] = loop.call_later(delay, self.publish, document)

    def publish(self, document: Document) -> None:
        """Pushes what is wrong in the present text, and in the libraries it uses."""
        from sqlang_server.features.diagnostics import in_libraries

        self._cancel(document)
        self._publish_text(document)
        self._publish_libraries(document, in_libraries(self._session.view(document)))

    def pulled(self, document: Document) -> types.RelatedFullDocumentDiagnosticReport:
        """What is wrong in a document, and in the libraries it uses if the client wants those."""
        from sqlang_server.features.diagnostics import in_libraries, pulled

        self._told[document] = self._found(document)
        related = {}
        if self._session.client.related_documents:
            related = in_libraries(self._session.view(document))
            for uri in related:
                library = self._session.documents.get(uri)
                if library is not None:
                    related[uri] = self._found(library)
        return pulled(self._told[document], related)

    def ran(self, document: Document) -> None:
        """A run ended: how it failed, if it did, is a diagnostic too."""
        if self._told.get(document) == self._found(document):
            return
        if not self._session.client.pulls_diagnostics:
            self.publish(document)
        elif self._session.client.refreshes_diagnostics:
            self._session.server.workspace_diagnostic_refresh(None)

    def clear(self, document: Document) -> None:
        """Takes everything back that was said about a document, and says nothing more of it."""
        self._cancel(document)
        self._told.pop(document, None)
        if not self._session.client.pulls_diagnostics:
            self._push(document.uri, self._of_library(document.uri), None)
            self._publish_libraries(document, {})
            for reader in self._session.documents.readers_of_libraries():
                if reader is not document:
                    self.schedule(reader)

    def _cancel(self, document: Document) -> None:
        timer = self._waiting.pop(document, None)
        if timer is not None:
            timer.cancel()

    def _publish_text(self, document: Document) -> None:
        found = self._told[document] = self._found(document)
        self._push(document.uri, found, document.version)

    def _found(self, document: Document) -> list[types.Diagnostic]:
        """What is wrong in a document, by itself and as a library of the other open ones."""
        from sqlang_server.features.diagnostics import diagnostics, in_libraries, merged

        own = diagnostics(self._session.view(document))
        readers = self._session.documents.readers_of_libraries()
        others = [self._session.view(reader) for reader in readers if reader is not document]
        return merged([own, *(in_libraries(other).get(document.uri, []) for other in others)])

    def _publish_libraries(
        self, document: Document, found: dict[str, list[types.Diagnostic]]
    ) -> None:
        before = self._libraries.pop(document, {})
        if found:
            self._libraries[document] = found
        for uri in {**before, **found}:
            if before.get(uri) == found.get(uri):
                continue
            library = self._session.documents.get(uri)
            if library is None:
                self._push(uri, self._of_library(uri), None)
            else:
                self._publish_text(library)

    def _of_library(self, uri: str) -> list[types.Diagnostic]:
        """What any open document finds in a library, each mistake once."""
        from sqlang_server.features.diagnostics import merged

        return merged(found.get(uri, []) for found in self._libraries.values())

    def _push(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        self._session.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version)
        )
