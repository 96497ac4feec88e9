"""How flows share the capacities of the stages they hold (FLOW-3, FLOW-4)."""

from __future__ import annotations

from sqlang.engine.numbers import INFINITY, at_least_zero, minimum
from sqlang.engine.stages.flow import Flow
from sqlang.engine.stages.shared import SharedStage


def connected(touched: list[SharedStage], epoch: int) -> list[SharedStage]:
    """All stages that common flows connect with one of `touched`, in order of declaration.

    `epoch` is another one each time: those found are marked with it.
    """
    found: list[SharedStage] = []
    _find(touched, epoch, found)
    place = 0
    while place < len(found):
        for flow in found[place].flows:
            _find(flow.stages, epoch, found)
        place += 1
    for place in range(1, len(found)):
        if found[place].index < found[place - 1].index:
            found.sort(key=_index)
            break
    return found


def _find(stages: list[SharedStage], epoch: int, found: list[SharedStage]) -> None:
    for stage in stages:
        if stage.found != epoch:
            stage.found = epoch
            found.append(stage)


def _index(stage: SharedStage) -> int:
    return stage.index


def share_maxmin(stages: list[SharedStage]) -> None:
    """The least share of any flow is as great as can be, then the next least, and so on (FLOW-3).

    `stages` are all that their flows hold.
    """
    for stage in stages:
        stage.left = stage.capacity
        for flow in stage.flows:
            if flow.fixed:
                _unfix(flow)
    tightest = _tightest(stages)
    while tightest is not None:
        rate = at_least_zero(tightest.left / tightest.unfixed)
        for flow in tightest.flows:
            if not flow.fixed:
                _fix(flow, rate)
        tightest = _tightest(stages)


def _tightest(stages: list[SharedStage]) -> SharedStage | None:
    """The stage with the least left for each flow without a rate, of equal ones the first.

    What is left of an infinite capacity may be NaN, which comes before all numbers (NUM-4).
    """
    tightest: SharedStage | None = None
    least = INFINITY
    for stage in stages:
        if stage.unfixed:
            share = stage.left / stage.unfixed
            if tightest is None or share < least or (share != share and least == least):
                tightest, least = stage, share
    return tightest


def _unfix(flow: Flow) -> None:
    flow.fixed = False
    for stage in flow.stages:
        stage.unfixed += 1


def _fix(flow: Flow, rate: float) -> None:
    flow.rate = rate
    flow.fixed = True
    for stage in flow.stages:
        stage.left -= rate
        stage.unfixed -= 1


def share_bottleneck(stages: list[SharedStage]) -> None:
    """Each flow gets the least equal share that one of its stages has for it (FLOW-4)."""
    for stage in stages:
        for flow in stage.flows:
            rate = INFINITY
            for held in flow.stages:
                rate = minimum(rate, held.capacity / len(held.flows))
            flow.rate = rate
