"""Requests for other names: prepared, checked, and made in every file that has to change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server.programs import may_be_shared
from sqlang_server.requests.answering import require_unchanged, versions

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.semantics.symbols import Symbol
    from sqlang_server.features.renaming.places import FileEdits, Places
    from sqlang_server.features.renaming.target import Target
    from sqlang_server.session import Session
    from sqlang_server.view import View


def prepare_rename(
    session: Session, params: types.PrepareRenameParams
) -> types.PrepareRenamePlaceholder | None:
    """`textDocument/prepareRename`; raises `RequestFailed` with the reason if nothing can be."""
    from sqlang_server.features.renaming.target import prepared

    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    view = session.view(document)
    return prepared(view, _target(view, params.position))


async def rename(session: Session, params: types.RenameParams) -> types.WorkspaceEdit | None:
    """`textDocument/rename`; raises `RequestFailed` with the reason if it cannot be done.

    Raises `ContentModified` if one of the documents was edited meanwhile.
    """
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    view = session.view(document)
    target = _target(view, params.position)
    if params.new_name == target.symbol.name:
        return types.WorkspaceEdit()
    before = versions(session)
    places = await _renamed(session, view, target, params.new_name)
    files = _files(session, places, params.new_name)
    require_unchanged(session, before)
    from sqlang_server.features.renaming.places import workspace_edit

    return workspace_edit(files, session.client)


def _target(view: View, position: types.Position) -> Target:
    from sqlang_server.features.renaming.target import target_at

    target = target_at(view, position)
    if isinstance(target, str):
        raise _refused(target)
    return target


async def _renamed(session: Session, view: View, target: Target, name: str) -> Places:
    """The places that have to change; bindings of one name that share a value go together."""
    from sqlang_server.features.renaming.rules import bound_alike, problem_with

    problem = None
    for symbols in dict.fromkeys([(target.symbol,), bound_alike(view.analysis, target.symbol)]):
        places, programs = await _places(session, view, target, symbols)
        for program in programs:
            problem = problem_with(program, target.symbol, name)
            if problem is not None:
                raise _refused(problem)
        problem = await _verified(session, programs, target.symbol, name, places)
        if problem is None:
            return places
    raise _refused(problem or "")


async def _places(
    session: Session, view: View, target: Target, symbols: Iterable[Symbol]
) -> tuple[Places, Sequence[Analysis]]:
    """The places of symbols in all programs that share one of the files in which they stand."""
    from sqlang_server.features.renaming.places import Places

    places = Places(target.symbol.name)
    places.add(target.span)
    programs: list[Analysis] = [view.analysis]
    known: set[str] = set()
    canonical = session.documents.workspace.canonical
    while True:
        for program in programs:
            for symbol in symbols:
                places.add_symbol(program, symbol)
        shared = set(places.sources) - known
        known |= shared
        if not shared or not may_be_shared(view, shared):
            return places, programs
        have = {canonical(each.source.path) for each in programs}
        using = await session.programs.using(shared)
        programs += [each for each in using if canonical(each.source.path) not in have]


async def _verified(
    session: Session, programs: Sequence[Analysis], symbol: Symbol, name: str, places: Places
) -> str | None:
    """What would go wrong; found out in a thread, as the front end takes its time."""
    from sqlang_server.features.renaming.verification import Renaming, before, why_not

    opened = [each.source for each in session.documents if each.source.directory is not None]
    renaming = Renaming(symbol, name, places)
    known = [before(program, renaming) for program in programs]
    return await asyncio.to_thread(why_not, known, renaming, opened)


def _files(session: Session, places: Places, name: str) -> list[FileEdits]:
    """The edits of each file; one that nobody opened has to be in a workspace folder."""
    from sqlang_server.features.renaming.places import FileEdits, text_edits

    files = []
    for identity, source in places.sources.items():
        edits = text_edits(places, identity, name, session.client)
        document = session.documents.at_path(source.path)
        if document is not None:
            files.append(FileEdits(document.uri, document.version, edits))
        elif session.folders.hold(source.path):
            uri = session.documents.uri_of_path(source.path)
            files.append(FileEdits(uri, None, edits))
        else:
            raise _refused(
                f"`{places.name}` is also named in `{source.path}`, which is outside the folders "
                "of this workspace; open it, and both are changed."
            )
    return files


def _refused(sentence: str) -> JsonRpcException:
    return JsonRpcException(sentence, code=types.LSPErrorCodes.RequestFailed)
