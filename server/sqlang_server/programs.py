"""The programs that use a file: those that are open, and those in the workspace folders."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from typing import TYPE_CHECKING, Final

from sqlang.syntax.workspace import Workspace
from sqlang_server.documents import Documents
from sqlang_server.folders import SLICE, Folders
from sqlang_server.library_uses import used_libraries

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.source import Source
    from sqlang_server.view import View


class Programs:
    """Finds programs by the files that they use, directly or through another library.

    Texts of open documents count as they are typed. Nothing is remembered: files change unseen.
    """

    def __init__(self, documents: Documents, folders: Folders) -> None:
        self._documents: Final = documents
        self._folders: Final = folders

    async def using(self, paths: Iterable[str]) -> list[Analysis]:
        """The analyses of all programs that use one of some files, in no particular order.

        Of a large closed program it is made in a thread, as nobody waits for that while typing.
        """
        sources, users = await self._users()
        wanted = {self._documents.workspace.canonical(path) for path in paths}
        found: set[str] = set()
        pending = list(wanted)
        while pending:
            for user in users.get(pending.pop(), ()):
                if user not in found:
                    found.add(user)
                    pending.append(user)
        return [await self._analysis(sources[identity]) for identity in sorted(found)]

    async def sources(self) -> AsyncIterator[Source]:
        """The texts of all programs, those of open documents first, each once.

        There are pauses in which others may work.
        """
        canonical = self._documents.workspace.canonical
        opened = list(self._documents)
        for document in opened:
            yield document.source
        seen = {document.canonical for document in opened}
        until = time.monotonic() + SLICE
        for path in await self._folders.listed():
            identity = canonical(path)
            source = None if identity in seen else self._documents.workspace.read(path)
            seen.add(identity)
            if source is not None:
                yield source
            if time.monotonic() > until:
                await asyncio.sleep(0)
                until = time.monotonic() + SLICE

    async def reading(self, path: str) -> Analysis | None:
        """The analysis of a program that holds the text of a file, if it is one of ours.

        That is the file itself if it is open or in a workspace folder, else an open program that
        uses it.
        """
        document = self._documents.at_path(path)
        if document is not None:
            return document.analysis
        identity = self._documents.workspace.canonical(path)
        for each in self._documents:
            sources = each.analysis.kernel.sources
            if any(identity == Workspace.canonical(source.path) for source in sources[1:]):
                return each.analysis
        source = self._documents.workspace.read(path) if self._folders.hold(path) else None
        return None if source is None else await self._analysis(source)

    async def _users(self) -> tuple[dict[str, Source], dict[str, list[str]]]:
        """The programs by their identities (USE-1), and who uses each file."""
        canonical = self._documents.workspace.canonical
        sources: dict[str, Source] = {}
        users: dict[str, list[str]] = {}
        async for source in self.sources():
            identity = canonical(source.path)
            sources[identity] = source
            for used in _used(source):
                users.setdefault(canonical(used), []).append(identity)
        return sources, users

    async def _analysis(self, source: Source) -> Analysis:
        document = self._documents.at_path(source.path)
        if document is not None:
            return document.analysis
        from sqlang.analysis import analyze

        return await asyncio.to_thread(analyze, source, workspace=self._documents.workspace)


def may_be_shared(view: View, files: Iterable[str]) -> bool:
    """Whether other programs may use one of these files: a library, or what could be one (USE-3).

    Files are named by their identities (USE-1).
    """
    from sqlang.library_files import holds_definitions_alone

    own = Workspace.canonical(view.source.path)
    return any(each != own for each in files) or holds_definitions_alone(
        view.analysis.surface.program
    )


def _used(source: Source) -> list[str]:
    from os.path import join

    folder = source.directory
    return [] if folder is None else [join(folder, name) for name in used_libraries(source.text)]
