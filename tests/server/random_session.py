"""A session of random requests among random edits: a hasty user with an eager editor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

from lsprotocol import types

from sqlang.source import Encoding, LineIndex
from tests.server.wire import Json, Wire

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
_PIECES: Final = (
    *'abkx019 \n(){};,=~+*/."',
    "\r\n",
    "let q = ",
    "def f(x) = x;",
    "hold kv (1) {",
    "observe z = now;",
    "run engine prefill (2);",
    "// c\n",
    "/*",
    "😀",
    "モデル",
    "\u2028",
    'use "library/',
    "~exp(",
)
_COMMANDS: Final = ("sq.run", "sq.ir", "sq.trace", "sq.timeline", "sq.restartWorkers", "sq.nothing")

# What may be answered to a request that comes too late, or must be refused.
ALLOWED: Final = {
    types.LSPErrorCodes.ContentModified.value,
    types.LSPErrorCodes.RequestCancelled.value,
    types.LSPErrorCodes.ServerCancelled.value,
    types.LSPErrorCodes.RequestFailed.value,
    types.ErrorCodes.InvalidParams.value,
}


class RandomSession:
    """Asks one server for anything; `asked` are the numbers and methods of all requests."""

    def __init__(self, wire: Wire, random: Random, methods: Sequence[str]) -> None:
        self.wire = wire
        self.random = random
        self.methods = [method for method in methods if method in _REQUESTS]
        self.asked: dict[int, str] = {}
        self.text = ""
        self.uri = ""
        self.version = 1
        self.tokens: str = ""

    def open(self) -> None:
        """Another example, or some text that is none."""
        if self.uri:
            self.wire.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        files = sorted(EXAMPLES.glob("*.sq"))
        path = self.random.choice(files)
        self.text = path.read_text(encoding="utf-8")
        self.uri = path.as_uri() if self.random.random() < 0.8 else "untitled:Untitled-1"
        self.version = 1
        self.wire.open(self.text, self.uri)

    def edit(self) -> None:
        """Puts in, takes out or exchanges something somewhere."""
        start = self.random.randint(0, len(self.text))
        end = min(len(self.text), start + self.random.choice((0, 0, 0, 1, 1, 5, 80)))
        new = self.random.choice(_PIECES)
        place = {"start": self.position(start), "end": self.position(end)}
        self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        change = {"range": place, "text": new}
        self.wire.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )

    def position(self, offset: int) -> Json:
        at = LineIndex(self.text, universal=True).position(offset, Encoding.UTF16)
        return {"line": at.line, "character": at.column}

    def somewhere(self) -> Json:
        """Mostly in the text."""
        if self.random.random() < 0.05:
            return {"line": self.random.choice((10**6, 0)), "character": 10**6}
        return self.position(self.random.randint(0, len(self.text)))

    def stretch(self) -> Json:
        ends = sorted(self.random.randint(0, len(self.text)) for _ in range(2))
        return {"start": self.position(ends[0]), "end": self.position(ends[1])}

    def ask(self) -> int:
        """Sends one random request."""
        method = self.random.choice(self.methods)
        number = self.wire.ask(method, _REQUESTS[method](self))
        self.asked[number] = method
        return number

    def document(self) -> Json:
        """Now and then one that is not open."""
        uri = self.uri if self.random.random() < 0.97 else "file:///nowhere.sq"
        return {"textDocument": {"uri": uri}}

    def at(self) -> Json:
        return {**self.document(), "position": self.somewhere()}

    def within(self) -> Json:
        return {**self.document(), "range": self.stretch()}


def _item(session: RandomSession) -> Json:
    place = session.stretch()
    return {
        "item": {
            "name": "f",
            "kind": 12,
            "uri": session.uri,
            "range": place,
            "selectionRange": place,
        }
    }


def _command(session: RandomSession) -> Json:
    if session.random.random() < 0.3:
        lines = session.text.count("\n") + 1
        without = str(session.random.randint(1, lines))
        return {"command": "sq.compare", "arguments": [{"uri": session.uri, "without": without}]}
    return {"command": session.random.choice(_COMMANDS), "arguments": [session.uri]}


_REQUESTS: Final[dict[str, Callable[[RandomSession], Json]]] = {
    "textDocument/diagnostic": lambda s: s.document(),
    "workspace/diagnostic": lambda _: {"previousResultIds": []},
    "textDocument/completion": lambda s: s.at(),
    "completionItem/resolve": lambda s: {"label": "hold", "data": s.random.choice((None, 3, {}))},
    "textDocument/signatureHelp": lambda s: s.at(),
    "textDocument/hover": lambda s: s.at(),
    "textDocument/definition": lambda s: s.at(),
    "textDocument/declaration": lambda s: s.at(),
    "textDocument/references": lambda s: {**s.at(), "context": {"includeDeclaration": True}},
    "textDocument/documentHighlight": lambda s: s.at(),
    "textDocument/rename": lambda s: {
        **s.at(),
        "newName": s.random.choice(("q", "kv", "let", "1")),
    },
    "textDocument/prepareRename": lambda s: s.at(),
    "textDocument/documentSymbol": lambda s: s.document(),
    "textDocument/documentLink": lambda s: s.document(),
    "textDocument/prepareCallHierarchy": lambda s: s.at(),
    "callHierarchy/incomingCalls": _item,
    "callHierarchy/outgoingCalls": _item,
    "workspace/symbol": lambda s: {"query": s.random.choice(("", "kv", "x", "😀"))},
    "textDocument/foldingRange": lambda s: s.document(),
    "textDocument/selectionRange": lambda s: {**s.document(), "positions": [s.somewhere()]},
    "textDocument/linkedEditingRange": lambda s: s.at(),
    "textDocument/inlayHint": lambda s: s.within(),
    "inlayHint/resolve": lambda s: {"label": "x", "position": s.somewhere()},
    "textDocument/inlineValue": lambda s: {
        **s.within(),
        "context": {"frameId": 0, "stoppedLocation": s.stretch()},
    },
    "textDocument/codeLens": lambda s: s.document(),
    "textDocument/codeAction": lambda s: {**s.within(), "context": {"diagnostics": []}},
    "textDocument/semanticTokens/full": lambda s: s.document(),
    "textDocument/semanticTokens/full/delta": lambda s: {**s.document(), "previousResultId": "1"},
    "textDocument/semanticTokens/range": lambda s: s.within(),
    "textDocument/formatting": lambda s: {
        **s.document(),
        "options": {"tabSize": 2, "insertSpaces": True},
    },
    "textDocument/rangeFormatting": lambda s: {
        **s.within(),
        "options": {"tabSize": 2, "insertSpaces": True},
    },
    "textDocument/rangesFormatting": lambda s: {
        **s.document(),
        "ranges": [s.stretch()],
        "options": {"tabSize": 2, "insertSpaces": True},
    },
    "textDocument/onTypeFormatting": lambda s: {
        **s.at(),
        "ch": s.random.choice(("}", ";")),
        "options": {"tabSize": 2, "insertSpaces": True},
    },
    "workspace/executeCommand": _command,
    "sq/ir": lambda s: s.document(),
    "sq/trace": lambda s: s.document(),
    "sq/report": lambda s: s.document(),
    "sq/timeline": lambda s: s.document(),
    "sq/whatIf": lambda s: {**s.document(), "sets": {s.random.choice(("chunk", "rate", "q")): 3}},
    "sq/constants": lambda s: s.document(),
    "workspace/textDocumentContent": lambda s: {"uri": "sq-ir:/x.json?" + s.uri},
}


def unknown_to_the_session(methods: Sequence[str]) -> set[str]:
    """The requests among some methods that the session never asks."""
    notifications = {"initialized", "sq/cursor"}
    return {
        method
        for method in methods
        if method not in _REQUESTS and method not in notifications and "/did" not in method
    }
