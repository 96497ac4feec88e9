"""`workspace/diagnostic`: what is wrong in all files, told when there is something new to tell."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from sqlang_server import uris
from sqlang_server.checking.board import Found
from sqlang_server.checking.reports import cancelled, workspace_report

if TYPE_CHECKING:
    from sqlang_server.session import Session

Report = types.WorkspaceDocumentDiagnosticReport
_CALM: Final = 0.1
"""How long to let more happen once something has, in seconds."""
_PART: Final = 50
"""So many files are told of in one part of an answer that may come in parts."""


class Polls:
    """Answers requests for all files.

    The first is answered once all files have been checked. A later one that would tell nothing
    new waits until there is something; if another comes meanwhile, it is given up for that one.
    """

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._news: Final = asyncio.Event()
        self._was_asked = False
        self._newest = 0

    def wake(self) -> None:
        """Something may have been found."""
        self._news.set()

    async def answer(
        self, params: types.WorkspaceDiagnosticParams
    ) -> types.WorkspaceDiagnosticReport:
        """What is wrong in each file; in parts, if the client has a token for these.

        Raises `JsonRpcException` with `ServerCancelled` if another request takes its place.
        """
        self._newest += 1
        self.wake()
        poll = _Poll(self._session, params)
        may_wait, self._was_asked = self._was_asked, True
        number = self._newest
        while True:
            self._news.clear()
            is_over = self.is_complete()
            await poll.collect()
            if is_over and (poll.has_news or not may_wait):
                return poll.answer()
            await self._news.wait()
            await asyncio.sleep(_CALM)
            if number != self._newest:
                raise cancelled("another request took the place of this one", ask_again=False)

    def is_complete(self) -> bool:
        """Whether all files have been looked at that the user wants to be told about."""
        is_wanted = self._session.settings.diagnostics_scope == "workspace"
        return not is_wanted or self._session.closed_files.looked


class _Poll:
    """One request, and what it has been told so far."""

    def __init__(self, session: Session, params: types.WorkspaceDiagnosticParams) -> None:
        self._session: Final = session
        self._token: Final = params.partial_result_token
        self._previous: Final = {_key(each.uri): each for each in params.previous_result_ids}
        self._uris: Final = {key: each.uri for key, each in self._previous.items()}
        self._names: Final[dict[str, str]] = {}
        self._reports: Final[dict[str, Report]] = {}
        self.has_news = False

    async def collect(self) -> None:
        """Takes down what is not told yet; what may come in parts is sent."""
        present = set()
        for uri, version in self._files():
            present.add(_key(uri))
            found = self._session.publisher.found_in(uri)
            name = self._session.publisher.reports.result_id(uri, found)
            if self._names.get(_key(uri)) != name:
                self._take(uri, version, found, name)
            if self._token is not None and len(self._reports) >= _PART:
                self._send_part()
            await asyncio.sleep(0)
        self._take_back(present)
        if self._token is not None and self.has_news and self._reports:
            self._send_part()

    def _take(self, uri: str, version: int | None, found: Found, name: str) -> None:
        """Takes down what is to be told of a file."""
        key = _key(uri)
        self._uris[key] = uri
        self._names[key] = name
        before = self._previous.get(key)
        previous = None if before is None else before.value
        self._reports[key] = workspace_report(uri, version, found, name, previous)
        self.has_news = self.has_news or name != previous

    def answer(self) -> types.WorkspaceDiagnosticReport:
        """The answer; an empty one if all of it has been sent in parts."""
        return types.WorkspaceDiagnosticReport(list(self._reports.values()))

    def _files(self) -> Iterator[tuple[str, int | None]]:
        """The open documents with their versions, and the files that have been checked."""
        for document in self._session.documents:
            yield document.uri, document.version
        files = (*self._session.closed_files.uris(), *self._session.publisher.board.files())
        for uri in dict.fromkeys(files):
            if self._session.documents.get(uri) is None:
                yield uri, None

    def _take_back(self, present: set[str]) -> None:
        """A file that the client knows mistakes of has none once it is gone, or not wanted."""
        if not self._session.polls.is_complete():
            return
        for key, uri in tuple(self._uris.items()):
            if key in present:
                continue
            name = self._session.publisher.reports.result_id(uri, [])
            if self._names.get(key) != name:
                self._take(uri, None, [], name)

    def _send_part(self) -> None:
        part = types.WorkspaceDiagnosticReportPartialResult(list(self._reports.values()))
        self._reports.clear()
        if self._token is not None:
            self._session.server.progress(types.ProgressParams(self._token, part))


def _key(uri: str) -> str:
    return uris.key_of(uri) or uri
