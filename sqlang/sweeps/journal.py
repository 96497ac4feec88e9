"""The runs that are finished, in a file to which one line is added for each.

A line that was cut off when a machine went down counts as not written. One sweep at a time uses a
journal; the lock of its file goes with the process that holds it, however that ends.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from time import monotonic
from typing import Any, Final, NamedTuple

from sqlang.engine import Limits
from sqlang.sweeps.locking import lock
from sqlang.sweeps.plan import Run
from sqlang.sweeps.task import Outcome

_SECONDS_BETWEEN_SYNCS: Final = 1.0
_FORMAT: Final = 1
_FIELDS: Final = {"point", "seed", "format"}


class JournalError(Exception):
    """A file that is no journal, or that another sweep is using."""


class Entry(NamedTuple):
    """A finished run, and how it came out.

    `deadline` and `memory` are the bounds it had, which another machine may meet elsewhere.
    """

    run: Run
    outcome: Outcome
    deadline: float | None = None
    memory: int | None = None

    def holds_for(self, limits: Limits) -> bool:
        """Whether a run within these limits would tell the same."""
        match self.outcome.bound:
            case "deadline":
                return self.deadline == limits.deadline
            case "memory":
                return self.memory == limits.memory
            case _:
                return True


class Journal:
    """A journal that is open for this sweep alone; `entries` are those of its file by then.

    Raises:
        JournalError: the file is something else, or in use.
        OSError: it cannot be read or written.
    """

    def __init__(self, path: str) -> None:
        self.path: Final = path
        self.added = 0
        """How many entries are of this sweep."""
        self._synced = monotonic()
        with ExitStack() as on_error:
            file = on_error.enter_context(open(path, "a+b", buffering=0))
            if not lock(file):
                raise JournalError(f"another sweep is writing to {path}")
            file.seek(0)
            data = file.read()
            self.entries: Final = tuple(_entries(data, path))
            if data and not data.endswith(b"\n"):
                file.write(b"\n")
            self._file: Final = file
            on_error.pop_all()

    def add(self, entry: Entry, values: Mapping[str, str]) -> None:
        """Write down a finished run, with the values of its point for those who read the file.

        It outlives this process from now on, and a second later also the machine's going down.
        """
        line = json.dumps(_value(entry, values), ensure_ascii=False, allow_nan=False)
        self._file.write(f"{line}\n".encode("utf-8", "surrogatepass"))
        self.added += 1
        if monotonic() - self._synced > _SECONDS_BETWEEN_SYNCS:
            self._sync()

    def close(self) -> None:
        """Have everything on the disk, and let others use the file."""
        if not self._file.closed:
            self._sync()
            self._file.close()

    def _sync(self) -> None:
        if os.path.isfile(self.path):
            os.fsync(self._file.fileno())
        self._synced = monotonic()


def _value(entry: Entry, values: Mapping[str, str]) -> dict[str, object]:
    outcome = entry.outcome
    value: dict[str, object] = {"format": _FORMAT, "point": entry.run.digest}
    value |= {"values": dict(values), "seed": entry.run.seed}
    if outcome.code:
        value |= {"code": outcome.code, "message": outcome.message}
    if outcome.bound:
        bounds = {"bound": outcome.bound, "deadline": entry.deadline, "memory": entry.memory}
        value |= bounds
    if outcome.figures:
        value["figures"] = dict(outcome.figures)
    return value


def _entries(data: bytes, path: str) -> Iterator[Entry]:
    lines = data.split(b"\n")
    for number, line in enumerate(lines):
        if not line:
            continue
        try:
            value = json.loads(line)
        except ValueError:
            value = None
        if isinstance(value, dict) and value.keys() >= _FIELDS:
            if value["format"] == _FORMAT:
                yield _entry(value)
        elif number == 0 and len(lines) > 1:
            raise JournalError(f"{path} is no journal of a sweep")


def _entry(value: Mapping[str, Any]) -> Entry:
    outcome = Outcome(
        value.get("figures", {}),
        value.get("code", ""),
        value.get("message", ""),
        value.get("bound", ""),
    )
    run = Run(value["point"], value["seed"])
    return Entry(run, outcome, value.get("deadline"), value.get("memory"))
