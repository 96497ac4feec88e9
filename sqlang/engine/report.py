"""What a run reports: figures as attributes, and the JSON of REP-1."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Final

from sqlang.engine.limits import Stopped
from sqlang.engine.numbers import INFINITY, divide, shortest_digits
from sqlang.engine.pools.pool import Pool
from sqlang.engine.sample_statistics import SampleStatistics
from sqlang.engine.simulation import Simulation
from sqlang.engine.stages.stage import Stage
from sqlang.engine.statistics import Samples


class Observation:
    """The samples of one `observe` name and their statistics (REP-1).

    `ci` is the half-width of the mean's 95 % interval, infinite below 40 samples; `mean`, `cv2` and
    `p99` are NaN without enough samples. `times`, `sessions` and `turns` tell when and where each
    sample was taken, and are empty if the run was not to keep that; each access makes a new list.
    """

    def __init__(self, name: str, samples: Samples) -> None:
        statistics = SampleStatistics(samples)
        self._samples: Final = samples
        self.name: Final = name
        self.count: Final = statistics.count
        self.mean: Final = statistics.mean
        self.ci: Final = statistics.half_width
        self.cv2: Final = statistics.squared_variation
        self.p99: Final = statistics.percentile_99

    @property
    def samples(self) -> list[float]:
        """The values, in the order they were taken."""
        return self._samples.values.tolist()

    @property
    def times(self) -> list[float]:
        """When each sample was taken, in time of the program's clock."""
        return self._samples.times.tolist()

    @property
    def sessions(self) -> list[int]:
        """The serial of the session each sample was taken in."""
        return self._samples.serials.tolist()

    @property
    def turns(self) -> list[int]:
        """`turn_no` at each sample, cut to a whole number."""
        return self._samples.turns.tolist()

    def csv_lines(self) -> Iterator[str]:
        """The samples as a dump has them, one line each below a header (REP-5)."""
        yield "time,session,turn,value"
        samples = self._samples
        columns = samples.times, samples.serials, samples.turns, samples.values
        for time, serial, turn, value in zip(*columns, strict=True):
            yield f"{shortest_digits(time)},{serial},{turn},{shortest_digits(value)}"

    def json(self) -> str:
        """Its object in the report."""
        return _object(
            count=str(self.count),
            mean=_number(self.mean),
            ci=_number(self.ci),
            cv2=_number(self.cv2),
            p99=_number(self.p99),
        )


class StageReport:
    """The row of a stage or of one member of a family (STAT-8)."""

    def __init__(self, stage: Stage, end: float, span: float) -> None:
        figures = stage.figures
        self.name: Final = stage.name
        self.mean_number: Final = figures.number.mean(end)
        self.utilization: Final = figures.utilization(end)
        self.completed: Final = int(figures.completed)
        self.throughput: Final = divide(float(figures.completed), span)
        self.mean_wait: Final = figures.wait.mean()
        self.mean_service: Final = figures.service.mean()
        self.iterations: Final = figures.iterations

    def json(self) -> str:
        """Its object in the report."""
        return _object(
            name=_string(self.name),
            mean_number=_number(self.mean_number),
            utilization=_number(self.utilization),
            completed=str(self.completed),
            throughput=_number(self.throughput),
            mean_wait=_number(self.mean_wait),
            mean_service=_number(self.mean_service),
            iterations=str(self.iterations),
        )


class PoolReport:
    """The row of a pool or of one member of a family (STAT-9)."""

    def __init__(self, pool: Pool, end: float) -> None:
        figures = pool.figures
        self.name: Final = pool.name
        self.mean_used: Final = figures.used.mean(end)
        self.mean_cached: Final = figures.cached.mean(end)
        self.mean_queue: Final = figures.queue.mean(end)
        self.mean_holders: Final = figures.holders.mean(end)
        self.mean_wait: Final = figures.wait.mean()
        self.admissions: Final = figures.admissions
        self.evicted_entries: Final = figures.evicted_entries
        self.evicted_units: Final = figures.evicted_units
        self.preemptions: Final = figures.preemptions
        self.spills: Final = figures.spills
        self.rejected: Final = figures.rejected
        self.stuck: Final = figures.stuck

    def json(self) -> str:
        """Its object in the report."""
        return _object(
            name=_string(self.name),
            mean_used=_number(self.mean_used),
            mean_cached=_number(self.mean_cached),
            mean_queue=_number(self.mean_queue),
            mean_holders=_number(self.mean_holders),
            mean_wait=_number(self.mean_wait),
            admissions=str(self.admissions),
            evicted_entries=str(self.evicted_entries),
            evicted_units=_number(self.evicted_units),
            preemptions=str(self.preemptions),
            spills=str(self.spills),
            rejected=str(self.rejected),
            stuck=str(self.stuck),
        )


class Report:
    """What a run has come to; times are in the program's clock.

    `stopped` tells which bound ended the run, None if it came to its own end; figures are then of
    the time reached, `end`.
    """

    def __init__(self, simulation: Simulation, stopped: Stopped | None) -> None:
        simulation.signals.complete()
        program = simulation.program
        end = simulation.clock.now
        # A bound that is met in the warm-up leaves no span in which anything was measured.
        span = end - program.warmup if simulation.warm else float("nan")
        self.stopped: Final = stopped
        self.horizon: Final = program.horizon
        self.end: Final = end
        self.warmup: Final = program.warmup
        self.seed: Final = program.seed
        self.events: Final = simulation.watch.events
        self.arrivals: Final = simulation.population.arrivals
        self.ended: Final = simulation.ended
        self.turns: Final = simulation.turns
        self.mean_live: Final = simulation.live.mean(end)
        self.observes: Final[Mapping[str, Observation]] = {
            name: Observation(name, samples)
            for name, samples in zip(program.observes, simulation.samples, strict=True)
        }
        self.stages: Final = [StageReport(stage, end, span) for stage in simulation.stages]
        self.pools: Final = [PoolReport(pool, end) for pool in simulation.pools]

    def observe(self, name: str) -> Observation | None:
        """The observation of this name."""
        return self.observes.get(name)

    def stage(self, name: str) -> StageReport | None:
        """The stage of this name, or the first member of the family."""
        return next((stage for stage in self.stages if stage.name == name), None)

    def stages_named(self, name: str) -> list[StageReport]:
        """All members of the family of stages of this name, in order."""
        return [stage for stage in self.stages if stage.name == name]

    def pool(self, name: str) -> PoolReport | None:
        """The pool of this name, or the first member of the family."""
        return next((pool for pool in self.pools if pool.name == name), None)

    def json(self) -> str:
        """The report as one line of JSON, without white space (REP-1)."""
        observes = ",".join(
            f"{_string(name)}:{each.json()}" for name, each in self.observes.items()
        )
        return _object(
            horizon=_number(self.horizon),
            end=_number(self.end),
            warmup=_number(self.warmup),
            seed=str(self.seed),
            events=str(self.events),
            arrivals=str(self.arrivals),
            ended=str(self.ended),
            turns=str(self.turns),
            mean_live=_number(self.mean_live),
            observes=f"{{{observes}}}",
            stages=f"[{','.join(stage.json() for stage in self.stages)}]",
            pools=f"[{','.join(pool.json() for pool in self.pools)}]",
        )


def _object(**fields: str) -> str:
    """A JSON object from the JSON texts of its fields, in order."""
    return "{" + ",".join(f'"{name}":{text}' for name, text in fields.items()) + "}"


def _string(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _number(value: float) -> str:
    """Shortest digits; what JSON cannot say is null (REP-2)."""
    return shortest_digits(value) if -INFINITY < value < INFINITY else "null"
