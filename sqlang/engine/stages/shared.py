"""A stage with a constant capacity that flows share, perhaps with other stages (FLOW-1, FLOW-7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.stages.stage import Stage
from sqlang.engine.state import StageState
from sqlang.engine.statistics import TimeAverage

if TYPE_CHECKING:
    from sqlang.engine.signals import Signals
    from sqlang.engine.simulation import Simulation
    from sqlang.engine.stages.flow import Flow
    from sqlang.engine.stages.flow_network import FlowNetwork
    from sqlang.engine.stages.job import Job


class SharedStage(Stage):
    """`capacity`, above 0, is what all flows on it may get together, in work per unit of time."""

    def __init__(self, name: str, index: int, capacity: float, network: FlowNetwork) -> None:
        super().__init__(name, index)
        self.figures.share = TimeAverage()
        self.capacity: Final = capacity
        self.flows: Final[list[Flow]] = []
        """In the order of the numbers of their jobs, each once."""
        self.found = -1
        """While rates are set: the network's epoch if some flow leads here, see `connected`."""
        self.left = 0.0
        """While `share maxmin` sets rates: the capacity that no flow has yet."""
        self.unfixed = 0
        """While `share maxmin` sets rates: how many flows have none yet."""
        self._network: Final = network

    def join(self, simulation: Simulation, job: Job) -> None:
        self._network.start(simulation, job)

    def remove(self, simulation: Simulation, job: Job) -> None:
        self._network.remove(simulation, job)

    def complete(self, simulation: Simulation, job: Job) -> None:
        self._network.remove(simulation, job)
        self.finish(simulation, job)

    def add(self, flow: Flow) -> None:
        """A new flow holds the stage."""
        if not self.flows or self.flows[-1] is not flow:
            self.flows.append(flow)

    def drop(self, flow: Flow) -> None:
        """A flow holds the stage no longer."""
        flows = self.flows
        for place in range(len(flows)):
            if flows[place] is flow:
                del flows[place]
                return

    def present(self) -> int:
        return len(self.flows)

    def state(self, _simulation: Simulation, now: float) -> StageState:
        jobs = [
            flow.job.state(self._network.remaining(flow, now), rate=flow.rate)
            for flow in self.flows
        ]
        return StageState(tuple(jobs))

    def work_left(self, now: float) -> float:
        total = -0.0
        for flow in self.flows:
            total += self._network.remaining(flow, now)
        return total

    def record(self, signals: Signals) -> None:
        """Record the flows present, and the share of the capacity that they get (FLOW-7)."""
        total = -0.0
        for flow in self.flows:
            total += flow.rate
        signals.change(self.figures.number, float(len(self.flows)))
        assert self.figures.share is not None
        signals.change(self.figures.share, total / self.capacity)
