"""The errors that end a run (part 4, section 11), and those that wait for a stop point (ERR-13)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from sqlang.engine.numbers import shortest_digits
from sqlang.engine.observer import Statement
from sqlang.ir.program import Arrival, Node

GUARD: Final = "SQ901"
INDEX: Final = "SQ902"
GROW_OUTSIDE: Final = "SQ903"
LOAD_OUTSIDE: Final = "SQ904"
LOAD_TOO_MUCH: Final = "SQ905"
GROWING_OUTSIDE: Final = "SQ906"
FEW_ARRIVALS: Final = "SQ907"
NOT_DRAINED: Final = "SQ908"
DRAINED_IN_WARMUP: Final = "SQ909"
GAP: Final = "SQ910"
BUDGET_LEFT: Final = "SQ911"
TRACE_UNREADABLE: Final = "SQ921"
TRACE_EMPTY: Final = "SQ922"
TRACE_FIELDS: Final = "SQ923"
TRACE_NUMBER: Final = "SQ924"
NO_PROGRESS: Final = "SQ991"
UNDEFINED: Final = "SQ993"


class Reading:
    """A value that was read, and what of, as the text has it: `serial`, `used(kv)`."""

    __slots__ = ("text", "value")

    def __init__(self, text: str, value: float) -> None:
        self.text: Final = text
        self.value: Final = value


NOTHING_READ: Final[tuple[Reading, ...]] = ()


def circumstances(
    serial: int | None, time: float, values: Iterable[tuple[str, float]], member: str = ""
) -> str:
    """When it happened and what was read: `in session 1 at time 0, where x = 2`.

    `member` is the member of a family of stages or pools that it happened in.
    """
    when = f"at time {shortest_digits(time)}"
    if member:
        when = f"in `{member}` {when}"
    if serial is not None:
        when = f"in session {serial} {when}"
    said = ", ".join(f"{text} = {shortest_digits(value)}" for text, value in values)
    return f"{when}, where {said}" if said else when


class RunError(Exception):
    """A run that failed: there is no report (EXE-6).

    `code` is SQ901 for ERR-1 and so on, SQ921 to SQ924 for a trace, SQ991 when no time passes any
    more; `message` is the reference's. `statement` and `serial` name the statement and the session
    at fault, if the error is one of a session; `time` is the clock. `node` is the part of the IR
    that failed, or the name of a field of the program, if it is known more closely than by the
    statement or belongs to none; `readings` are the values that it read.
    """

    def __init__(
        self,
        code: str,
        message: str,
        statement: Statement | None,
        serial: int | None,
        time: float,
        node: Node | str | None = None,
        readings: tuple[Reading, ...] = NOTHING_READ,
    ) -> None:
        super().__init__(message)
        self.code: Final = code
        self.message: Final = message
        self.statement: Final = statement
        self.serial: Final = serial
        self.time: Final = time
        self.node: Final = node
        self.readings: Final = readings

    @property
    def values(self) -> tuple[tuple[str, float], ...]:
        """The readings as pairs of text and value."""
        return tuple((each.text, each.value) for each in self.readings)

    @property
    def part(self) -> str:
        """The field of `ir.Program` that is at fault: `arrival`, `arrivals`, `trace`, or none."""
        if isinstance(self.node, str):
            return self.node
        return "arrival" if isinstance(self.node, Arrival) else ""


class TraceError(RunError):
    """A file that is no trace (CSV-3): `path` as it was opened.

    `line` is the number of the line at fault, from 1, or 0 for the file as a whole; `text` is the
    line without the white space around it, in which `start` to `end` is at fault.
    """

    def __init__(
        self,
        code: str,
        message: str,
        path: str,
        line: int = 0,
        text: str = "",
        start: int = 0,
        end: int = 0,
    ) -> None:
        super().__init__(code, message, None, None, 0.0, "trace")
        self.path: Final = path
        self.line: Final = line
        self.text: Final = text
        self.start: Final = start
        self.end: Final = end


class Failures:
    """An error met that has not ended the run yet; of several the last counts (ERR-13).

    Index errors wait for the next stop point, and while a step stage selects a batch so do all
    errors of the sessions that it admits.
    """

    def __init__(self) -> None:
        self.pending: RunError | None = None

    def defer(self, error: RunError) -> None:
        """Keep `error` for the next stop point."""
        self.pending = error

    def stop_point(self) -> None:
        """Fail with the last error deferred, if any."""
        if self.pending is not None:
            raise self.pending
