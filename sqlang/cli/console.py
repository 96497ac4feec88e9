"""Where a command writes: in any encoding, to a closed pipe, with colors or without."""

from __future__ import annotations

import errno
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TextIO


# What the views draw with, and what stands for it where an encoding lacks it: equally wide.
# By number: `\N{...}` loads `unicodedata` at each start where bytecode is not kept.
_PLAIN_SIGNS: Final = {
    "\u2190": "<",
    "\u2502": "|",
    "\u00b7": ".",
    "\u2026": "~",
    "\u00d7": "x",
    **dict(zip("▁▂▃▄▅▆▇█", "_.:-=+*#", strict=True)),
}
_READER_GONE: Final = (errno.EPIPE, errno.EINVAL)
"""What writing to a closed pipe says, elsewhere and on Windows."""
_WIPE: Final = "\r\x1b[K"
_CODES: Final = {"error": "1;31", "warning": "1;33", "hint": "1;36", "place": "1", "quiet": "2"}


class ReaderGoneError(Exception):
    """Nobody reads what a command works for any more."""


class Console:
    """Results go to standard output, everything about how they came about to standard error.

    Once a reader has closed its pipe, what is written there is dropped, and the command goes on to
    its exit code, unless it works for that reader alone and would work for long.
    """

    def __init__(self, output: TextIO | None = None, errors: TextIO | None = None) -> None:
        self.output: Final = Stream(sys.stdout if output is None else output)
        self.errors: Final = Stream(sys.stderr if errors is None else errors)

    def result(self, text: str) -> None:
        """Write a line, or several, to standard output."""
        self.output.write(f"{text}\n")

    def result_bytes(self, data: bytes) -> None:
        """Write a text in UTF-8 for other programs to standard output, byte for byte.

        A terminal gets what it can show.
        """
        if self.output.is_terminal:
            self.output.write(data.decode("utf-8", "backslashreplace"))
        else:
            self.output.write_bytes(data)

    def result_json(self, text: str) -> None:
        """Write JSON to standard output: as it is in UTF-8, escaped in any other encoding."""
        if not self.output.is_utf8:
            text = _escaped(text)
        self.output.write(f"{text}\n")

    def error(self, text: str) -> None:
        """Write a line, or several, to standard error, after the results so far."""
        self.output.flush()
        self.errors.write(f"{text}\n")

    def require_reader(self) -> None:
        """Raises `ReaderGoneError` once whoever read standard output has closed the pipe."""
        if self.output.is_abandoned():
            raise ReaderGoneError

    def flush(self) -> None:
        """Send what is still buffered on its way."""
        self.output.flush()
        self.errors.flush()


class Stream:
    """A text stream that writes what it cannot encode as escapes and survives its reader."""

    def __init__(self, stream: TextIO | None) -> None:
        self._stream = stream
        self._has_status = False
        self._abandoned = False
        self.encoding: Final = _encoding(stream)
        self.is_terminal: Final = stream is not None and stream.isatty()
        self.colors: Final = self.is_terminal and _colors_wanted()
        self._signs: Final = {
            ord(sign): plain
            for sign, plain in _PLAIN_SIGNS.items()
            if not _can_encode(sign, self.encoding)
        }

    @property
    def columns(self) -> int | None:
        """How wide the terminal is; None if the stream is none, or its width is not known."""
        if self._stream is None or not self.is_terminal:
            return None
        given = os.environ.get("COLUMNS", "")
        if given.isdecimal() and int(given) > 0:
            return int(given)
        try:
            return os.get_terminal_size(self._stream.fileno()).columns or None
        except (OSError, ValueError):
            return None

    @property
    def is_utf8(self) -> bool:
        """Whether every character can be written as it is."""
        return self.encoding.replace("-", "").replace("_", "").lower() == "utf8"

    def encodable(self, text: str) -> str:
        """The text as it will appear: characters that the encoding lacks are escaped."""
        if text.isascii() or (self.is_utf8 and not _has_surrogate(text)):
            return text
        return (
            text.translate(self._signs)
            .encode(self.encoding, "backslashreplace")
            .decode(self.encoding)
        )

    def paint(self, text: str, style: str) -> str:
        """The text in the color of a style, on a terminal that wants colors."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colors else text

    def write(self, text: str) -> None:
        """Write a text; nothing happens once the reader is gone. Raises `OSError` if it cannot."""
        if self._stream is None:
            return
        try:
            self._stream.write(self.encodable(text))
        except (OSError, ValueError) as error:
            self._drop(error)

    def show_status(self, text: str) -> None:
        """Show on a terminal what is being done, in the place of what was shown before."""
        if self.is_terminal:
            self.write(f"{_WIPE}{text}")
            self.flush()
            self._has_status = True

    def wipe_status(self) -> None:
        """Take away what `show_status` has shown."""
        if self._has_status:
            self.write(_WIPE)
            self.flush()
            self._has_status = False

    def is_abandoned(self) -> bool:
        """Whether its reader has closed the pipe, even if nothing was written since."""
        import select

        if self._stream is None or self._abandoned or not hasattr(select, "poll"):
            return self._abandoned
        try:
            descriptor = self._stream.fileno()
        except (OSError, ValueError):
            return False
        pipe = select.poll()
        pipe.register(descriptor, 0)
        return any(state & (select.POLLERR | select.POLLHUP) for _, state in pipe.poll(0))

    def write_bytes(self, data: bytes) -> None:
        """Write bytes as they are, past the stream's encoding and line ends, as `write` does."""
        buffer = getattr(self._stream, "buffer", None)
        if buffer is None:
            self.write(data.decode())
            return
        self.flush()
        try:
            buffer.write(data)
        except (OSError, ValueError) as error:
            self._drop(error)

    def flush(self) -> None:
        """Send what is buffered on its way; a closed stream is left alone."""
        if self._stream is None:
            return
        try:
            self._stream.flush()
        except (OSError, ValueError) as error:
            self._drop(error)

    def _drop(self, error: OSError | ValueError) -> None:
        """Write here no more; raises the error again unless the reader has just gone away.

        The stream's descriptor gets another place to go, or the interpreter complains at its end.
        """
        stream, self._stream = self._stream, None
        try:
            descriptor = -1 if stream is None else stream.fileno()
        except (OSError, ValueError):
            return
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, descriptor)
        os.close(nowhere)
        if isinstance(error, OSError) and error.errno not in _READER_GONE:
            raise error
        self._abandoned = True


def _encoding(stream: TextIO | None) -> str:
    """The encoding of a stream; a stream in memory takes any text."""
    return getattr(stream, "encoding", None) or "utf-8"


def _can_encode(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _colors_wanted() -> bool:
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _escaped(text: str) -> str:
    """JSON in ASCII: what is not stands in strings only, where it can be escaped."""
    if text.isascii():
        return text
    return "".join(character if character.isascii() else _escape(character) for character in text)


def _escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))
