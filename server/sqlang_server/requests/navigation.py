"""Requests for where things are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.programs import may_be_shared
from sqlang_server.requests.answering import answer, require_unchanged, versions

if TYPE_CHECKING:
    from sqlang_server.features.definition import Places
    from sqlang_server.session import Session


def find_definition(session: Session, params: types.DefinitionParams) -> Places | None:
    """`textDocument/definition`"""
    from sqlang_server.features.definition import definition

    return answer(session, params, lambda view: definition(view, params.position))


def find_declaration(session: Session, params: types.DeclarationParams) -> Places | None:
    """`textDocument/declaration`"""
    from sqlang_server.features.definition import declaration

    return answer(session, params, lambda view: declaration(view, params.position))


def highlight(
    session: Session, params: types.DocumentHighlightParams
) -> list[types.DocumentHighlight] | None:
    """`textDocument/documentHighlight`"""
    from sqlang_server.features.highlights import highlights

    return answer(session, params, lambda view: highlights(view, params.position))


async def find_references(
    session: Session, params: types.ReferenceParams
) -> list[types.Location] | None:
    """`textDocument/references`; of what a library names also in the other programs that use it."""
    from sqlang_server.features.naming import named_at
    from sqlang_server.features.references import files_of, references

    document = session.documents.get(params.text_document.uri)
    if document is None:
        return None
    view = session.view(document)
    named = named_at(view, view.offset(params.position))
    if named is None:
        return None
    before = versions(session)
    found: dict[tuple[str, int, int], types.Location] = {}
    for symbol in named.symbols:
        files = files_of(view.analysis.symbols.occurrences_of(symbol))
        others = await session.programs.using(files) if may_be_shared(view, files) else ()
        require_unchanged(session, before)
        with_declaration = params.context.include_declaration
        for place in references(view, symbol, others, with_declaration=with_declaration):
            start = place.range.start
            found.setdefault((place.uri, start.line, start.character), place)
    return list(found.values())


def list_links(
    session: Session, params: types.DocumentLinkParams
) -> list[types.DocumentLink] | None:
    """`textDocument/documentLink`"""
    from sqlang_server.features.document_links import document_links

    return answer(session, params, document_links)
