"""All flows of a run together: what one gets depends on the others (FLOW-2, FLOW-5, FLOW-6)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.numbers import INFINITY, at_least_zero
from sqlang.engine.stages.flow import Flow
from sqlang.engine.stages.service_end import ServiceEnd
from sqlang.engine.stages.shared import SharedStage
from sqlang.engine.stages.sharing import connected, share_bottleneck, share_maxmin

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.job import Job


_PASSES: Final = 4
"""How often each flow is looked at when rates are set."""


class FlowNetwork:
    """The flows of all shared stages; `bottleneck` is `share bottleneck`, else `share maxmin`."""

    def __init__(self, bottleneck: bool) -> None:
        self.dirty = False
        """Whether a flow has come or left since rates were last set."""
        self._bottleneck: Final = bottleneck
        self._flows: Final[list[Flow]] = []
        """In the order of the numbers of their jobs."""
        self._touched: Final[list[SharedStage]] = []
        """The stages to which flows came or which they left since rates were last set."""
        self.epoch = 0
        """How often rates were set; only the end scheduled with the last counts."""
        self._advanced_at = 0.0

    def start(self, simulation: Simulation, job: Job) -> None:
        """A job with work begins to hold its stages, as yet at rate 0."""
        self._advance(simulation.clock.now)
        stages = [stage for stage in job.stages() if isinstance(stage, SharedStage)]
        flow = Flow(job, stages)
        self._flows.append(flow)
        for stage in stages:
            stage.add(flow)
        self._touch(stages)

    def remove(self, simulation: Simulation, job: Job) -> None:
        """A job leaves all its stages, done or not."""
        self._advance(simulation.clock.now)
        job.present = False
        flows = self._flows
        place = 0
        while flows[place].job is not job:
            place += 1
        flow = flows.pop(place)
        for stage in flow.stages:
            stage.drop(flow)
        self._touch(flow.stages)

    def remaining(self, flow: Flow, now: float) -> float:
        """What a flow still has to get."""
        return at_least_zero(flow.remaining - flow.rate * (now - self._advanced_at))

    def recompute(self, simulation: Simulation) -> None:
        """Set the rates that may have changed, and schedule the end of the first flow (FLOW-5)."""
        simulation.watch.tick(_PASSES * len(self._flows))
        self._advance(simulation.clock.now)
        stages = connected(self._touched, self.epoch)
        if self._bottleneck:
            share_bottleneck(stages)
        else:
            share_maxmin(stages)
        for stage in stages:
            stage.record(simulation.signals)
        self._touched.clear()
        self.dirty = False
        self.epoch += 1
        self._schedule_end(simulation)

    def _touch(self, stages: list[SharedStage]) -> None:
        self._touched.extend(stages)
        self.dirty = True

    def _advance(self, now: float) -> None:
        """Bring what remains of every flow up to date (FLOW-2)."""
        elapsed = now - self._advanced_at
        if elapsed > 0.0:
            for flow in self._flows:
                flow.remaining = at_least_zero(flow.remaining - flow.rate * elapsed)
        self._advanced_at = now

    def _schedule_end(self, simulation: Simulation) -> None:
        """Of all flows that get anything, schedule the end of the one done first."""
        now = simulation.clock.now
        first: Flow | None = None
        earliest = INFINITY
        for flow in self._flows:
            if flow.rate > 0.0:
                time = now + flow.remaining / flow.rate
                if time < earliest:
                    first, earliest = flow, time
        if first is not None:
            simulation.calendar.schedule(earliest, FlowEnd(self, first.job, self.epoch))


class FlowEnd(ServiceEnd):
    """The first flow is done, if no other has come or left since (EXE-4)."""

    def __init__(self, network: FlowNetwork, job: Job, epoch: int) -> None:
        super().__init__(job)
        self._network: Final = network
        self._epoch: Final = epoch

    def happen(self, simulation: Simulation) -> None:
        if not self.is_outdated():
            self.job.stage.complete(simulation, self.job)

    def is_outdated(self) -> bool:
        return not self.job.present or self._epoch != self._network.epoch
