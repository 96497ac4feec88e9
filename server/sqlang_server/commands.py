"""`workspace/executeCommand`: what the lenses do, for any client that shows them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from sqlang_server import extensions, uris
from sqlang_server.extensions import Preview
from sqlang_server.previews.requests import requested
from sqlang_server.progress import shown_progress

if TYPE_CHECKING:
    from sqlang_server.session import Session


async def run(session: Session, uri: str) -> Preview:
    """Runs the program, whether or not it is run while one types, and gives the report."""
    async with shown_progress(session, "Running the program"):
        return await requested(session, "sq-report", uri)


async def open_ir(session: Session, uri: str) -> Preview:
    """Gives the IR, and shows it where the client can."""
    return await _opened(session, "sq-ir", uri)


async def open_trace(session: Session, uri: str) -> Preview:
    """Runs the program and gives its trace, and shows it where the client can."""
    async with shown_progress(session, "Running the program"):
        return await _opened(session, "sq-trace", uri)


async def open_timeline(session: Session, uri: str) -> Preview:
    """Runs the program and gives its timeline in text and as a picture; shows the text."""
    async with shown_progress(session, "Running the program"):
        return await _opened(session, "sq-timeline", uri)


async def _opened(session: Session, scheme: str, uri: str) -> Preview:
    """The preview, which a client with virtual documents opens at the same time."""
    preview = await requested(session, scheme, uri)
    if session.client.shows_documents and session.client.virtual_documents:
        shown = types.ShowDocumentParams(uris.preview_uri(scheme, uri), take_focus=False)
        session.server.window_show_document(shown)
    return preview


Command = Callable[["Session", str], Awaitable[Preview]]

COMMANDS: Final[Mapping[str, Command]] = {
    extensions.COMMAND_RUN: run,
    extensions.COMMAND_IR: open_ir,
    extensions.COMMAND_TRACE: open_trace,
    extensions.COMMAND_TIMELINE: open_timeline,
}


def document_argument(arguments: tuple[object, ...]) -> str:
    """The URI that every command takes; raises `JsonRpcInvalidParams` if it is missing."""
    if len(arguments) == 1 and isinstance(arguments[0], str):
        return arguments[0]
    raise JsonRpcInvalidParams("a command takes one argument, the URI of a document")
