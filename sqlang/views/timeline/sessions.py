"""What a timeline keeps of sessions: the state of each that lives, the lives of the first few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlang.engine.holding_events import HoldEnd
from sqlang.engine.observer import Admission, JobEnd, JobStart, Statement
from sqlang.views.recording.records import Key
from sqlang.views.timeline.records import (
    Holding,
    NotableSession,
    Portion,
    Segment,
    SegmentKind,
    SessionRow,
    Window,
)

ROWS_KEPT: Final = 24
SEGMENTS_KEPT: Final = 200
PORTIONS_KEPT: Final = 300


class Row:
    """The life of one session as far as it is kept."""

    __slots__ = ("_cut", "_holdings", "_portions", "_preemptions", "_segments")

    def __init__(self) -> None:
        self._segments: list[Segment] = []
        self._portions: list[Portion] = []
        self._holdings: list[Holding] = []
        self._preemptions: list[float] = []
        self._cut = False

    def segment(self, segment: Segment) -> None:
        """Keep a state that is over, or that lasts when the run is over."""
        if segment.end == segment.start:
            return
        if len(self._segments) < SEGMENTS_KEPT:
            self._segments.append(segment)
        else:
            self._cut = True

    def holding(self, holding: Holding) -> None:
        """Keep a hold whose body is left, or not yet left when the run is over."""
        if len(self._holdings) < SEGMENTS_KEPT:
            self._holdings.append(holding)
        else:
            self._cut = True

    def portion(self, portion: Portion) -> None:
        """Keep tokens of an iteration, together with those of the iteration just before."""
        last = self._portions[-1] if self._portions else None
        if last is not None and _continues(last, portion):
            self._portions[-1] = last._replace(
                end=portion.end,
                iterations=last.iterations + 1,
                tokens=last.tokens + portion.tokens,
            )
        elif len(self._portions) < PORTIONS_KEPT:
            self._portions.append(portion)
        else:
            self._cut = True

    def preempt(self, time: float) -> None:
        """Note a preemption; what the session was being given ends there."""
        if len(self._preemptions) < SEGMENTS_KEPT:
            self._preemptions.append(time)
        if self._portions and self._portions[-1].end > time:
            self._portions[-1] = self._portions[-1]._replace(end=time)

    def record(
        self,
        session: Session,
        ended: float | None,
        rejected: bool,
        segments: Sequence[Segment] = (),
        holdings: Sequence[Holding] = (),
    ) -> SessionRow:
        """The life so far with what lasts, everything in the order of its start."""
        return SessionRow(
            session.serial,
            session.arrived,
            ended,
            rejected,
            (*self._segments, *segments),
            tuple(self._portions),
            tuple(sorted((*self._holdings, *holdings), key=lambda holding: holding.start)),
            tuple(self._preemptions),
            self._cut,
        )


class Session:
    """A session that lives: what it does now and since when, and the holds that it is in."""

    __slots__ = (
        "_holds",
        "_kind",
        "_since",
        "_stages",
        "_statement",
        "_waited",
        "arrived",
        "preemptions",
        "put_out",
        "row",
        "serial",
    )

    def __init__(self, serial: int, time: float) -> None:
        self.serial: Final = serial
        self.arrived: Final = time
        self.row: Row | None = None
        self.put_out = False
        """Preempted, and not yet in a queue again."""
        self.preemptions = 0
        self._waited = 0.0
        self._kind: SegmentKind | None = None
        self._since = time
        self._statement: Key | None = None
        self._stages: tuple[int, ...] = ()
        self._holds: list[Holding] = []

    @property
    def queued(self) -> bool:
        """Whether it waits to be admitted."""
        return self._kind in ("queued", "requeued")

    @property
    def at_stages(self) -> tuple[int, ...]:
        """The stages where it has a job."""
        return self._stages

    def queue(self, time: float, statement: Statement) -> None:
        """It joins a queue, for the first time or put back by a preemption."""
        kind: SegmentKind = "requeued" if self.put_out else "queued"
        self._become(kind, time, _key(statement), ())
        self.put_out = False

    def admit(self, event: Admission) -> None:
        """Its hold is admitted (POOL-7)."""
        key = _key(event.statement)
        self._become(None, event.time, key, ())
        self._holds.append(Holding(event.time, None, key, event.pools, event.units, event.cached))

    def join(self, event: JobStart, kind: SegmentKind) -> None:
        """It has a job at a stage."""
        statement = None if event.statement is None else _key(event.statement)
        self._become(kind, event.time, statement, (event.stage, *event.further))

    def finish(self, event: JobEnd) -> None:
        """Its job is done; only now is it known when its service began."""
        if event.started > self._since and self._kind == "stage":
            self._waited += event.started - self._since
            waited = self._segment(event.started)._replace(kind="waiting")
            if self.row is not None:
                self.row.segment(waited)
            self._since = event.started
        self._become(None, event.time, self._statement, ())

    def preempt(self, time: float, hold: Key) -> None:
        """It is put out of its innermost hold of this statement, and of those inside."""
        self.put_out = True
        self.preemptions += 1
        self._become(None, time, hold, ())
        if self.row is not None:
            self.row.preempt(time)

    def leave(self, event: HoldEnd) -> None:
        """Its innermost hold is over."""
        holding = self._holds.pop()._replace(end=event.time)
        if self.row is not None:
            self.row.holding(holding)

    def end(self, time: float, rejected: bool) -> SessionRow | None:
        """Its row, if it has one."""
        self._become(None, time, None, ())
        return None if self.row is None else self.row.record(self, time, rejected)

    def notable(self, end: float, *, rejected: bool = False, live: bool = False) -> NotableSession:
        """What may make it stand out, up to its end or that of the run."""
        waited = self._waited + self._waiting(end)
        return NotableSession(
            self.serial, self.arrived, end, waited, self.preemptions, rejected, live
        )

    def so_far(self) -> SessionRow | None:
        """Its row when the run is over, if it has one."""
        if self.row is None:
            return None
        lasting = [] if self._kind is None else [self._segment(None)]
        return self.row.record(self, None, False, lasting, self._holds)

    def _become(
        self, kind: SegmentKind | None, time: float, statement: Key | None, stages: tuple[int, ...]
    ) -> None:
        """End what it did; time that passes between statements is a wait for room to grow."""
        self._waited += self._waiting(time)
        if self.row is not None:
            if self._kind is not None:
                self.row.segment(self._segment(time))
            elif time > self._since:
                self.row.segment(Segment("growing", self._since, time, self._statement))
        self._kind, self._since, self._statement, self._stages = kind, time, statement, stages

    def _waiting(self, until: float) -> float:
        """What of the present state was a wait; that at a stage is known only at its end."""
        return until - self._since if self._kind is None or self.queued else 0.0

    def _segment(self, end: float | None) -> Segment:
        assert self._kind is not None
        return Segment(self._kind, self._since, end, self._statement, self._stages)


class Rows:
    """Gives rows to the first sessions that live in the window, and keeps those that have ended.

    The first of all is that of serial `first`.
    """

    __slots__ = ("_ended", "_first", "_given", "_window", "serials")

    def __init__(self, window: Window, first: int = 0) -> None:
        self._first = first
        self.serials: Final[set[int]] = set()
        """Of the sessions with a row."""
        self._window = window
        self._given = False
        self._ended: list[SessionRow] = []

    def open(self, time: float, living: dict[int, Session]) -> None:
        """Give rows to those who live when the window opens; to be called before each event."""
        if self._given or time < self._window.start:
            return
        self._given = True
        for session in living.values():
            self._give(session)

    def arrive(self, session: Session) -> None:
        """Give a session that arrives a row, if there is one left."""
        if self._given and session.arrived <= self._window.end:
            self._give(session)

    def keep(self, row: SessionRow) -> None:
        """Keep the row of a session that has ended."""
        self._ended.append(row)

    def records(self, living: dict[int, Session]) -> tuple[SessionRow, ...]:
        """All rows, by serial."""
        lasting = [session.so_far() for session in living.values() if session.row is not None]
        rows = [*self._ended, *[row for row in lasting if row is not None]]
        return tuple(sorted(rows, key=lambda row: row.serial))

    def _give(self, session: Session) -> None:
        if session.serial >= self._first and len(self.serials) < ROWS_KEPT:
            self.serials.add(session.serial)
            session.row = Row()


def _continues(last: Portion, portion: Portion) -> bool:
    return (last.end, last.prefill, last.statement, last.stage) == (
        portion.start,
        portion.prefill,
        portion.statement,
        portion.stage,
    )


def _key(statement: Statement) -> Key:
    return statement.block, statement.position
