"""How the run of a document is: a word for programs, a sentence for people (`sq/runState`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from lsprotocol import types

from sqlang_server import extensions

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.runs.results import Result
    from sqlang_server.session import Session
    from sqlang_server.settings import Settings


class RunState(NamedTuple):
    """One of the states of `docs/protocol.md`, and what a user may read of it."""

    state: str
    message: str


RUNNING: Final = RunState("running", "The program runs.")
GIVEN_UP: Final = RunState("stopped", "The run was given up.")
_GONE: Final = RunState("failed", "The process that ran the program has ended.")

_OFF: Final = RunState("off", "Programs are not run while they are written.")
_RESTRICTED: Final = RunState("off", "The workspace is not trusted: programs are not run.")
_NOTHING: Final = RunState("nothing", "There are definitions alone: nothing is run.")
_MISTAKES: Final = RunState("mistakes", "A program with mistakes is not run.")
_OLDER: Final = RunState("mistakes", "Values are those of the last text without mistakes.")
_ENDED: Final = RunState("ended", "Values are those of the text as it is.")


def off(settings: Settings) -> RunState:
    """Nothing is run unless somebody asks for it."""
    return _RESTRICTED if settings.restricted else _OFF


def without_program(document: Document) -> RunState:
    """Why there is no program to run in the present text."""
    from sqlang.library_files import ONLY_FOR_PROGRAMS, holds_definitions_alone

    found = {each.code for each in document.analysis.found}
    if holds_definitions_alone(document.analysis.surface.program) and found <= ONLY_FOR_PROGRAMS:
        return _NOTHING
    return _MISTAKES if document.traced is None else _OLDER


def outcome_state(result: Result | None) -> RunState:
    """How a run has come out; without a result its process is gone."""
    if result is None:
        return _GONE
    from sqlang.views.annotations.program import bound_of

    stopped, failure = result.outcome.stopped, result.outcome.failure
    if failure is not None:
        return RunState("failed", f"The run failed ({failure.code}): {failure.message}")
    if stopped is not None:
        return RunState("stopped", f"The run was stopped by {bound_of(stopped)}.")
    return _ENDED


class ToldStates:
    """Tells the client how runs are, each thing once; nothing to one that did not ask for it."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._told: Final[dict[Document, tuple[int, RunState]]] = {}

    def tell(self, document: Document, state: RunState) -> None:
        """The run of the present text of a document is like this now."""
        session, now = self._session, (document.version, state)
        if not session.client.run_states or self._told.get(document) == now:
            return
        if session.documents.get(document.uri) is document:
            self._told[document] = now
            version = types.VersionedTextDocumentIdentifier(document.version, document.uri)
            params = extensions.RunStateParams(version, state.state, state.message)
            session.server.protocol.notify(extensions.RUN_STATE, params)

    def forget(self, document: Document) -> None:
        """The document is closed."""
        self._told.pop(document, None)
