"""The pipes of a worker: lines of JSON in and out, with nothing else ever written between them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from typing import BinaryIO


class ClientGoneError(Exception):
    """The other end of the pipe is closed."""


class Channel:
    """Reads messages in one thread and writes them in another."""

    def __init__(self, reader: BinaryIO, writer: BinaryIO) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    def of_standard_streams(cls) -> Channel:
        """Takes standard input and output for itself; what is printed goes to standard error."""
        reader = os.fdopen(os.dup(0), "rb")
        writer = os.fdopen(os.dup(1), "wb")
        nothing = os.open(os.devnull, os.O_RDONLY)
        os.dup2(nothing, 0)
        os.close(nothing)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        return cls(reader, writer)

    def receive(self) -> bytes:
        """The next line, empty at the end of the input."""
        return self._reader.readline()

    def send(self, message: Mapping[str, object]) -> None:
        """Writes one message; raises `ClientGoneError` if nobody reads any more."""
        line = json.dumps(message, separators=(",", ":")).encode() + b"\n"
        try:
            self._writer.write(line)
            self._writer.flush()
        except OSError as error:
            raise ClientGoneError from error
