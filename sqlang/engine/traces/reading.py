"""Reads a trace file line by line, and says where it is not one (CSV-1 to CSV-3)."""

from __future__ import annotations

from typing import BinaryIO, Final

from sqlang.engine.errors import (
    TRACE_EMPTY,
    TRACE_FIELDS,
    TRACE_NUMBER,
    TRACE_UNREADABLE,
    TraceError,
)
from sqlang.engine.limits import Watch
from sqlang.engine.numbers import truncate
from sqlang.engine.traces.trace import Trace

LONGEST_LINE: Final = 1 << 20
"""In bytes, so that a file without line ends is not taken into memory whole."""

_WHITE_SPACE: Final = (
    "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008"
    "\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Unicode's White_Space, which is not quite what `str.strip` removes."""

_ORDINARY: Final = b"0123456789.,+-eE"
"""What nearly all lines are made of; of that `float` takes exactly the numbers of CSV-2."""

_COLUMNS: Final = ("session", "turn", "new", "out", "think", "forced")
_FEWEST_FIELDS: Final = 5
_TURN: Final = 1
_LARGEST_SESSION: Final = 0xFFFFFFFFFFFFFFFF
_USE: Final = "session,turn,new,out,think[,forced]"


def read_trace(path: str, watch: Watch | None = None) -> Trace:
    """The trace in a file; `watch` may interrupt the reading.

    Raises:
        TraceError: it cannot be read, is not UTF-8, or a line is not of the form of CSV-1.
        InterruptionError: a bound of the run was met meanwhile.
    """
    try:
        with open(path, "rb") as file:
            return parse_trace(path, file, watch)
    except OSError as error:
        raise _unreadable(path, error.strerror or str(error)) from error
    except ValueError as error:
        raise _unreadable(path, "no file has such a name") from error


def parse_trace(path: str, file: BinaryIO, watch: Watch | None = None) -> Trace:
    """The trace in an open file; `path` stands in its errors, which are those of `read_trace`."""
    reader = _Reader(path)
    number = 0
    line = file.readline(LONGEST_LINE + 1)
    while line:
        number += 1
        if watch is not None:
            watch.tick()
        try:
            reader.line(number, line)
        except UnicodeDecodeError as error:
            raise _unreadable(path, f"line {number} is not UTF-8") from error
        line = file.readline(LONGEST_LINE + 1)
    return reader.finished()


def _unreadable(path: str, reason: str) -> TraceError:
    return TraceError(TRACE_UNREADABLE, f"cannot read trace {path}: {reason}", path)


class _Reader:
    """Takes the lines of one file; of several mistakes the first is told, once all is read.

    A text that is not UTF-8 anywhere is no trace at all, so a mistake before does not count.
    """

    def __init__(self, path: str) -> None:
        self._path: Final = path
        self._trace: Final = Trace()
        self._session = -1
        self._session_field = b""
        """The first field of the last line of ordinary characters, which began `_session`."""
        self._error: TraceError | None = None

    def line(self, number: int, line: bytes) -> None:
        """Read one line, numbered from 1; raises `UnicodeDecodeError`, or `TraceError` at once."""
        if len(line) > LONGEST_LINE:
            self._error = self._error or self._too_long(number)
            raise self._error
        if self._error is None and self._took_ordinary(line.strip()):
            return
        text = line.decode()
        row = text.strip(_WHITE_SPACE)
        if self._error is not None or not row or row.startswith(("#", "session")):
            return
        try:
            self._row(number, text, row)
        except TraceError as error:
            self._error = error

    def _took_ordinary(self, row: bytes) -> bool:
        """Take a line that is a turn without a doubt, fast; any other is looked at closely."""
        if row.translate(None, _ORDINARY):
            return False
        fields = row.split(b",")
        count = len(fields)
        if not _FEWEST_FIELDS <= count <= len(_COLUMNS):
            return False
        try:
            session = float(fields[0])
            new, out, think = float(fields[2]), float(fields[3]), float(fields[4])
            forced = float(fields[5]) if count > _FEWEST_FIELDS else 0.0
        except ValueError:
            return False
        if fields[0] != self._session_field:
            self._session_field = fields[0]
            self._enter_session(session)
        self._trace.add_turn(new, out, think, forced)
        return True

    def finished(self) -> Trace:
        """What was read; raises `TraceError` if that is no trace."""
        if self._error is None and self._trace.session_count() == 0:
            message = f"trace {self._path}: empty trace"
            help_text = f"add a data row using {_USE}"
            self._error = TraceError(TRACE_EMPTY, f"{message}\nhelp: {help_text}", self._path)
        if self._error is not None:
            raise self._error
        return self._trace

    def _row(self, number: int, text: str, row: str) -> None:
        fields = row.split(",")
        if not _FEWEST_FIELDS <= len(fields) <= len(_COLUMNS):
            raise self._wrong_fields(_Line(number, text), row, len(fields))
        for column, field in enumerate(fields):
            if column != _TURN and not is_number(field):
                raise self._no_number(_Line(number, text), fields, column)
        self._session_field = b""
        self._enter_session(float(fields[0]))
        forced = float(fields[5]) if len(fields) > _FEWEST_FIELDS else 0.0
        self._trace.add_turn(float(fields[2]), float(fields[3]), float(fields[4]), forced)

    def _enter_session(self, field: float) -> None:
        """Begin a session of the trace where the field is another than before (CSV-2)."""
        session = truncate(field, _LARGEST_SESSION)
        if session != self._session:
            self._session = session
            self._trace.begin_session()

    def _too_long(self, number: int) -> TraceError:
        message = f"longer than {LONGEST_LINE} bytes\nhelp: use {_USE}"
        return self._at(TRACE_FIELDS, _Line(number, ""), message, 0, 0)

    def _wrong_fields(self, line: _Line, row: str, count: int) -> TraceError:
        message = f"expected 5 or 6 fields, got {count}\nhelp: use {_USE}"
        return self._at(TRACE_FIELDS, line, message, line.indent, line.indent + len(row))

    def _no_number(self, line: _Line, fields: list[str], column: int) -> TraceError:
        name, field = _COLUMNS[column], fields[column]
        message = (
            f"column {column + 1} ({name}): invalid number `{field}`\n"
            f"help: replace `{name}` with a numeric value"
        )
        start = line.indent + sum(len(before) + 1 for before in fields[:column])
        return self._at(TRACE_NUMBER, line, message, start, start + len(field))

    def _at(self, code: str, line: _Line, message: str, start: int, end: int) -> TraceError:
        whole = f"trace {self._path}: line {line.number}: {message}"
        return TraceError(code, whole, self._path, line.number, line.text, start, end)


class _Line:
    """A line that may be told to be wrong: its number from 1, and its text without the line end."""

    def __init__(self, number: int, text: str) -> None:
        self.number: Final = number
        self.text: Final = text.rstrip(_WHITE_SPACE)

    @property
    def indent(self) -> int:
        """How many characters stand before the first field."""
        return len(self.text) - len(self.text.lstrip(_WHITE_SPACE))


def is_number(field: str) -> bool:
    """Whether a field is a number of CSV-2: decimal, without blanks and underscores."""
    if field.isdecimal() and field.isascii():
        return True
    if not field.isascii() or "_" in field or field != field.strip():
        return False
    try:
        float(field)
    except ValueError:
        return False
    return True
