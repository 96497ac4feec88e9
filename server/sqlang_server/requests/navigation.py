"""Requests for where things are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import answer

if TYPE_CHECKING:
    from sqlang_server.session import Session


def find_definition(
    session: Session, params: types.DefinitionParams
) -> list[types.Location] | None:
    """`textDocument/definition`"""
    from sqlang_server.features.definition import definition

    return answer(session, params, lambda view: definition(view, params.position))


def list_symbols(
    session: Session, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """`textDocument/documentSymbol`"""
    from sqlang_server.features.document_symbols import document_symbols

    return answer(session, params, document_symbols)
