"""Requests about one document: finds it, takes a snapshot, and asks the feature.

Features are imported when they are first asked for, as the front end is: `initialize` has to be
answered within half a second, most of which the framework takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from lsprotocol import types

if TYPE_CHECKING:
    from sqlang_server.session import Session
    from sqlang_server.view import View


class _OfDocument(Protocol):
    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...


_Result = TypeVar("_Result")

_PATIENCE: Final = 0.3
"""How long to wait for a run, for clients that would not hear of it later, in seconds."""


def _answer(
    session: Session, params: _OfDocument, feature: Callable[[View], _Result]
) -> _Result | None:
    """`None` for a document that is not open: a race, not a mistake of anybody."""
    document = session.documents.get(params.text_document.uri)
    return None if document is None else feature(session.view(document))


def show_hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """`textDocument/hover`"""
    from sqlang_server.features.hover import hover

    return _answer(session, params, lambda view: hover(view, params.position))


def find_definition(
    session: Session, params: types.DefinitionParams
) -> list[types.Location] | None:
    """`textDocument/definition`"""
    from sqlang_server.features.definition import definition

    return _answer(session, params, lambda view: definition(view, params.position))


def list_symbols(
    session: Session, params: types.DocumentSymbolParams
) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
    """`textDocument/documentSymbol`"""
    from sqlang_server.features.document_symbols import document_symbols

    return _answer(session, params, document_symbols)


async def list_hints(
    session: Session, params: types.InlayHintParams
) -> list[types.InlayHint] | None:
    """`textDocument/inlayHint`; a client that cannot be asked to ask again waits for the run."""
    from sqlang_server.features.inlay_hints import inlay_hints

    document = session.documents.get(params.text_document.uri)
    if document is not None and not session.client.refreshes_hints:
        await session.runs.awaited(document, _PATIENCE)
    return _answer(session, params, lambda view: inlay_hints(view, params.range))


def resolve_hint(session: Session, hint: types.InlayHint) -> types.InlayHint:
    """`inlayHint/resolve`"""
    from sqlang_server.features.inlay_hints import document_of, resolved

    document = session.documents.get(document_of(hint) or "")
    return hint if document is None else resolved(session.view(document), hint)


def list_lenses(session: Session, params: types.CodeLensParams) -> list[types.CodeLens] | None:
    """`textDocument/codeLens`"""
    from sqlang_server.features.code_lens import code_lenses

    return _answer(session, params, code_lenses)


def list_actions(session: Session, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """`textDocument/codeAction`"""
    from sqlang_server.features.code_actions import code_actions

    only = params.context.only
    return _answer(session, params, lambda view: code_actions(view, params.range, only))


async def pull_diagnostics(
    session: Session, params: types.DocumentDiagnosticParams
) -> types.DocumentDiagnosticReport:
    """What is wrong now. A client that cannot be asked to pull again waits a moment for the run."""
    document = session.documents.get(params.text_document.uri)
    if document is None:
        return types.RelatedFullDocumentDiagnosticReport([])
    if not session.client.refreshes_diagnostics:
        await session.runs.awaited(document, _PATIENCE)
    return session.publisher.pulled(document)
