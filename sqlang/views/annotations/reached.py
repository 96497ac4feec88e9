"""Which statements no session ever came to, and why, as far as the events of a run tell.

Only what is certain is said: `end`, `grow` and the like tell nothing of themselves, and a `run`
without work tells nothing either (EXE-32), so such statements count as reached unless an earlier
one let nobody through.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlang.ir.program import (
    Branch,
    Choose,
    End,
    Hold,
    Load,
    Loop,
    Observe,
    Program,
    Release,
    Set,
    Statement,
    Turn,
)
from sqlang.views.recording.records import Key, Recording

_NOBODY = "no session came this far"


class Unreached(NamedTuple):
    """Why a statement was not executed; `first` if the one before it and the one around it were."""

    reason: str
    first: bool


def unreached_statements(program: Program, recording: Recording) -> dict[Key, Unreached]:
    """The statements that were certainly never executed, in order of blocks."""
    search = _Search(program, recording)
    nobody = "" if recording.totals.arrived else "no session arrived"
    search.block(program.session, nobody)
    search.block(program.init, nobody)
    search.block(program.turn, search.no_turn())
    return dict(sorted(search.found.items()))


class _Entry(NamedTuple):
    """A block to search; `within` an unreached statement."""

    block: int
    reason: str
    within: bool


class _Search:
    """Walks blocks from the outside in; without a reason a block may have been entered."""

    def __init__(self, program: Program, recording: Recording) -> None:
        self.found: dict[Key, Unreached] = {}
        self._blocks = program.blocks
        self._recording = recording
        self._turn_reached = False

    def block(self, block: int, reason: str) -> None:
        """Searches a block that nobody entered for `reason`, and all blocks in it."""
        pending = [_Entry(block, reason, within=False)]
        while pending:
            entry = pending.pop()
            reason, before = entry.reason, entry.within
            for position, statement in enumerate(self._blocks[entry.block]):
                key = (entry.block, position)
                reason = reason or self._silence(key, statement)
                if reason:
                    self.found[key] = Unreached(reason, first=not before)
                elif isinstance(statement, Turn):
                    self._turn_reached = True
                before = bool(reason)
                pending += self._inner(key, statement, reason)
                reason = reason or self._no_passage(key, statement)

    def no_turn(self) -> str:
        """Why the `turn` block was never entered: no `turn;` was reached."""
        return "" if self._turn_reached else "no session took a turn"

    def _silence(self, key: Key, statement: Statement) -> str:
        """A statement that always tells of itself told nothing."""
        recording = self._recording
        silent = (
            (isinstance(statement, Set | Choose) and key not in recording.assignments)
            or (isinstance(statement, Observe) and key not in recording.samples)
            or (isinstance(statement, Branch) and key not in recording.branches)
            or (isinstance(statement, Release) and key not in recording.releases)
            or (isinstance(statement, Load) and key not in recording.loads)
            or (
                isinstance(statement, Hold)
                and key not in recording.holds
                and not recording.totals.rejected
            )
        )
        return _NOBODY if silent else ""

    def _inner(self, key: Key, statement: Statement, reason: str) -> list[_Entry]:
        """The blocks of a statement, each with the reason why it was not entered."""
        within = bool(reason)
        if isinstance(statement, Loop):
            return [_Entry(statement.body, reason, within)]
        if isinstance(statement, Hold):
            return [_Entry(statement.body, reason or self._nobody_admitted(key), within)]
        if isinstance(statement, Branch):
            record = self._recording.branches.get(key)
            never_then = "" if record and record.then else "the guard was never 1"
            never_else = "" if record and record.otherwise else "the guard was never 0"
            return [
                _Entry(statement.then, reason or never_then, within),
                _Entry(statement.otherwise, reason or never_else, within),
            ]
        return []

    def _no_passage(self, key: Key, statement: Statement) -> str:
        """Why nobody got past a statement that was reached."""
        if isinstance(statement, Hold):
            return self._nobody_admitted(key)
        if isinstance(statement, Loop):
            return "a loop before it never ends"
        return "the session has ended before it" if isinstance(statement, End) else ""

    def _nobody_admitted(self, key: Key) -> str:
        record = self._recording.holds.get(key)
        return "" if record and record.wait.size else "no session was admitted to the hold"
