"""Requests for what would be: other values of constants."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server.extensions import ConstantsParams, WhatIfParams

if TYPE_CHECKING:
    from sqlang_server.session import Session


async def what_if(session: Session, params: WhatIfParams) -> dict[str, Any]:
    """`sq/whatIf`; a later one for the same document takes its place."""
    from sqlang_server.features.what_if import answer, changes

    document = session.opened(params.text_document.uri)
    session.require_trust()
    version = document.version
    wanted = changes(session.view(document), params.sets)
    if isinstance(wanted, str):
        raise JsonRpcException(wanted, code=types.LSPErrorCodes.RequestFailed)
    settings = session.settings_of(document)
    found = await session.comparisons.compare(
        document, "what if", wanted, None, settings.trace_iterations, settings.run_deadline
    )
    return answer(version, found["comparison"])


def list_constants(session: Session, params: ConstantsParams) -> list[dict[str, Any]]:
    """`sq/constants`"""
    from sqlang_server.features.what_if import constants

    return constants(session.view(session.opened(params.text_document.uri)))
