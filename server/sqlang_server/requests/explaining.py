"""Requests for what things mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import answer

if TYPE_CHECKING:
    from sqlang_server.features.hovering.files import Glimpse
    from sqlang_server.session import Session


def show_hover(session: Session, params: types.HoverParams) -> types.Hover | None:
    """`textDocument/hover`"""
    from sqlang_server.features.hover import hover
    from sqlang_server.glimpses import glimpse

    workspace = session.documents.workspace

    def look(path: str) -> Glimpse | None:
        return glimpse(path) if workspace.may_be_read(path) else None

    return answer(session, params, lambda view: hover(view, params.position, look))
