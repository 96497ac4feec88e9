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

    A library's mistakes are shown at the library, for as long as an open document uses it.
    """

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._waiting: dict[Document, asyncio.TimerHandle] = {}
        self._pushed: dict[Document, list[types.Diagnostic]] = {}
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
        from sqlang_server.features.diagnostics import diagnostics, in_libraries

        self._cancel(document)
        view = self._session.view(document)
        self._pushed[document] = diagnostics(view)
        self._push(document.uri, self._pushed[document], document.version)
        self._publish_libraries(document, in_libraries(view))

    def ran(self, document: Document) -> None:
        """A run ended: how it failed, if it did, is a diagnostic too."""
        from sqlang_server.features.diagnostics import diagnostics

        if not self._session.client.pulls_diagnostics:
            if self._pushed.get(document) != diagnostics(self._session.view(document)):
                self.publish(document)
        elif self._session.client.refreshes_diagnostics:
            self._session.server.workspace_diagnostic_refresh(None)

    def clear(self, document: Document) -> None:
        """Takes everything back that was said about a document, and says nothing more of it."""
        self._cancel(document)
        self._pushed.pop(document, None)
        if not self._session.client.pulls_diagnostics:
            self._push(document.uri, [], None)
            self._publish_libraries(document, {})

    def _cancel(self, document: Document) -> None:
        timer = self._waiting.pop(document, None)
        if timer is not None:
            timer.cancel()

    def _publish_libraries(
        self, document: Document, found: dict[str, list[types.Diagnostic]]
    ) -> None:
        before = self._libraries.pop(document, {})
        if found:
            self._libraries[document] = found
        for uri in {**before, **found}:
            if before.get(uri) != found.get(uri) and self._session.documents.get(uri) is None:
                self._push(uri, self._of_library(uri), None)

    def _of_library(self, uri: str) -> list[types.Diagnostic]:
        """What any open document finds in a library, each mistake once."""
        merged: list[types.Diagnostic] = []
        for found in self._libraries.values():
            merged += [mistake for mistake in found.get(uri, ()) if mistake not in merged]
        return merged

    def _push(self, uri: str, found: list[types.Diagnostic], version: int | None) -> None:
        self._session.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri, found, version)
        )
