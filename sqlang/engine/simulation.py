"""The configuration of a run: everything that changes while it goes on (EXE-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.changes import Changes
from sqlang.engine.errors import Failures
from sqlang.engine.events import Calendar, Clock
from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.readings import Readings
from sqlang.engine.limits import Limits, Watch
from sqlang.engine.observer import Observer
from sqlang.engine.random_stream import RandomStream
from sqlang.engine.random_streams import EVICTION_SEED, SESSION_SEED, WORKLOAD_SEED, new_stream
from sqlang.engine.signals import Signals
from sqlang.engine.statistics import Samples, TimeAverage
from sqlang.ir.program import Step

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.invariants.checks import Checks
    from sqlang.engine.pools.pool import Pool
    from sqlang.engine.sessions.population import Population
    from sqlang.engine.stages.flow_network import FlowNetwork
    from sqlang.engine.stages.processor_sharing import ProcessorSharingStage
    from sqlang.engine.stages.stage import Stage
    from sqlang.engine.stages.step import StepStage
    from sqlang.engine.standstill import Standstill
    from sqlang.engine.workload import Workload
    from sqlang.ir.program import Program

_FIRST_DEAD_NUMBER: Final = 2**62


class Simulation:
    """One run of one program.

    `pools` and `stages` are in the order of declaration. `population`, `workload`, `flows` and
    `standstill` are set when the run is built; everything else is there from the start. Without an
    observer no event is made.
    """

    __slots__ = (
        "population",
        "workload",
        "flows",
        "standstill",
        "program",
        "observer",
        "checks",
        "slots",
        "clock",
        "calendar",
        "watch",
        "failures",
        "pools",
        "stages",
        "step_stages",
        "settled_stages",
        "sharing_stages",
        "has_step_stages",
        "has_queues_alone",
        "first_dirty",
        "readings",
        "arrival_stream",
        "arrival_context",
        "_session_stream",
        "session_context",
        "workload_context",
        "eviction_context",
        "warm",
        "signals",
        "live",
        "samples",
        "ended",
        "turns",
        "preemptions",
        "changes",
        "has_stretches",
        "_jobs",
        "_admissions",
        "_releases",
        "_leases",
        "_dead_entries",
    )

    population: Population
    workload: Workload
    flows: FlowNetwork
    standstill: Standstill

    def __init__(self, program: Program, observer: Observer | None, limits: Limits) -> None:
        self.program: Final = program
        self.observer: Final = observer
        self.checks: Checks | None = None
        """What looks after the invariants, if that was asked for."""
        self.slots: Final = program.slots
        self.clock: Final = Clock()
        self.calendar: Final = Calendar(program.horizon)
        self.watch: Final = Watch(self.clock, limits, observer)
        self.failures: Final = Failures()
        self.pools: Final[list[Pool]] = []
        self.stages: Final[list[Stage]] = []
        self.step_stages: Final[list[StepStage]] = []
        self.settled_stages: Final[list[Stage]] = []
        """Those that the settling looks at, `step` and `ps` (EXE-9), in order of declaration."""
        self.sharing_stages: Final[list[ProcessorSharingStage]] = []
        """The `ps` stages."""
        self.has_step_stages: Final = any(isinstance(each.kind, Step) for each in program.stages)
        """Whether there are `step` stages among these."""
        self.has_queues_alone = False
        """Whether there are no pools, no `step` stages and no flows; set when the run is built."""
        self.first_dirty: ProcessorSharingStage | None = None
        """Without `step` stages: the first `ps` stage, in order of declaration, to settle, as jobs
        came or left. It knows the next one."""
        self.readings: Final = Readings(program, self.pools, self.stages)
        self.arrival_stream: Final = new_stream(program.seed)
        self.arrival_context: Final = self._context(self.arrival_stream, acting=False)
        self._session_stream: Final = new_stream(program.seed ^ SESSION_SEED)
        self.session_context: Final = self.context(acting=True)
        self.workload_context: Final = self._context(
            new_stream(program.seed ^ WORKLOAD_SEED), acting=True
        )
        self.eviction_context: Final = self._context(
            new_stream(program.seed ^ EVICTION_SEED), acting=False
        )
        self.warm = program.warmup <= 0.0
        self.signals: Final = Signals()
        self.live: Final = TimeAverage()
        self.samples: Final = [Samples() for _ in program.observes]
        """By slot of the observation."""
        self.ended = 0
        self.turns = 0
        self.preemptions = 0
        """Of all pools together."""
        self.changes: Final = Changes()
        self.has_stretches = True
        """Whether iterations may be done in stretches; never so a run does the same, but slowly."""
        self._jobs: i64 = 0
        self._admissions = 0
        self._releases = 0
        self._leases = 0
        self._dead_entries = 0

    def context(self, *, acting: bool) -> Context:
        """A further place that evaluates expressions with the session stream (RNG-3)."""
        return self._context(self._session_stream, acting=acting)

    def _context(self, stream: RandomStream, *, acting: bool) -> Context:
        count = len(self.program.attributes)
        return Context(self.clock, stream, self.failures, self.watch, self.readings, count, acting)

    def take_job_number(self) -> i64:
        """The next job number (STG-1)."""
        self._jobs += 1
        return self._jobs - 1

    def take_admission_number(self) -> int:
        """The next admission number (POOL-7)."""
        self._admissions += 1
        return self._admissions - 1

    def take_release_number(self) -> int:
        """The next release number (POOL-14)."""
        self._releases += 1
        return self._releases - 1

    def take_lease_number(self) -> int:
        """The next lease number (POOL-23)."""
        self._leases += 1
        return self._leases - 1

    def take_dead_number(self) -> int:
        """The number of the next dead entry, over all pools (POOL-9)."""
        self._dead_entries += 1
        return _FIRST_DEAD_NUMBER + self._dead_entries - 1
