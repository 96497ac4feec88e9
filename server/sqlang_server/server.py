"""The server object of one connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcInternalError
from pygls.lsp.server import LanguageServer

from sqlang_server.framing import Fault, Framing
from sqlang_server.protocol import SqProtocol
from sqlang_server.registration import register
from sqlang_server.session import Session

if TYPE_CHECKING:
    from pygls.server import ServerErrors

logger = logging.getLogger(__name__)

NAME: Final = "sqlang"


class SqServer(LanguageServer):
    """Speaks with one client; what is open and running is in its session."""

    protocol: SqProtocol

    def __init__(self, version: str) -> None:
        super().__init__(NAME, version, protocol_cls=SqProtocol)
        self._stopping: Final = asyncio.Event()
        self.session: Session | None = None

    def connect(self, params: types.InitializeParams) -> None:
        """Begins the session; which features there are depends on what the client can."""
        self.session = Session(self, params)
        register(self, self.session)

    async def serve(self, read: Callable[[], Awaitable[bytes]]) -> None:
        """Handles what comes, a message at a time, until `exit` or the end of the stream."""
        framing = Framing()
        while not self._stopping.is_set() and (data := await read()):
            for received in framing.receive(data):
                self._receive(received)
                if self._stopping.is_set():
                    return
                # What the message began goes first, before the next one.
                await asyncio.sleep(0)

    def _receive(self, received: bytes | Fault) -> None:
        try:
            self.protocol.receive(received)
        except BrokenPipeError:
            raise
        except Exception:
            logger.exception("a message met an error of ours")

    def stop(self) -> None:
        """Ends the message loop after the present message."""
        self._stopping.set()

    @property
    def exit_code(self) -> int:
        """0 after `shutdown`; an end without it, for whatever reason, is a failure."""
        return 0 if self.protocol.shut_down else 1

    def report_server_error(self, error: Exception, source: ServerErrors) -> None:
        """To the log: a pop-up for something the user did not do helps nobody."""
        if isinstance(error, JsonRpcInternalError):
            trace = "".join((error.data or {}).get("traceback", ()))
            logger.error("%s: %s\n%s", source.__name__, error, trace)
        else:
            logger.debug("%s: %s", source.__name__, error)
