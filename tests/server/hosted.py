"""A server in this process, for what can only be counted here."""

from __future__ import annotations

import json
from io import BytesIO
from itertools import count
from typing import Any

from lsprotocol import types
from pygls.io_ import StdoutWriter

from sqlang_server.documents import Document
from sqlang_server.server import SqServer
from sqlang_server.session import Session

Json = dict[str, Any]

URI = "file:///work/program.sq"


class Hosted:
    """A server that is initialized, and to which messages are said."""

    def __init__(self, **settings: object) -> None:
        self.server = SqServer("test")
        self.server.protocol.set_writer(StdoutWriter(BytesIO()))
        self._numbers = count(1)
        self._versions = count(2)
        where: Json = {"processId": None, "rootUri": None, "capabilities": {}}
        self.ask("initialize", {**where, "initializationOptions": settings})

    @property
    def session(self) -> Session:
        assert self.server.session is not None
        return self.server.session

    def document(self, uri: str = URI) -> Document:
        document = self.session.documents.get(uri)
        assert document is not None
        return document

    def say(self, method: str, params: object, **more: object) -> None:
        """A message, handled as if it had come from a client."""
        protocol = self.server.protocol
        text = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more})
        protocol.handle_message(json.loads(text, object_hook=protocol.structure_message))

    def ask(self, method: str, params: object) -> None:
        """A request, of which nobody reads the answer."""
        self.say(method, params, id=next(self._numbers))

    def open(self, text: str, uri: str = URI) -> Document:
        item = {"uri": uri, "languageId": "serq", "version": 1, "text": text}
        self.say(types.TEXT_DOCUMENT_DID_OPEN, {"textDocument": item})
        return self.document(uri)

    def change(self, text: str, uri: str = URI) -> None:
        """The whole text is another one."""
        identifier = {"uri": uri, "version": next(self._versions)}
        change = {"textDocument": identifier, "contentChanges": [{"text": text}]}
        self.say(types.TEXT_DOCUMENT_DID_CHANGE, change)

    def hover(self, uri: str = URI) -> None:
        position = {"line": 0, "character": 0}
        params = {"textDocument": {"uri": uri}, "position": position}
        self.ask(types.TEXT_DOCUMENT_HOVER, params)
