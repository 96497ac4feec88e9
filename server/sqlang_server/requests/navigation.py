"""Requests for where things are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.programs import may_be_shared
from sqlang_server.requests.answering import answer, require_unchanged, versions

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang_server.documents import Document
    from sqlang_server.features.definition import Places
    from sqlang_server.features.naming import Named
    from sqlang_server.session import Session
    from sqlang_server.view import View


async def find_definition(session: Session, params: types.DefinitionParams) -> Places | None:
    """`textDocument/definition`"""
    from sqlang_server.features.definition import definition

    found = answer(session, params, lambda view: definition(view, params.position))
    return found if found is not None else await _declared_in_programs(session, params, first=False)


async def find_declaration(session: Session, params: types.DeclarationParams) -> Places | None:
    """`textDocument/declaration`"""
    from sqlang_server.features.definition import declaration

    found = answer(session, params, lambda view: declaration(view, params.position))
    return found if found is not None else await _declared_in_programs(session, params, first=True)


async def _declared_in_programs(
    session: Session, params: types.DefinitionParams | types.DeclarationParams, *, first: bool
) -> Places | None:
    """Where the programs that use a library declare a name in it; the `first` place or all."""
    from sqlang_server.features.definition import declared_in_programs

    document = session.documents.get(params.text_document.uri)
    elsewhere = await _in_programs(session, document, params.position)
    return None if elsewhere is None else declared_in_programs(*elsewhere[:2], first=first)


async def _in_programs(
    session: Session, document: Document | None, position: types.Position
) -> tuple[View, Named, list[Analysis]] | None:
    """What a name in a library means in the programs that use it, and these."""
    from sqlang_server.features.naming import named_in_programs

    if document is None:
        return None
    view = session.view(document)
    if not may_be_shared(view, ()):
        return None
    before = versions(session)
    programs = await session.programs.using([document.canonical])
    require_unchanged(session, before)
    named = named_in_programs(view, view.offset(position), programs)
    return None if named is None else (view, named, programs)


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
    elsewhere = None
    if named is None:
        elsewhere = await _in_programs(session, document, params.position)
    if elsewhere is not None:
        view, named, _ = elsewhere
    if named is None:
        return None
    before = versions(session)
    found: dict[tuple[str, int, int], types.Location] = {}
    for symbol in named.symbols:
        known = view.analysis.symbols.occurrences_of(symbol)
        files = files_of(known) if elsewhere is None else [document.canonical]
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
