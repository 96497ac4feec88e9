"""Requests for the structure of a text: what can be folded, selected and edited as one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import answer

if TYPE_CHECKING:
    from sqlang_server.session import Session


def list_folds(
    session: Session, params: types.FoldingRangeParams
) -> list[types.FoldingRange] | None:
    """`textDocument/foldingRange`"""
    from sqlang_server.features.folding import folding_ranges

    return answer(session, params, folding_ranges)


def list_selections(
    session: Session, params: types.SelectionRangeParams
) -> list[types.SelectionRange] | None:
    """`textDocument/selectionRange`"""
    from sqlang_server.features.selection_ranges import selection_ranges

    return answer(session, params, lambda view: selection_ranges(view, params.positions))


def list_symbols(
    session: Session, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """`textDocument/documentSymbol`"""
    from sqlang_server.features.document_symbols import document_symbols

    return answer(session, params, document_symbols)


async def find_symbols(
    session: Session, params: types.WorkspaceSymbolParams
) -> list[types.SymbolInformation]:
    """`workspace/symbol`: all programs are looked through each time, as files change unseen."""
    from sqlang_server.features.workspace_symbols import best, matches, symbol_information

    found = [
        match
        async for source in session.programs.sources()
        for match in matches(source, params.query)
    ]
    return [
        symbol_information(match, session.documents.uri_of_path(match.source.path), session.client)
        for match in best(found)
    ]


def list_linked(
    session: Session, params: types.LinkedEditingRangeParams
) -> types.LinkedEditingRanges | None:
    """`textDocument/linkedEditingRange`"""
    from sqlang_server.features.linked_editing import linked_ranges

    return answer(session, params, lambda view: linked_ranges(view, params.position))
