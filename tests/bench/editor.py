"""A client over stdio that measures: what it sends is written at once, what comes is timed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from sqlang.source import Encoding, LineIndex

Json = dict[str, Any]

_SERVER = (sys.executable, "-m", "sqlang_server")
_PATIENCE = 60.0

# What VS Code says of itself, as far as it makes a difference; diagnostics are pushed.
_CAPABILITIES: Json = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"relatedInformation": True, "versionSupport": True},
        "hover": {"contentFormat": ["markdown"]},
        "completion": {
            "completionItem": {
                "snippetSupport": True,
                "resolveSupport": {"properties": ["documentation"]},
            }
        },
        "semanticTokens": {
            "requests": {"range": True, "full": {"delta": True}},
            "tokenTypes": [
                "namespace",
                "type",
                "class",
                "struct",
                "parameter",
                "variable",
                "property",
                "function",
                "macro",
                "keyword",
                "comment",
                "string",
                "number",
                "operator",
            ],
            "tokenModifiers": ["declaration", "readonly", "modification", "defaultLibrary"],
            "formats": ["relative"],
        },
        "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
    },
    "workspace": {"inlayHint": {"refreshSupport": True}},
}


class Received(NamedTuple):
    """A message of the server, and when it was read to its end (seconds of a steady clock)."""

    message: Json
    time: float


class TimedEditor:
    """One server process and one document at a time; positions are sent in UTF-16."""

    def __init__(self, **settings: object) -> None:
        self.begun = time.perf_counter()
        self.process = subprocess.Popen(_SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.uri = "file:///work/program.sq"
        self.version = 0
        self.text = ""
        self._number = 0
        self._received: list[Received] = []
        self._news = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()
        answer = self.request(
            "initialize",
            {
                "processId": os.getpid(),
                "rootUri": None,
                "capabilities": _CAPABILITIES,
                "initializationOptions": settings,
            },
        )
        self.start_time = answer.time - self.begun
        self.start_spent = self.spent()
        self.notify("initialized", {})

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.split(b":")[1])
            while stream.readline() != b"\r\n":
                pass
            body = stream.read(length)
            received = Received(json.loads(body), time.perf_counter())
            with self._news:
                self._received.append(received)
                self._news.notify_all()
            if "id" in received.message and "method" in received.message:
                self._send({"id": received.message["id"], "result": None})

    def _send(self, message: Json) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        stream = self.process.stdin
        assert stream is not None
        stream.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        stream.flush()

    def notify(self, method: str, params: object) -> None:
        """Sends a notification."""
        self._send({"method": method, "params": params})

    def request(self, method: str, params: object) -> Received:
        """Sends a request and waits for its answer; raises `RuntimeError` for an error."""
        self._number += 1
        number = self._number
        self._send({"id": number, "method": method, "params": params})
        answer = self.wait(lambda each: each.get("id") == number and "method" not in each)
        if "error" in answer.message:
            raise RuntimeError(answer.message["error"])
        return answer

    def wait(self, wanted: Callable[[Json], bool], since: int = 0) -> Received:
        """The first message that is wanted, of those after the first `since`."""
        with self._news:
            while True:
                for received in self._received[since:]:
                    if wanted(received.message):
                        return received
                if not self._news.wait(_PATIENCE):
                    raise TimeoutError

    def forget(self) -> None:
        """Forgets what has come so far."""
        with self._news:
            self._received.clear()

    def open(self, text: str, uri: str = "file:///work/program.sq") -> float:
        """Opens a document and gives the seconds until its diagnostics were there."""
        self.uri, self.text, self.version = uri, text, 1
        item = {"uri": uri, "languageId": "serq", "version": 1, "text": text}
        begun = time.perf_counter()
        self.notify("textDocument/didOpen", {"textDocument": item})
        return self.diagnosed().time - begun

    def edit(self, start: int, end: int, new: str) -> float:
        """Sends an edit and gives the time when it was sent."""
        place = {"start": self.position(start), "end": self.position(end)}
        self.text = self.text[:start] + new + self.text[end:]
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        change = {"range": place, "text": new}
        sent = time.perf_counter()
        self.notify(
            "textDocument/didChange", {"textDocument": document, "contentChanges": [change]}
        )
        return sent

    def diagnosed(self) -> Received:
        """Waits for the diagnostics of the present version."""
        return self.wait(self._is_of_present)

    def diagnostics(self) -> list[Json]:
        """The diagnostics of the present version that were told last."""
        with self._news:
            told = [each.message for each in self._received if self._is_of_present(each.message)]
        found: list[Json] = told[-1]["params"]["diagnostics"]
        return found

    def _is_of_present(self, message: Json) -> bool:
        if message.get("method") != "textDocument/publishDiagnostics":
            return False
        params = message["params"]
        return (params["uri"], params.get("version")) == (self.uri, self.version)

    def position(self, offset: int) -> Json:
        """An offset of the text as the protocol has it."""
        at = LineIndex(self.text, universal=True).position(offset, Encoding.UTF16)
        return {"line": at.line, "character": at.column}

    def at(self, offset: int) -> Json:
        """The parameters of a request about a place."""
        return {"textDocument": {"uri": self.uri}, "position": self.position(offset)}

    def memory(self) -> tuple[float, list[float]]:
        """What the server and its workers have in memory, in MB."""
        processes = [name for name in os.listdir("/proc") if name.isdigit()]
        workers = [_resident(name) for name in processes if _parent(name) == self.process.pid]
        return _resident(str(self.process.pid)), workers

    def spent(self) -> float:
        """The processor time of the server's message loop so far, in seconds; 0 if nobody tells."""
        try:
            with open(f"/proc/{self.process.pid}/schedstat", encoding="utf-8") as file:
                return int(file.read().split()[0]) / 1e9
        except OSError:
            return 0.0

    def close(self) -> None:
        """Ends the server as an editor does."""
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait()


def _parent(pid: str) -> int | None:
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
            return int(file.read().rpartition(")")[2].split()[1])
    except OSError:
        return None


def _resident(pid: str) -> float:
    """The resident memory of a process, in MB of a million bytes."""
    with open(f"/proc/{pid}/status", encoding="utf-8") as file:
        line = next(each for each in file if each.startswith("VmRSS"))
    return int(line.split()[1]) * 1024 / 1e6
