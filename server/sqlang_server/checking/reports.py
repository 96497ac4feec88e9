"""Result ids: a client that has what was found already is told so instead of it."""

from __future__ import annotations

import uuid
from itertools import count
from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from sqlang_server import uris
from sqlang_server.checking.board import Found


class Reports:
    """Names what was found in each file: by the same name as long as it is the same."""

    def __init__(self) -> None:
        # An id of another process must never be taken for one of ours.
        self._prefix: Final = uuid.uuid4().hex[:8]
        self._numbers: Final = count(1)
        self._last: Final[dict[str, tuple[str, Found]]] = {}

    def result_id(self, uri: str, found: Found) -> str:
        """The name of what was found in a file just now."""
        key = uris.key_of(uri) or uri
        last = self._last.get(key)
        if last is not None and last[1] == found:
            return last[0]
        name = f"{self._prefix}-{next(self._numbers)}"
        self._last[key] = name, found
        return name

    def forget(self, uri: str) -> None:
        """What is found there next has a name of its own."""
        self._last.pop(uris.key_of(uri) or uri, None)


FullOrUnchanged = types.FullDocumentDiagnosticReport | types.UnchangedDocumentDiagnosticReport


def related_report(
    found: Found, name: str, previous: str | None, related: dict[str, FullOrUnchanged]
) -> types.DocumentDiagnosticReport:
    """The answer to a request for one document."""
    if name == previous:
        return types.RelatedUnchangedDocumentDiagnosticReport(
            name, related_documents=related or None
        )
    return types.RelatedFullDocumentDiagnosticReport(
        found, related_documents=related or None, result_id=name
    )


def cancelled(sentence: str, *, ask_again: bool) -> JsonRpcException:
    """Why a request for diagnostics is not answered, and whether the client should ask again."""
    code = types.LSPErrorCodes.ServerCancelled
    return JsonRpcException(sentence, code=code, data={"retriggerRequest": ask_again})


def workspace_report(
    uri: str, version: int | None, found: Found, name: str, previous: str | None
) -> types.WorkspaceDocumentDiagnosticReport:
    """What a request for all files is told about one of them."""
    if name == previous:
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, name, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, found, version, result_id=name)
