"""What a recorder keeps of a stage and of a `run` statement: jobs, batches, tokens."""

from __future__ import annotations

from sqlang.engine.observer import Iteration, JobEnd, JobStart, Member
from sqlang.views.recording.records import (
    BatchGroup,
    BatchRun,
    IterationRow,
    JobRow,
    MemberRow,
    PartRow,
    RunRecord,
    StageRecord,
)
from sqlang.views.recording.tallies import TallyAccumulator

MEMBERS_KEPT = 32
GROUPS_KEPT = 4
BATCH_RUNS_KEPT = 8


class JobAccumulator:
    """Jobs that started and ended, and how long they waited and were served."""

    __slots__ = ("service", "started", "wait")

    def __init__(self) -> None:
        self.started = 0
        self.wait = TallyAccumulator()
        self.service = TallyAccumulator()

    def start(self) -> None:
        self.started += 1

    def end(self, event: JobEnd) -> None:
        self.wait.add(event.started - event.joined)
        self.service.add(event.time - event.started)


class BatchRuns:
    """The first batches of a stage, equal neighbors counted together; then it stops looking."""

    __slots__ = ("_full", "_runs")

    def __init__(self) -> None:
        self._runs: list[BatchRun] = []
        self._full = False

    def add(self, members: tuple[Member, ...]) -> None:
        if self._full:
            return
        groups, more = _groups(members)
        if self._runs and self._runs[-1][1:] == (groups, more):
            self._runs[-1] = BatchRun(self._runs[-1].iterations + 1, groups, more)
        elif len(self._runs) < BATCH_RUNS_KEPT:
            self._runs.append(BatchRun(1, groups, more))
        else:
            self._full = True

    def runs(self) -> tuple[BatchRun, ...]:
        return tuple(self._runs)


class StageAccumulator:
    """One stage."""

    __slots__ = ("_batches", "_cost", "_decoded", "_prefilled", "_rows", "_rows_kept", "jobs")

    def __init__(self, rows: int) -> None:
        self.jobs = JobAccumulator()
        self._cost = TallyAccumulator()
        self._prefilled = 0.0
        self._decoded = 0.0
        self._batches = BatchRuns()
        self._rows: list[IterationRow] = []
        self._rows_kept = rows

    def iteration(self, event: Iteration) -> None:
        self._cost.add(event.cost)
        for member in event.members:
            if member.prefill:
                self._prefilled += member.tokens
            else:
                self._decoded += member.tokens
        self._batches.add(event.members)
        if len(self._rows) < self._rows_kept:
            self._rows.append(_iteration_row(event))

    def record(self) -> StageRecord:
        return StageRecord(
            self.jobs.started,
            self.jobs.wait.tally(),
            self.jobs.service.tally(),
            self._cost.size,
            self._prefilled,
            self._decoded,
            self._cost.tally(),
            self._batches.runs(),
            tuple(self._rows),
        )


class RunAccumulator:
    """One `run` statement."""

    __slots__ = ("_jobs", "_open", "_parts", "_portions", "_rows", "_rows_kept", "_tokens")

    def __init__(self, rows: int) -> None:
        self._jobs = JobAccumulator()
        self._portions = 0
        self._tokens = 0.0
        self._rows: list[JobRow] = []
        self._open: dict[int, int] = {}
        self._parts: list[PartRow] = []
        self._rows_kept = rows

    def start(self, serial: int, event: JobStart) -> None:
        self._jobs.start()
        if len(self._rows) < self._rows_kept:
            self._open[serial] = len(self._rows)
            stages = (event.stage, *event.further)
            self._rows.append(JobRow(serial, stages, event.work, event.time, None, None))

    def end(self, serial: int, event: JobEnd) -> None:
        self._jobs.end(event)
        at = self._open.pop(serial, None)
        if at is not None:
            self._rows[at] = self._rows[at]._replace(started=event.started, ended=event.time)

    def part(self, event: Iteration, member: Member) -> None:
        self._portions += 1
        self._tokens += member.tokens
        if self._portions <= self._rows_kept:
            self._parts.append(
                PartRow(
                    event.time,
                    member.serial,
                    member.turn,
                    member.prefill,
                    member.tokens,
                    event.stage,
                )
            )

    def record(self) -> RunRecord:
        return RunRecord(
            self._jobs.started,
            self._jobs.wait.tally(),
            self._jobs.service.tally(),
            self._portions,
            self._tokens,
            tuple(self._rows),
            tuple(self._parts),
        )


def _groups(members: tuple[Member, ...]) -> tuple[tuple[BatchGroup, ...], int]:
    """Neighbors with equal tokens together, and how many members are in groups left out."""
    groups: list[BatchGroup] = []
    start = 0
    while start < len(members) and len(groups) < GROUPS_KEPT:
        end = _end_of_group(members, start)
        groups.append(BatchGroup(end - start, members[start].prefill, members[start].tokens))
        start = end
    return tuple(groups), len(members) - start


def _end_of_group(members: tuple[Member, ...], start: int) -> int:
    prefill, tokens = members[start].prefill, members[start].tokens
    for at in range(start + 1, len(members)):
        if members[at].tokens != tokens or members[at].prefill is not prefill:
            return at
    return len(members)


def _iteration_row(event: Iteration) -> IterationRow:
    members = tuple(
        MemberRow(member.serial, member.turn, member.prefill, member.tokens)
        for member in event.members[:MEMBERS_KEPT]
    )
    return IterationRow(
        event.time, len(event.members), members, event.used, event.cached, event.cost
    )
