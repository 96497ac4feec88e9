"""An observer that notes which of the things a run should meet have happened in it."""

from __future__ import annotations

from collections import Counter

from sqlang.engine import Observer
from sqlang.engine.holding_events import EXPIRED, LeaseEnd
from sqlang.engine.observer import (
    Admission,
    Event,
    Eviction,
    Iteration,
    JobEnd,
    Preemption,
    Statement,
)
from sqlang.engine.trace_lines import eviction_line, iteration_line
from sqlang.ir import program as ir

_Prefill = tuple[int, int, int]


class Occurrences(Observer):
    """Notes names, and the lines that the reference writes.

    `names` has `eviction`, `preemption`, `waiting` (for admission), `lease expiry`, `transfer` and
    `mixed prefill` (one that took several iterations, one of which decoded too).
    """

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._transfers = _transfers(program)
        self._shares: Counter[_Prefill] = Counter()
        self._mixed: set[_Prefill] = set()
        self._iterations: list[str] = []
        self._evictions: list[str] = []
        self.names: set[str] = set()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of iterations, then those of evictions."""
        return (*self._iterations, *self._evictions)

    def event(self, event: Event) -> None:
        match event:
            case Iteration():
                self._iterations.append(iteration_line(event, self._program))
                self._note_batch(event)
            case Eviction():
                self._evictions.append(eviction_line(event))
                self.names.add("eviction")
            case Preemption():
                self.names.add("preemption")
            case Admission() if event.time > event.queued_at:
                self.names.add("waiting")
            case LeaseEnd(reason=reason) if reason == EXPIRED:
                self.names.add("lease expiry")
            case JobEnd() if event.statement is not None:
                if _place(event.statement) in self._transfers:
                    self.names.add("transfer")

    def _note_batch(self, event: Iteration) -> None:
        decodes = any(not member.prefill for member in event.members)
        for member in event.members:
            if member.prefill:
                prefill = (member.serial, *_place(member.statement))
                self._shares[prefill] += 1
                if decodes:
                    self._mixed.add(prefill)
                if self._shares[prefill] > 1 and prefill in self._mixed:
                    self.names.add("mixed prefill")


def _place(statement: Statement) -> tuple[int, int]:
    return statement.block, statement.position


def _transfers(program: ir.Program) -> set[tuple[int, int]]:
    """The runs that a load and a release follow, as a `transfer` is rewritten (SRV-5)."""
    return {
        (number, position)
        for number, block in enumerate(program.blocks)
        for position, kinds in enumerate(zip(block, block[1:], block[2:], strict=False))
        if tuple(map(type, kinds)) == (ir.Run, ir.Load, ir.Release)
    }
