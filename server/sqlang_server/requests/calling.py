"""Requests for the call hierarchy over definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server import uris
from sqlang_server.requests.answering import answer, require_unchanged, versions

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang_server.features.call_hierarchy import Places
    from sqlang_server.session import Session


def prepare_calls(
    session: Session, params: types.CallHierarchyPrepareParams
) -> list[types.CallHierarchyItem] | None:
    """`textDocument/prepareCallHierarchy`"""
    from sqlang_server.features.call_hierarchy import prepared

    return answer(session, params, lambda view: prepared(view, params.position))


async def find_callers(
    session: Session, params: types.CallHierarchyIncomingCallsParams
) -> list[types.CallHierarchyIncomingCall] | None:
    """`callHierarchy/incomingCalls`: nothing uses what is no definition."""
    from sqlang_server.features.call_hierarchy import incoming

    path = _path(session, params.item)
    if path is None or params.item.kind is not types.SymbolKind.Function:
        return None
    before = versions(session)
    own = await session.programs.reading(path)
    programs: list[Analysis] = [] if own is None else [own]
    programs += await session.programs.using([path])
    require_unchanged(session, before)
    return incoming(programs, params.item.name, _places(session))


async def find_called(
    session: Session, params: types.CallHierarchyOutgoingCallsParams
) -> list[types.CallHierarchyOutgoingCall] | None:
    """`callHierarchy/outgoingCalls`"""
    from sqlang_server.features.call_hierarchy import found_again, outgoing

    path = _path(session, params.item)
    before = versions(session)
    program = None if path is None else await session.programs.reading(path)
    require_unchanged(session, before)
    if path is None or program is None:
        return None
    caller = found_again(program, path, params.item)
    return None if caller is None else outgoing(program, caller, _places(session))


def _path(session: Session, item: types.CallHierarchyItem) -> str | None:
    document = session.documents.get(item.uri)
    return uris.path_of(item.uri) if document is None else document.source.path


def _places(session: Session) -> Places:
    from sqlang_server.features.call_hierarchy import Places

    return Places(session.documents.uri_of_path, session.client.encoding)
