"""The one table of what this server answers to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from lsprotocol import types

from sqlang_server import (
    commands,
    extensions,
    lifecycle,
    synchronization,
    watching,
)
from sqlang_server.client import Client
from sqlang_server.previews import requests as previews
from sqlang_server.progress import Token
from sqlang_server.requests import (
    calling,
    changing,
    coloring,
    completing,
    diagnosing,
    explaining,
    laying_out,
    navigation,
    renaming,
    showing,
    structuring,
    supposing,
)

if TYPE_CHECKING:
    from sqlang_server.server import SqServer
    from sqlang_server.session import Session

Handler = Callable[..., object]


def _always(_: Client) -> bool:
    return True


def _pulls(client: Client) -> bool:
    return client.pulls_diagnostics


def _resolves_completion(client: Client) -> bool:
    return client.resolves_completion


def _knows_actions(client: Client) -> bool:
    """Others could be given commands alone, and ours change no text."""
    return client.code_action_literals


COMPLETION_TRIGGERS: Final = ('"', "/", "~", " ", "(", ".")
"""Characters after which an editor asks unasked; letters it knows by itself."""


class Feature(NamedTuple):
    """A method, its handler, what is announced of it, and which clients it is for.

    What is announced may depend on the client: then `options` is a function of it.
    """

    method: str
    handler: Handler
    options: object = None
    offered_to: Callable[[Client], bool] = _always


FEATURES: Final = (
    Feature(types.INITIALIZED, lifecycle.initialized),
    Feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION, lifecycle.did_change_configuration),
    Feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, lifecycle.did_change_folders),
    Feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, watching.did_change_watched_files),
    Feature(types.WORKSPACE_DID_RENAME_FILES, watching.did_rename_files, watching.OPERATIONS),
    Feature(types.WORKSPACE_DID_DELETE_FILES, watching.did_delete_files, watching.OPERATIONS),
    Feature(types.TEXT_DOCUMENT_DID_OPEN, synchronization.did_open),
    Feature(types.TEXT_DOCUMENT_DID_CHANGE, synchronization.did_change),
    Feature(types.TEXT_DOCUMENT_DID_CLOSE, synchronization.did_close),
    Feature(types.TEXT_DOCUMENT_DID_SAVE, watching.did_save, types.SaveOptions(include_text=False)),
    Feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        diagnosing.pull_diagnostics,
        types.DiagnosticOptions(
            inter_file_dependencies=True, workspace_diagnostics=True, identifier="serq"
        ),
        _pulls,
    ),
    Feature(
        types.TEXT_DOCUMENT_COMPLETION,
        completing.complete,
        types.CompletionOptions(trigger_characters=COMPLETION_TRIGGERS),
        lambda client: not client.resolves_completion,
    ),
    Feature(
        types.TEXT_DOCUMENT_COMPLETION,
        completing.complete,
        types.CompletionOptions(trigger_characters=COMPLETION_TRIGGERS, resolve_provider=True),
        _resolves_completion,
    ),
    Feature(
        types.COMPLETION_ITEM_RESOLVE, completing.resolve_completion, None, _resolves_completion
    ),
    Feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP,
        completing.help_with_signature,
        types.SignatureHelpOptions(trigger_characters=["(", ","], retrigger_characters=[")"]),
    ),
    Feature(
        types.WORKSPACE_DIAGNOSTIC,
        diagnosing.pull_workspace_diagnostics,
        offered_to=_pulls,
    ),
    Feature(types.TEXT_DOCUMENT_HOVER, explaining.show_hover),
    Feature(types.TEXT_DOCUMENT_DEFINITION, navigation.find_definition),
    Feature(types.TEXT_DOCUMENT_DECLARATION, navigation.find_declaration),
    Feature(types.TEXT_DOCUMENT_REFERENCES, navigation.find_references),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, navigation.highlight),
    Feature(types.TEXT_DOCUMENT_RENAME, renaming.rename),
    Feature(types.TEXT_DOCUMENT_PREPARE_RENAME, renaming.prepare_rename),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, structuring.list_symbols),
    Feature(types.TEXT_DOCUMENT_DOCUMENT_LINK, navigation.list_links),
    Feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, calling.prepare_calls),
    Feature(types.CALL_HIERARCHY_INCOMING_CALLS, calling.find_callers),
    Feature(types.CALL_HIERARCHY_OUTGOING_CALLS, calling.find_called),
    Feature(types.WORKSPACE_SYMBOL, structuring.find_symbols),
    Feature(types.TEXT_DOCUMENT_FOLDING_RANGE, structuring.list_folds),
    Feature(types.TEXT_DOCUMENT_SELECTION_RANGE, structuring.list_selections),
    Feature(types.TEXT_DOCUMENT_LINKED_EDITING_RANGE, structuring.list_linked),
    Feature(types.TEXT_DOCUMENT_INLAY_HINT, showing.list_hints),
    Feature(types.INLAY_HINT_RESOLVE, showing.resolve_hint),
    Feature(types.TEXT_DOCUMENT_INLINE_VALUE, showing.list_values),
    Feature(types.TEXT_DOCUMENT_CODE_LENS, showing.list_lenses),
    Feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        changing.list_actions,
        types.CodeActionOptions(code_action_kinds=extensions.CODE_ACTION_KINDS),
        _knows_actions,
    ),
    Feature(types.TEXT_DOCUMENT_FORMATTING, laying_out.format_document),
    Feature(
        types.TEXT_DOCUMENT_RANGE_FORMATTING,
        laying_out.format_range,
        types.DocumentRangeFormattingOptions(ranges_support=True),
    ),
    Feature(types.TEXT_DOCUMENT_RANGES_FORMATTING, laying_out.format_ranges),
    Feature(
        types.TEXT_DOCUMENT_ON_TYPE_FORMATTING,
        laying_out.format_on_type,
        types.DocumentOnTypeFormattingOptions("}", more_trigger_character=[";"]),
    ),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, coloring.color_all, coloring.legend),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL_DELTA, coloring.color_changes),
    Feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, coloring.color_part),
    Feature(types.WORKSPACE_TEXT_DOCUMENT_CONTENT, previews.content),
    Feature(extensions.IR, previews.ir),
    Feature(extensions.TRACE, previews.trace),
    Feature(extensions.REPORT, previews.report),
    Feature(extensions.WHAT_IF, supposing.what_if),
    Feature(extensions.CONSTANTS, supposing.list_constants),
    Feature(extensions.TIMELINE, previews.timeline),
    Feature(extensions.CURSOR, synchronization.cursor),
)


def register(server: SqServer, session: Session) -> None:
    """Binds the handlers to a session; a method that stands twice in the table raises."""
    for feature in FEATURES:
        if feature.offered_to(session.client):
            options = feature.options
            announced = options(session.client) if callable(options) else options
            server.feature(feature.method, announced)(_bound(feature.handler, session))
    for name, command in commands.COMMANDS.items():
        server.command(name)(_command(command, session))


def _bound(handler: Handler, session: Session) -> Handler:
    """The handler with its session, as the framework wants it: a coroutine function stays one.

    The framework gives the server as well to any function whose first parameter could hold one.
    """
    if asyncio.iscoroutinefunction(handler):

        async def handle_later(params: types.LSPAny = None) -> object:
            result: object = await handler(session, params)
            return result

        return handle_later

    def handle(params: types.LSPAny = None) -> object:
        return handler(session, params)

    return handle


def _command(command: commands.Command, session: Session) -> Handler:
    async def execute(arguments: commands.Arguments, token: Token | None) -> object:
        return await command(session, arguments, token)

    return execute
