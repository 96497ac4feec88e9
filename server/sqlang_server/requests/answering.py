"""What all requests about a document have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcContentModified

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


def versions(session: Session) -> list[tuple[str, int]]:
    """The state of all open documents, for requests that take more than one turn of the loop."""
    return [(document.uri, document.version) for document in session.documents]


def require_unchanged(session: Session, before: list[tuple[str, int]]) -> None:
    """Raises `ContentModified` if a document was edited since: then places found are none."""
    if versions(session) != before:
        raise JsonRpcContentModified("a document was edited meanwhile")
