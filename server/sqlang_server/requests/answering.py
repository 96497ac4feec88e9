"""What all requests about a document have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from lsprotocol import types

if TYPE_CHECKING:
    from sqlang_server.session import Session
    from sqlang_server.view import View


class OfDocument(Protocol):
    """Parameters that name a document."""

    @property
    def text_document(self) -> types.TextDocumentIdentifier: ...


_Result = TypeVar("_Result")

PATIENCE: Final = 0.3
"""How long to wait for a run, for clients that would not hear of it later, in seconds."""


def answer(
    session: Session, params: OfDocument, feature: Callable[[View], _Result]
) -> _Result | None:
    """What a feature says; `None` for a document that is not open: a race, nobody's mistake."""
    document = session.documents.get(params.text_document.uri)
    return None if document is None else feature(session.view(document))
