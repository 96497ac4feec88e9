"""Stretches: iterations that repeat the one before are done in one go, with the same results.

A batch of decodes repeats itself until something comes between: another event, a member that is
done, memory that has to be fought for, somebody who can be admitted. Up to there each end, settling
and start of an iteration is known beforehand, and is done here without selecting a batch.

Nothing is closed up that rounds: times, time averages and `used` are added up one by one in the
order of the ordinary way, so every bit is the same. The ordinary way is always right too; whatever
is not sure to repeat itself is left to it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.stages.iteration import iteration_cost, iteration_event
from sqlang.engine.stages.repeating import Repeating, repeats
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from sqlang.engine.simulation import Simulation

_MOST_TOKENS: Final = 4096
"""In one go: between two of them the run may look whether it is to end."""


def go_on(simulation: Simulation, until: float) -> bool:
    """Do iterations that repeat the running ones of their stages; false if none is sure to.

    The end of an iteration is the next event. It is handled here, and so are the ends that follow,
    as long as they come before all other events and not after the time `until`.
    """
    stretch = _Stretch(simulation, until)
    if stretch.is_hopeless or stretch.run() == 0:
        return False
    stretch.close()
    return True


class _Stretch:
    """One go over the iterations of all stages that repeat themselves, in the order of their ends.

    Where two events come at the same time it is over: the first would hold the others back (EXE-9).
    """

    def __init__(self, simulation: Simulation, until: float) -> None:
        self._simulation: Final = simulation
        self._until: Final = until
        self._stages: Final[list[Repeating]] = []
        self._bound = simulation.calendar.next_other_time
        """The time of the first event that is not the end of their iterations."""
        self.is_hopeless = False
        """Whether a stage would try at each settling to start an iteration (EXE-9, STEP-14)."""
        somebody_waits = simulation.changes.waiting > 0
        self._may_evict: Final = not (simulation.changes.requests_read_caches and somebody_waits)
        """Whether entries can go without a change of what somebody who waits asks for."""
        for stage in simulation.settled_stages:
            if not isinstance(stage, StepStage):
                continue
            if not stage.running:
                self.is_hopeless = self.is_hopeless or stage.is_due()
            elif repeats(simulation, stage, somebody_waits):
                self._stages.append(Repeating(stage))
            elif stage.ends < self._bound:
                self._bound = stage.ends

    def run(self) -> int:
        """Do iterations as long as they are sure to come next; returns how many."""
        left = self._simulation.watch.left()
        tokens = _MOST_TOKENS
        done = 0
        while tokens > 0 and left > 0:
            first, bound = self._first()
            if first is None or not first.stage.ends < bound:
                break
            size = len(first.stage.batch)
            most = first.startable()
            most = min(most, left)
            if most * size > tokens:
                most = tokens // size + 1
            begun = self._go_on(first, bound, most) if most > 0 else 0
            if begun == 0:
                break
            done += begun
            left -= begun
            tokens -= begun * size
        return done

    def close(self) -> None:
        """Plan the ends to come, those that began first before the others, and count."""
        simulation = self._simulation
        changed = [each for each in self._stages if each.done]
        if len(changed) > 1:
            changed.sort(key=_began)
        done = jobs = 0
        for each in changed:
            stage = each.stage
            stage.figures.iterations += each.done
            simulation.calendar.schedule_recurring(stage.ends, stage.end)
            done += each.done
            jobs += each.done * len(stage.batch)
        live = simulation.population.live
        simulation.watch.repeated(done, jobs, simulation.clock.now, live)

    def _first(self) -> tuple[Repeating | None, float]:
        """The stage whose iteration ends first, and the time of what comes after that."""
        first: Repeating | None = None
        bound = self._bound
        for each in self._stages:
            if first is None or each.stage.ends < first.stage.ends:
                if first is not None and first.stage.ends < bound:
                    bound = first.stage.ends
                first = each
            elif each.stage.ends < bound:
                bound = each.stage.ends
        return first, bound

    def _go_on(self, repeating: Repeating, bound: float, most: int) -> int:
        """Do up to so many iterations of a stage, before `bound`; returns how many."""
        stage = repeating.stage
        simulation = self._simulation
        if not (stage.began < stage.ends and stage.ends <= self._until):
            return 0
        tokens = repeating.tokens_without_growth()
        if tokens < 1.0 or stage.cost_changes or simulation.observer is not None:
            return self._begin(repeating, grows=tokens < 1.0)
        return self._repeat(repeating, bound, int(tokens) if tokens < most else most)

    def _repeat(self, repeating: Repeating, bound: float, most: int) -> int:
        """Iterations for which nothing grows, so that they all cost the same."""
        stage = repeating.stage
        until = self._until
        first = end = stage.ends
        began = stage.began
        cost = stage.cost_now
        count = 0
        while count < most and began < end < bound and end <= until:
            began = end
            end = began + cost
            count += 1
        stage.began = began
        stage.ends = end
        self._simulation.clock.now = began
        repeating.advance(count)
        self._simulation.signals.repeat(first, cost, count)
        return count

    def _begin(self, repeating: Repeating, *, grows: bool) -> int:
        """A single iteration, for which members may grow; 0 if it is not sure that all can."""
        stage = repeating.stage
        simulation = self._simulation
        observer = simulation.observer
        now = stage.ends
        if grows and not repeating.can_grow(self._may_evict):
            return 0
        if observer is not None and observer.follows(now, stage.index):
            return 0
        simulation.clock.now = now
        if grows:
            repeating.grow(simulation)
        repeating.advance(1)
        if stage.cost_changes or (grows and stage.cost_surveys_memory):
            stage.cost_now = iteration_cost(stage, stage.batch, 0.0)
        stage.began = now
        stage.ends = now + stage.cost_now
        if observer is not None:
            members = repeating.members(simulation)
            observer.event(iteration_event(simulation, stage, members))
        simulation.signals.keep(now)
        if grows:
            for pool in repeating.pools():
                pool.record(simulation)
        return 1


def _began(repeating: Repeating) -> float:
    return repeating.stage.began
