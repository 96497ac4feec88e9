"""From the bytes of a file to a `Source`; text that is not UTF-8 is a diagnostic with its place."""

from __future__ import annotations

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Source, Span


def decode(
    data: bytes, path: str, directory: str | None = None
) -> tuple[Source, Diagnostic | None]:
    """The text of `data`, and SQ005 if it is not UTF-8 (LEX-1).

    Line ends and a byte order mark stay as they are. Bytes that are no text become U+FFFD, so that
    the lines around them can be shown.
    """
    try:
        return Source(data.decode("utf-8"), path, directory), None
    except UnicodeDecodeError as error:
        at = len(data[: error.start].decode("utf-8"))
        source = Source(data.decode("utf-8", "replace"), path, directory)
        byte = f"0x{data[error.start]:02X}"
        return source, report("SQ005", Span(source, at, at + 1), byte=byte)
