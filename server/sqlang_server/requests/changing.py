"""Requests for changes of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from sqlang_server.requests.answering import answer

if TYPE_CHECKING:
    from sqlang_server.session import Session


def list_actions(session: Session, params: types.CodeActionParams) -> list[types.CodeAction] | None:
    """`textDocument/codeAction`"""
    from sqlang_server.features.code_actions.offered import code_actions

    only = params.context.only
    return answer(session, params, lambda view: code_actions(view, params.range, only))
