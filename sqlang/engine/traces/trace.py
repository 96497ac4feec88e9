"""A trace in memory: the turns of its sessions, four numbers each."""

from __future__ import annotations

from array import array
from typing import Final

NEW: Final = 0
OUT: Final = 1
THINK: Final = 2
FORCED: Final = 3
"""Where a number stands in a turn."""

TURN_SIZE: Final = 4


class Trace:
    """The sessions of a trace in the order they appear; 32 bytes for each turn, 8 for a session.

    Turns are counted over all sessions: those of session i are `first(i)` to `end(i)` - 1.
    """

    def __init__(self) -> None:
        self._values: Final = array("d")
        self._firsts: Final = array("Q")

    def begin_session(self) -> None:
        """The turns added from now on are a new session's."""
        self._firsts.append(self.turn_count())

    def add_turn(self, new: float, out: float, think: float, forced: float) -> None:
        """Append a turn to the session begun last."""
        self._values.extend((new, out, think, forced))

    def session_count(self) -> int:
        """How many sessions there are."""
        return len(self._firsts)

    def turn_count(self) -> int:
        """How many turns all sessions have together."""
        return len(self._values) // TURN_SIZE

    def first(self, session: int) -> int:
        """The first turn of a session."""
        return self._firsts[session]

    def end(self, session: int) -> int:
        """The turn after the last one of a session."""
        following = session + 1
        return self._firsts[following] if following < len(self._firsts) else self.turn_count()

    def value(self, turn: int, place: int) -> float:
        """One number of a turn; `place` is NEW, OUT, THINK or FORCED."""
        return self._values[turn * TURN_SIZE + place]

    def turn(self, turn: int) -> tuple[float, float, float, float]:
        """`new`, `out`, `think` and `forced` of a turn."""
        return (
            self.value(turn, NEW),
            self.value(turn, OUT),
            self.value(turn, THINK),
            self.value(turn, FORCED),
        )

    def sessions(self) -> list[list[tuple[float, float, float, float]]]:
        """All turns by session, as tuples: three times as large."""
        return [
            [self.turn(turn) for turn in range(self.first(session), self.end(session))]
            for session in range(self.session_count())
        ]
