"""What `turn` stores: the turns of a session of a trace, or those that an IR gives a session."""

from __future__ import annotations

from typing import Final

from sqlang.engine.random_streams import TRACE_SEED, WordStream
from sqlang.engine.traces.trace import FORCED, NEW, OUT, THINK, Trace
from sqlang.ir.program import BuiltinSlots

Turn = tuple[tuple[int, float], ...]
"""Slots and what they get, in the order in which it is stored."""


class Replay:
    """The turns of one session that are still to come."""

    def __init__(self, slots: BuiltinSlots) -> None:
        self._slots: Final = slots

    def load_next(self, attributes: list[float]) -> None:
        """Store the next turn; past the last one only `more` is set, to 0 (WL-7)."""
        raise NotImplementedError

    def _store_more(self, attributes: list[float], more: bool) -> None:
        attributes[self._slots.more] = 1.0 if more else 0.0


class TraceReplay(Replay):
    """The turns of one session of a trace (WL-7)."""

    def __init__(self, slots: BuiltinSlots, trace: Trace, session: int) -> None:
        super().__init__(slots)
        self._trace: Final = trace
        self._next = trace.first(session)
        self._end: Final = trace.end(session)

    def load_next(self, attributes: list[float]) -> None:
        turn = self._next
        if turn < self._end:
            self._next += 1
            attributes[self._slots.new] = self._trace.value(turn, NEW)
            attributes[self._slots.out] = self._trace.value(turn, OUT)
            attributes[self._slots.think] = self._trace.value(turn, THINK)
            attributes[self._slots.forced] = self._trace.value(turn, FORCED)
        self._store_more(attributes, self._next < self._end)


class OwnReplay(Replay):
    """The turns that a session of an IR has of its own (WL-10)."""

    def __init__(self, slots: BuiltinSlots, turns: tuple[Turn, ...]) -> None:
        super().__init__(slots)
        self._turns: Final = turns
        self._next = 0

    def load_next(self, attributes: list[float]) -> None:
        if self._next < len(self._turns):
            for slot, value in self._turns[self._next]:
                attributes[slot] = value
            self._next += 1
        self._store_more(attributes, self._next < len(self._turns))


class TraceSupply:
    """Gives each session its session of the trace: by serial, or drawn (WL-7, WL-8)."""

    def __init__(self, trace: Trace, ordered: bool, seed: int, slots: BuiltinSlots) -> None:
        self._trace: Final = trace
        self._ordered: Final = ordered
        self._stream: Final = WordStream(seed ^ TRACE_SEED)
        self._slots: Final = slots

    def replay(self, serial: int) -> Replay:
        """The turns of the session of this serial; a draw unless the trace is ordered."""
        count = self._trace.session_count()
        session = serial % count if self._ordered else self._stream.pick(count)
        return TraceReplay(self._slots, self._trace, session)
