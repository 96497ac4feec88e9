"""How a run came out: the figures of its report (REP-1), what stopped it, or how it failed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from sqlang.engine import Report, RunError
    from sqlang.views.recording.records import Key


class ObserveFigures(NamedTuple):
    """One observation by name; a figure that is not finite is `None`."""

    samples: int
    mean: float | None
    ci: float | None
    cv2: float | None
    p99: float | None


class StageFigures(NamedTuple):
    """One stage or member of a family."""

    name: str
    mean_number: float
    utilization: float
    completed: int
    throughput: float | None
    mean_wait: float | None
    mean_service: float | None
    iterations: int


class PoolFigures(NamedTuple):
    """One pool or member of a family."""

    name: str
    mean_used: float
    mean_cached: float
    mean_queue: float
    mean_holders: float
    mean_wait: float | None
    admissions: int
    evicted_entries: int
    evicted_units: float
    preemptions: int
    spills: int
    rejected: int
    stuck: int


class ReportFigures(NamedTuple):
    """A report as its JSON carries it: without samples."""

    horizon: float
    end: float
    warmup: float
    seed: int
    events: int
    arrivals: int
    ended: int
    turns: int
    mean_live: float | None
    observes: dict[str, ObserveFigures]
    stages: tuple[StageFigures, ...]
    pools: tuple[PoolFigures, ...]

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> ReportFigures:
        """From the parsed object of REP-1; trusts its writer."""
        parts = {
            "observes": {
                name: _observe_figures(figures) for name, figures in value["observes"].items()
            },
            "stages": tuple(StageFigures(**figures) for figures in value["stages"]),
            "pools": tuple(PoolFigures(**figures) for figures in value["pools"]),
        }
        return cls(**{**value, **parts})


def _observe_figures(value: Mapping[str, Any]) -> ObserveFigures:
    return ObserveFigures(value["count"], value["mean"], value["ci"], value["cv2"], value["p99"])


class Stop(NamedTuple):
    """A bound or a cancellation ended the run at `time`."""

    reason: str
    time: float


class Failure(NamedTuple):
    """The run failed at a statement (04, section 11); `time` is that of the program's clock.

    `part` is what else is at fault: `arrival`, `arrivals` or `trace`, empty if nothing. `values`
    are what it had read, each with its text.
    """

    code: str
    message: str
    statement: Key | None
    serial: int | None
    time: float
    part: str = ""
    values: tuple[tuple[str, float], ...] = ()


class Outcome(NamedTuple):
    """Of a run that still goes on, nothing is known yet."""

    report: ReportFigures | None = None
    stopped: Stop | None = None
    failure: Failure | None = None

    @classmethod
    def of_report(cls, report: Report) -> Outcome:
        stop = report.stopped
        return cls(
            ReportFigures.from_json(json.loads(report.json())),
            None if stop is None else Stop(stop.reason, stop.time),
        )

    @classmethod
    def of_error(cls, error: RunError) -> Outcome:
        statement = error.statement
        key = None if statement is None else (statement.block, statement.position)
        message = error.message.partition("\n")[0]
        serial, time = error.serial, error.time
        return cls(
            failure=Failure(error.code, message, key, serial, time, error.part, error.values)
        )


RUNNING = Outcome()
