"""pygls's protocol, with its behavior mended where it would cost a user the session.

What differs: the text of documents is ours (pygls splits lines and clamps positions its own way); a
message that cannot be understood gets an error response instead of none; values that a newer client
adds to an enumeration do not refuse its `initialize`; requests before `initialize` and after
`shutdown` are answered as the specification says; `exit` ends the process with the right code.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, Final

from cattrs import Converter
from cattrs.errors import BaseValidationError
from lsprotocol import types
from pygls.capabilities import ServerCapabilitiesBuilder
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidParams,
    JsonRpcInvalidRequest,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method
from pygls.protocol.json_rpc import RPCMessage, RPCRequest

from sqlang_server import bodies, extensions, leniency
from sqlang_server.collecting import Collecting
from sqlang_server.framing import Fault
from sqlang_server.positions import negotiate
from sqlang_server.trimming import Trimming

if TYPE_CHECKING:
    from sqlang_server.server import SqServer

logger = logging.getLogger(__name__)


class Undecodable:
    """Stands for a message that has been answered, or passed over, while it was being read."""


class SqProtocol(LanguageServerProtocol):
    """The protocol of one connection."""

    _server: SqServer

    def __init__(self, server: SqServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._initialized = False
        self._collecting: Final = Collecting()
        self._trimming: Final = Trimming()

    @property
    def shut_down(self) -> bool:
        """Whether the client asked for `shutdown`; without it `exit` is a failure."""
        return self._shutdown

    def receive(self, received: bytes | Fault) -> None:
        """Handles the body of a message; what is none is answered as JSON-RPC wants it."""
        if isinstance(received, Fault):
            self._refuse(bodies.Refusal(types.ErrorCodes.ParseError, received.reason))
            return
        data = bodies.read(received)
        if isinstance(data, bodies.Refusal):
            self._refuse(data)
        else:
            self.handle_message(self.structure_message(data))

    def _refuse(self, refusal: bodies.Refusal) -> None:
        """An error response, also to nobody, which the framework's own type leaves out."""
        logger.warning("what the client sent was passed over: %s", refusal.reason)
        error = {"code": int(refusal.code), "message": refusal.reason}
        self._send_data({"jsonrpc": self.VERSION, "id": refusal.identity, "error": error})

    def structure_message(self, data: dict[str, Any]) -> Any:  # noqa: ANN401 - of any type
        """A message of its type; one that fits none has been answered or passed over."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            return self._understood(data) or self._refused(data, error)

    def _understood(self, data: dict[str, Any]) -> object:
        """An `initialize` request without what is wrong with it; nothing else can be mended."""
        if data.get("method") != types.INITIALIZE or "id" not in data:
            return None
        try:
            return leniency.structure(self._converter, data, types.InitializeRequest)
        except BaseValidationError:
            return None

    def _refused(self, data: dict[str, Any], error: JsonRpcException) -> Undecodable:
        if "id" in data and "method" in data:
            self._send_response(data["id"], error=error.to_response_error())
        return Undecodable()

    def handle_message(self, message: RPCMessage) -> None:
        """Handles a message if it may be handled now; a request is answered in any case."""
        self._collecting.heard()
        self._trimming.heard()
        method = getattr(message, "method", None)
        refusal = None if method is None else self._refusal(method)
        if isinstance(message, Undecodable):
            return
        if refusal is None:
            super().handle_message(message)
        elif isinstance(message, RPCRequest):
            self._send_response(message.id, error=refusal.to_response_error())

    # The framework keeps what became of each notification for ever.
    def _execute_handler(
        self,
        msg_id: str | int,
        handler: Callable[..., Any],
        callback: Callable[..., None],
        args: tuple[Any, ...] | None = None,
        kwargs: dict[str, Any] | None = None,
    ) -> None:
        """Runs a handler and forgets it once it is done."""
        super()._execute_handler(msg_id, handler, callback, args, kwargs)
        future = self._request_futures.get(msg_id)
        if future is not None:
            future.add_done_callback(lambda done: self._forget(msg_id, done))

    def _forget(self, msg_id: str | int, done: Future[Any]) -> None:
        # Whoever cancels goes through them all, and forgets them himself.
        if self._request_futures.get(msg_id) is done and not done.cancelled():
            del self._request_futures[msg_id]

    def _refusal(self, method: str) -> JsonRpcException | None:
        """Why a request or notification may not be handled now."""
        if method == types.EXIT:
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server is shutting down")
        if self._initialized and method == types.INITIALIZE:
            return JsonRpcInvalidRequest("the server is initialized already")
        if not self._initialized and method != types.INITIALIZE:
            return JsonRpcServerNotInitialized("the server is not initialized")
        return None

    # The framework caches its own, which its type shows.
    def get_message_type(self, method: str) -> type[Any] | None:  # type: ignore[override]
        """The types of our own methods, then those of the protocol."""
        return extensions.MESSAGE_TYPES.get(method) or super().get_message_type(method)

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(
        self, params: types.InitializeParams
    ) -> Generator[Any, Any, types.InitializeResult]:
        """Answers with what we can do, which depends on what the client can."""
        yield from ()
        self._initialized = True
        self._server.process_id = params.process_id
        self.client_capabilities = params.capabilities
        self._server.connect(params)
        self.server_capabilities = self._capabilities(params.capabilities)
        return types.InitializeResult(self.server_capabilities, self.server_info)

    def _capabilities(self, client: types.ClientCapabilities) -> types.ServerCapabilities:
        builder = ServerCapabilitiesBuilder(
            client,
            {*self.fm.features, *self.fm.builtin_features},
            self.fm.feature_options,
            list(self.fm.commands),
            types.TextDocumentSyncKind.Incremental,
            None,
            negotiate(client).value,
        )
        return builder.build()  # type: ignore[no-untyped-call, no-any-return]

    @lsp_method(types.EXIT)
    def lsp_exit(self, *_: object) -> Generator[Any, Any, None]:
        """Ends the message loop; the process then ends with a code of its own."""
        yield from ()
        self._server.stop()

    # A coroutine where the framework has a generator, which `$/cancelRequest` would not reach.
    @lsp_method(types.WORKSPACE_EXECUTE_COMMAND)
    async def lsp_workspace__execute_command(  # type: ignore[override]
        self, params: types.ExecuteCommandParams
    ) -> object:
        """Executes one of our commands; raises `JsonRpcInvalidParams` for any other."""
        command = self.fm.commands.get(params.command)
        if command is None:
            raise JsonRpcInvalidParams(f"there is no command {params.command}")
        result: object = await command(params.arguments or (), params.work_done_token)
        return result

    @lsp_method(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    def lsp_workspace__did_change_workspace_folders(
        self, params: types.DidChangeWorkspaceFoldersParams
    ) -> Generator[Any, Any, None]:
        yield self.fm.features[types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(
        self, params: types.DidOpenTextDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(
        self, params: types.DidChangeTextDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(
        self, params: types.DidCloseTextDocumentParams
    ) -> Generator[Any, Any, None]:
        yield self.fm.features[types.TEXT_DOCUMENT_DID_CLOSE], (params,), None
