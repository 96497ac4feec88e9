"""One client's session: its documents, settings and runs, and what follows when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from sqlang_server import client as clients
from sqlang_server import folders, parent
from sqlang_server import settings as configuration
from sqlang_server.documents import Document, Documents
from sqlang_server.previews.shown import ShownPreviews
from sqlang_server.publishing import Publisher
from sqlang_server.runs.live import LiveRuns
from sqlang_server.runs.workers import Workers
from sqlang_server.view import View

if TYPE_CHECKING:
    from sqlang_server.server import SqServer


class Session:
    """What `initialize` begins and the end of the connection ends."""

    def __init__(self, server: SqServer, params: types.InitializeParams) -> None:
        self.server: Final = server
        self.client: Final = clients.read(params.capabilities)
        self.folders: Final = folders.read(params)
        self._initial, self.misunderstood = configuration.parse(params.initialization_options)
        self.settings = self._initial
        self.documents: Final = Documents(self.client.encoding)
        self.workers: Final = Workers()
        self.runs: Final = LiveRuns(self.documents, self.workers, lambda: self.settings, self.ran)
        self.publisher: Final = Publisher(self)
        self.previews: Final = ShownPreviews(self)
        self.watch: Final = asyncio.ensure_future(parent.watch(params.process_id, self.close))

    def view(self, document: Document) -> View:
        """A snapshot of a document for a feature."""
        return View(
            uri=document.uri,
            version=document.version,
            analysis=document.analysis,
            positions=document.positions,
            client=self.client,
            settings=self.settings,
            program_key=lambda: document.program_key,
            traced=document.traced,
            cursor=document.cursor,
            uri_of_path=self.documents.uri_of_path,
        )

    def configure(self, given: object) -> None:
        """Puts settings into force on top of those that `initialize` brought.

        What is not understood is logged and changes nothing; documents show the difference at once.
        """
        before = self.settings
        self.settings, problems = configuration.parse(given, self._initial)
        self.warn(problems)
        if self.settings != before:
            for document in self.documents:
                self.runs.edited(document)
            self.refresh()

    def warn(self, problems: Iterable[str]) -> None:
        """Sentences for the client's log."""
        for problem in problems:
            self.server.window_log_message(
                types.LogMessageParams(types.MessageType.Warning, problem)
            )

    def edited(self, document: Document) -> None:
        """A document has a new text: tell what is wrong with it, and run it."""
        self._follow(document)
        for reader in self.documents.readers_of_libraries():
            if reader is not document:
                reader.forget()
                self._follow(reader)

    def _follow(self, document: Document) -> None:
        self.publisher.schedule(document)
        self.runs.edited(document)
        self.previews.edited(document)

    def closed(self, document: Document) -> None:
        """Nothing about a closed document stays on the screen or in work."""
        self.runs.forget(document)
        self.publisher.clear(document)
        self.previews.forget(document)

    def ran(self, document: Document) -> None:
        """A document shows the values of a new run."""
        self.publisher.ran(document)
        self.refresh()

    def refresh(self) -> None:
        """Asks the client to ask again for what is shown between the lines, if it can."""
        self.refresh_hints()
        if self.client.refreshes_lenses:
            self.server.workspace_code_lens_refresh(None)

    def refresh_hints(self) -> None:
        """The same for hints alone."""
        if self.client.refreshes_hints:
            self.server.workspace_inlay_hint_refresh(None)

    async def close(self) -> None:
        """Ends the workers; no process of ours outlives the session."""
        for document in self.documents:
            self.runs.forget(document)
        await self.workers.close()
