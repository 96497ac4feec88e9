"""One client's session: its documents, settings and runs, and what follows when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import client as clients
from sqlang_server import folders, parent
from sqlang_server import settings as configuration
from sqlang_server.checking.closed_files import ClosedFiles
from sqlang_server.checking.polls import Polls
from sqlang_server.documents import Document, Documents
from sqlang_server.previews.shown import ShownPreviews
from sqlang_server.programs import Programs
from sqlang_server.projects import Projects
from sqlang_server.publishing import Publisher
from sqlang_server.recoloring import Recoloring
from sqlang_server.releasing import Releasing
from sqlang_server.runs.comparing import Comparisons
from sqlang_server.runs.live import LiveRuns
from sqlang_server.runs.states import ToldStates
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
        self._of_folders: dict[str, configuration.Settings] = {}
        self.releasing: Final = Releasing(self._release)
        self.documents: Final = Documents(self.client.encoding, self.releasing.used)
        self.programs: Final = Programs(self.documents, self.folders)
        self.workers: Final = Workers()
        self.comparisons: Final = Comparisons(self.documents, self.workers)
        self.projects: Final = Projects(self.warn)
        self.run_states: Final = ToldStates(self)
        self.runs: Final = LiveRuns(
            self.documents, self.workers, self.settings_of, self.ran, self.run_states.tell
        )
        self.publisher: Final = Publisher(self)
        self.polls: Final = Polls(self)
        self.closed_files: Final = ClosedFiles(self)
        self.previews: Final = ShownPreviews(self)
        self.recoloring: Final = Recoloring(self)
        self._confine()
        self.watch: Final = asyncio.ensure_future(parent.watch(params.process_id, self.close))

    def view(self, document: Document) -> View:
        """A snapshot of a document for a feature."""
        return View(
            uri=document.uri,
            version=document.version,
            analysis=document.analysis,
            positions=document.positions,
            client=self.client,
            settings=self.settings_of(document),
            program_key=lambda: document.program_key,
            traced=document.traced,
            cursor=document.cursor,
            uri_of_path=self.documents.uri_of_path,
            hints=self.projects.hints(document.source.directory),
        )

    def opened(self, uri: str) -> Document:
        """The open document of a URI; raises `JsonRpcException` with a sentence for the user."""
        document = self.documents.get(uri)
        if document is None:
            raise JsonRpcException(f"{uri} is not open", code=types.LSPErrorCodes.RequestFailed)
        return document

    def require_trust(self) -> None:
        """Raises `JsonRpcException` where nothing may be run."""
        if self.settings.restricted:
            raise JsonRpcException(
                "nothing is run in a workspace that is not trusted",
                code=types.LSPErrorCodes.RequestFailed,
            )

    async def restart_workers(self) -> None:
        """Gives up all work, ends the workers, and runs the present texts in new ones."""
        for document in self.documents:
            self.runs.forget(document)
            self.comparisons.forget(document)
        await self.workers.restart()
        for document in self.documents:
            self.runs.edited(document)

    def settings_of(self, document: Document) -> configuration.Settings:
        """The settings for a document: those of its folder, if it has some of its own."""
        if document.source.directory is None:
            return self.settings
        return self.settings_of_path(document.source.path)

    def settings_of_path(self, path: str) -> configuration.Settings:
        """The settings for a file: those of its folder, if it has some of its own."""
        folder = self.folders.around(path) if self._of_folders else None
        return self._of_folders.get(folder or "", self.settings)

    def configure(self, given: object, of_folders: Mapping[str, object] | None = None) -> None:
        """Puts settings into force on top of those that `initialize` brought.

        `of_folders` are those of single folders by their paths, on top of these. What is not
        understood is logged and changes nothing; documents show the difference at once.
        """
        before = self.settings, self._of_folders
        self.settings, problems = configuration.parse(given, self._initial)
        self._of_folders = {}
        told = list(problems)
        for path, own in (of_folders or {}).items():
            self._of_folders[path], problems = configuration.of_folder(own, self.settings)
            told += problems
        self.warn(dict.fromkeys(told))
        if (self.settings, self._of_folders) != before:
            self._reconfigured()

    def _reconfigured(self) -> None:
        self._confine()
        for document in self.documents:
            self.runs.edited(document)
        self.publisher.recheck(self.documents)
        self.closed_files.changed()
        self.refresh()

    def _confine(self) -> None:
        """While the workspace is not trusted, nothing outside its folders is read."""
        within = self.folders.paths if self.settings.restricted else None
        self.documents.workspace.confine(within)

    def folders_changed(self, event: types.WorkspaceFoldersChangeEvent) -> None:
        """Folders were added to the workspace or removed from it."""
        self.folders.change(event)
        self._confine()
        self.files_changed()

    def files_changed(self) -> None:
        """Files on the disk may have changed: what depends on them is told anew."""
        for document in self.documents:
            if document.reads_libraries and document.is_outdated:
                self._follow(document)
                self.recoloring.library_changed(document)
            elif document.traced is not None and not self.runs.current(document):
                self.runs.edited(document)
        self.publisher.recheck(self.documents)
        self.closed_files.changed()
        self.polls.wake()

    def warn(self, problems: Iterable[str]) -> None:
        """Sentences for the client's log."""
        for problem in problems:
            self.server.window_log_message(
                types.LogMessageParams(types.MessageType.Warning, problem)
            )

    def edited(self, document: Document) -> None:
        """A document has a new text: tell what is wrong with it, and run it."""
        self.closed_files.opened(document)
        self._follow(document)
        self._follow_readers(document)
        self.closed_files.changed()
        self.polls.wake()

    def _follow_readers(self, library: Document) -> None:
        """Programs that use a document mean something else now."""
        for reader in self.documents.readers_of_libraries():
            if reader is not library and reader.is_outdated:
                self._follow(reader)
                self.recoloring.library_changed(reader)

    def _follow(self, document: Document) -> None:
        self.publisher.schedule(document)
        self.runs.edited(document)
        self.previews.edited(document)

    def closed(self, document: Document) -> None:
        """Nothing about a closed document stays on the screen or in work."""
        self.releasing.forget(document)
        self.runs.forget(document)
        self.comparisons.forget(document)
        self.run_states.forget(document)
        self.publisher.clear(document)
        self.previews.forget(document)
        self._follow_readers(document)
        self.closed_files.changed()
        self.polls.wake()

    def _release(self, document: Document) -> None:
        """Nobody has asked about a document for a while: what is told of it is enough."""
        document.release()
        self.runs.release(document)

    def ran(self, document: Document) -> None:
        """A document shows the values of a new run."""
        self.publisher.ran(document)
        self.polls.wake()
        self.refresh()

    def refresh(self) -> None:
        """Asks the client to ask again for what is shown between the lines, if it can."""
        self.refresh_hints()
        if self.client.refreshes_lenses:
            self.server.workspace_code_lens_refresh(None)
        if self.client.refreshes_inline_values:
            self.server.workspace_inline_value_refresh(None)

    def refresh_hints(self) -> None:
        """The same for hints alone."""
        if self.client.refreshes_hints:
            self.server.workspace_inlay_hint_refresh(None)

    async def close(self) -> None:
        """Ends the workers; no process of ours outlives the session."""
        for document in self.documents:
            self.runs.forget(document)
            self.comparisons.forget(document)
        await self.closed_files.close()
        await self.workers.close()
