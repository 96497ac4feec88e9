"""`workspace/executeCommand`: what the lenses and actions do, for any client that shows them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from sqlang_server import extensions, uris
from sqlang_server.extensions import Preview
from sqlang_server.previews.requests import requested
from sqlang_server.progress import Reached, Token, shown_progress
from sqlang_server.runs.comparing import Change

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from sqlang_server.documents import Document
    from sqlang_server.session import Session

Arguments = Sequence[object]
Command = Callable[["Session", Arguments, Token | None], Awaitable[object]]

_LINE: Final = re.compile("[0-9]{1,9}")
_NO_URI: Final = "this command takes one argument, the URI of a document"
_NO_COMPARISON: Final = (
    "sq.compare takes one argument: `uri`, and one or more of `without` (lines, as 12 or 12-14), "
    "`sets` (values by name), `replace` (a clause), or `with` (the URI of another program)"
)


async def run(session: Session, arguments: Arguments, token: Token | None) -> Preview:
    """Runs the program, whether or not it is run while one types, and gives the report."""
    uri = document_argument(arguments)
    async with _run_shown(session, uri, token):
        return await requested(session, "sq-report", uri)


async def open_ir(session: Session, arguments: Arguments, _: Token | None) -> Preview:
    """Gives the IR, and shows it where the client can."""
    return await _opened(session, "sq-ir", document_argument(arguments))


async def open_trace(session: Session, arguments: Arguments, token: Token | None) -> Preview:
    """Runs the program and gives its trace, and shows it where the client can."""
    uri = document_argument(arguments)
    async with _run_shown(session, uri, token):
        return await _opened(session, "sq-trace", uri)


async def compare(
    session: Session, arguments: Arguments, token: Token | None
) -> Mapping[str, object]:
    """Compares the program with a change of it, or another; shows the text where the client can."""
    uri, changes, other = comparison_argument(arguments)
    document = session.opened(uri)
    session.require_trust()
    settings = session.settings_of(document)
    path = None if other is None else uris.path_of(other)
    if other is not None and path is None:
        raise JsonRpcInvalidParams(f"{other} is no file that could be compared")
    async with shown_progress(session, "Comparing programs", token=token):
        found = await session.comparisons.compare(
            document,
            "command",
            changes,
            path,
            settings.trace_iterations,
            settings.run_deadline,
        )
    text = str(found["text"])
    document.previews["sq-compare"] = Preview(document.version, text, [])
    _show(session, "sq-compare", uri)
    return {"version": document.version, "text": text, "comparison": found["comparison"]}


async def restart_workers(session: Session, _: Arguments, __: Token | None) -> None:
    """Ends the processes that run programs, whatever they do; new ones run the present texts."""
    await session.restart_workers()


async def open_timeline(session: Session, arguments: Arguments, token: Token | None) -> Preview:
    """Runs the program and gives its timeline in text and as a picture; shows the text."""
    uri = document_argument(arguments)
    async with _run_shown(session, uri, token):
        return await _opened(session, "sq-timeline", uri)


async def _opened(session: Session, scheme: str, uri: str) -> Preview:
    """The preview, which a client with virtual documents opens at the same time."""
    preview = await requested(session, scheme, uri)
    _show(session, scheme, uri)
    return preview


def _show(session: Session, scheme: str, uri: str) -> None:
    if session.client.shows_documents and session.client.virtual_documents:
        shown = types.ShowDocumentParams(uris.preview_uri(scheme, uri), take_focus=False)
        session.server.window_show_document(shown)


def _run_shown(
    session: Session, uri: str, token: Token | None
) -> AbstractAsyncContextManager[None]:
    """Progress of the run of a document, as a share of its horizon; cancelling it ends the run."""
    document = session.documents.get(uri)

    def give_up() -> None:
        if document is not None:
            session.runs.give_up(document)

    return shown_progress(
        session,
        "Running the program",
        token=token,
        look=lambda: None if document is None else _reached(session, document),
        give_up=give_up,
    )


def _reached(session: Session, document: Document) -> Reached | None:
    """How far the run of a document is."""
    time, program = session.runs.time_of(document), document.analysis.program
    if time is None or program is None:
        return None
    share = min(max(time / program.horizon, 0.0), 1.0) if program.horizon > 0 else 0.0
    return Reached(int(100 * share), f"time {time:.6g} of {program.horizon:.6g}")


COMMANDS: Final[Mapping[str, Command]] = {
    extensions.COMMAND_RUN: run,
    extensions.COMMAND_IR: open_ir,
    extensions.COMMAND_TRACE: open_trace,
    extensions.COMMAND_TIMELINE: open_timeline,
    extensions.COMMAND_COMPARE: compare,
    extensions.COMMAND_RESTART: restart_workers,
}


def document_argument(arguments: Arguments) -> str:
    """The URI that most commands take; raises `JsonRpcInvalidParams` if it is missing."""
    if len(arguments) == 1 and isinstance(arguments[0], str):
        return arguments[0]
    raise JsonRpcInvalidParams(_NO_URI)


def comparison_argument(arguments: Arguments) -> tuple[str, list[Change], str | None]:
    """The URI, the changes and the URI of another program; raises `JsonRpcInvalidParams`."""
    given = arguments[0] if len(arguments) == 1 else None
    if not isinstance(given, Mapping) or not isinstance(given.get("uri"), str):
        raise JsonRpcInvalidParams(_NO_COMPARISON)
    changes = [*_without(given.get("without")), *_sets(given.get("sets"))]
    replaced, other = given.get("replace"), given.get("with")
    if isinstance(replaced, str):
        changes.append(["replace", replaced, None])
    if other is not None and (changes or not isinstance(other, str)):
        raise JsonRpcInvalidParams(_NO_COMPARISON)
    if other is None and not changes:
        raise JsonRpcInvalidParams(_NO_COMPARISON)
    return given["uri"], changes, other


def _without(lines: object) -> list[Change]:
    """Lines from 1, as `12` or `12-14`."""
    if lines is None:
        return []
    first, dash, last = str(lines).partition("-")
    numbers = first.strip(), (last if dash else first).strip()
    if not all(map(_LINE.fullmatch, numbers)):
        raise JsonRpcInvalidParams(_NO_COMPARISON)
    return [["without", int(numbers[0]), int(numbers[1])]]


def _sets(values: object) -> list[Change]:
    if values is None:
        return []
    if not isinstance(values, Mapping):
        raise JsonRpcInvalidParams(_NO_COMPARISON)
    return [["set", str(name), str(value)] for name, value in values.items()]
