"""Cuts what a client sends into messages, and finds the next one behind anything that is none.

The framework's own reading knows one spelling of one header, and waits for ever, or ends, where a
length is wrong. Here a message costs only itself: no JSON text has the line of a header in it,
since line ends are escaped in its strings, so wherever such a line stands a message begins.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

LONGEST_MESSAGE: Final = 1 << 26
"""Bytes of a body; programs are texts that somebody edits."""

_LONGEST_LINE: Final = 1 << 13
"""Bytes of a line among headers; of a longer one only the end is kept."""

_LENGTH: Final = re.compile(
    rb"(?<!-)Content-Length[ \t]{0,8}:[ \t]{0,8}(\d{1,18})[ \t]{0,8}\r?\n", re.IGNORECASE
)
_LONGEST_LENGTH: Final = 64
"""Bytes of what `_LENGTH` finds, at most."""

_NO_HEADER: Final = "what came has no header"
_OTHER: Final = re.compile(rb"[\w-]+[ \t]*:[^\n]*\n")


class Fault(NamedTuple):
    """Something that is no message; `reason` says why."""

    reason: str


class Framing:
    """Takes bytes as they come, and gives bodies of messages as soon as they are whole.

    Memory is bounded by the longest message, and time by what came, whatever it is.
    """

    def __init__(self) -> None:
        self._buffer: Final = bytearray()
        self._length: int | None = None
        self._in_body = False
        self._searched = 0
        self._has_headers = False
        self._lost = False

    def receive(self, data: bytes) -> Iterator[bytes | Fault]:
        """The bodies that are whole with these bytes, and one fault for each stretch of others."""
        self._buffer.extend(data)
        more = True
        while more:
            found, more = self._body() if self._in_body else self._line()
            if found is not None:
                yield found

    def _line(self) -> tuple[Fault | None, bool]:
        """Reads a line among headers; tells what is wrong with it, and whether there was one."""
        end = self._buffer.find(b"\n", self._searched) + 1
        if not end:
            return self._unfinished_line(), False
        line = bytes(self._buffer[:end])
        self._drop(end)
        if length := _LENGTH.search(line):
            before = self._fault(_NO_HEADER) if length.start() else None
            return self._announced(int(length[1])) or before, True
        if line.strip():
            self._has_headers = True
            is_header = _OTHER.fullmatch(line) is not None
            return None if is_header else self._fault(_NO_HEADER), True
        if self._length is not None:
            self._in_body = True
        elif self._has_headers:
            return self._fault("a message came without its length"), True
        return None, True

    def _unfinished_line(self) -> Fault | None:
        self._searched = len(self._buffer)
        if self._searched <= _LONGEST_LINE:
            return None
        self._drop(self._searched - _LONGEST_LENGTH)
        self._has_headers = True
        return self._fault("a line among headers has no end")

    def _announced(self, length: int) -> Fault | None:
        self._has_headers = True
        if length <= LONGEST_MESSAGE:
            self._length = length
            return None
        self._length = None
        return self._fault(f"a message of {length} bytes is too long")

    def _body(self) -> tuple[bytes | Fault | None, bool]:
        """Takes the body, if it is whole or shorter than it should be."""
        length = self._length or 0
        begun = self._next_message(length)
        if begun is not None:
            self._drop(begun)
            self._begin()
            return self._fault("a message was shorter than its length"), True
        if len(self._buffer) < length:
            return None, False
        body = bytes(self._buffer[:length])
        self._drop(length)
        self._begin()
        self._lost = False
        return body, True

    def _next_message(self, length: int) -> int | None:
        """Where, before the end of this body, another message begins."""
        at = self._buffer.find(b"\n", self._searched, length)
        self._searched = max(0, min(len(self._buffer), length) - _LONGEST_LENGTH)
        if at < 0:
            return None
        found = _LENGTH.search(self._buffer, max(0, at - _LONGEST_LENGTH))
        return found.start() if found is not None and found.start() < length else None

    def _drop(self, end: int) -> None:
        del self._buffer[:end]
        self._searched = 0

    def _begin(self) -> None:
        self._length = None
        self._in_body = False
        self._has_headers = False

    def _fault(self, reason: str) -> Fault | None:
        """A fault, unless it only follows from one that was told."""
        if self._lost:
            return None
        self._lost = True
        return Fault(reason)
