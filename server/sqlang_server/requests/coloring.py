"""Requests for what each word is, to color it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.client import Client

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.features.semantic_tokens.results import TokenResults
    from sqlang_server.session import Session


def legend(client: Client) -> types.SemanticTokensLegend:
    """What `initialize` tells of the tokens."""
    from sqlang_server.features.semantic_tokens.legend import announced

    return announced(client)


def color_all(session: Session, params: types.SemanticTokensParams) -> types.SemanticTokens | None:
    """`textDocument/semanticTokens/full`"""
    document = session.documents.get(params.text_document.uri)
    return None if document is None else _results(session, document).whole(document.analysis)


def color_changes(
    session: Session, params: types.SemanticTokensDeltaParams
) -> types.SemanticTokens | types.SemanticTokensDelta | None:
    """`textDocument/semanticTokens/full/delta`"""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    return _results(session, document).delta(document.analysis, params.previous_result_id)


def color_part(
    session: Session, params: types.SemanticTokensRangeParams
) -> types.SemanticTokens | None:
    """`textDocument/semanticTokens/range`"""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    return _results(session, document).part(document.analysis, params.range)


def _results(session: Session, document: Document) -> TokenResults:
    """What is remembered of a document's tokens, from the first time that somebody asks."""
    if document.tokens is None:
        from sqlang_server.features.semantic_tokens.results import TokenResults

        document.tokens = TokenResults(session.client)
    return document.tokens
