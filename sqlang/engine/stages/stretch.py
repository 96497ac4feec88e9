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

from sqlang.engine.pools.recording import record_pools
from sqlang.engine.stages.iteration import iteration_cost, iteration_event
from sqlang.engine.stages.repeating import Repeating, repeats
from sqlang.engine.stages.step import StepStage

if TYPE_CHECKING:
    from mypy_extensions import i64

    from sqlang.engine.simulation import Simulation

_MOST_TOKENS: Final = 4096
"""In one go: between two of them the run may look whether it is to end."""


def go_on(simulation: Simulation, until: float) -> bool:
    """Do iterations that repeat the running ones of their stages; false if none is sure to.

    The end of an iteration is the next event. It is handled here, and so are the ends that follow,
    as long as they come before all other events and not after the time `until`.
    """
    stretch = _Stretch(simulation, until)
    if not stretch.is_possible() or stretch.run() == 0:
        return False
    stretch.close()
    return True


class _Stretch:
    """One go over the iterations of all stages that repeat themselves, in the order of their ends.

    Where two events come at the same time it is over: the first would hold the others back (EXE-9).
    """

    __slots__ = ("_simulation", "_until", "_stages", "_bound", "_may_evict")

    def __init__(self, simulation: Simulation, until: float) -> None:
        self._simulation: Final = simulation
        self._until: Final = until
        self._stages: Final[list[Repeating]] = []
        """A heap: each ends before the two at twice its place and one or two more."""
        self._bound = simulation.calendar.next_other_time
        """The time of the first event that is not the end of their iterations."""
        changes = simulation.changes
        self._may_evict: Final = not (changes.requests_read_caches and changes.waiting)
        """Whether entries can go without a change of what somebody who waits asks for."""

    def is_possible(self) -> bool:
        """Find the stages; false if something else would happen at the next settling.

        A stage would try to start an iteration if it is idle, but has residents or somebody to
        admit (EXE-9, STEP-14), unless it is sure to try in vain. A `ps` stage would be rescheduled
        that somebody has joined whom a stage declared behind it admitted: it was passed by before.
        """
        simulation = self._simulation
        for sharing in simulation.sharing_stages:
            if sharing.dirty:
                return False
        changes = simulation.changes
        are_refused = not changes.applicants or changes.are_refused_again()
        for stage in simulation.step_stages:
            if not stage.running:
                if stage.is_due() and not (
                    simulation.observer is None and stage.tries_in_vain(changes)
                ):
                    return False
            elif stage.ends < self._bound:
                if repeats(simulation, stage, are_refused):
                    self._add(_repeating(stage))
                else:
                    self._bound = stage.ends
        return True

    def run(self) -> int:
        """Do iterations as long as they are sure to come next; returns how many."""
        left: i64 = self._simulation.watch.left()
        tokens: i64 = _MOST_TOKENS
        done: i64 = 0
        stages = self._stages
        while tokens > 0 and done < left and stages:
            first = stages[0]
            bound = self._bound_of_first()
            size: i64 = len(first.stage.batch)
            most = first.startable
            most = min(most, left - done)
            if most * size > tokens:
                most = tokens // size + 1
            begun = self._go_on(first, bound, most)
            if begun == 0:
                break
            done += begun
            tokens -= begun * size
            if not first.stage.ends < bound:
                self._move_down()
        return done

    def close(self) -> None:
        """Plan the ends to come, and count."""
        simulation = self._simulation
        done: i64 = 0
        jobs: i64 = 0
        for each in self._stages:
            if each.done:
                stage = each.stage
                each.catch_up()
                stage.figures.iterations += each.done
                simulation.calendar.postpone(stage.ends, stage.end)
                done += each.done
                jobs += each.done * len(stage.batch)
                each.done = 0
        simulation.calendar.find_first()
        live = simulation.population.live
        simulation.watch.repeated(done, jobs, simulation.clock.now, live)

    def _bound_of_first(self) -> float:
        """The time of what comes after the end of the first stage's iteration."""
        stages = self._stages
        count: i64 = len(stages)
        bound = self._bound
        if count > 1:
            bound = min(bound, stages[1].stage.ends)
        if count > 2:
            bound = min(bound, stages[2].stage.ends)
        return bound

    def _add(self, repeating: Repeating) -> None:
        """One more stage."""
        stages = self._stages
        ends = repeating.stage.ends
        place: i64 = len(stages)
        stages.append(repeating)
        while place > 0:
            above = (place - 1) >> 1
            if not ends < stages[above].stage.ends:
                break
            stages[place] = stages[above]
            place = above
        stages[place] = repeating

    def _move_down(self) -> None:
        """The first stage's iteration ends later than it did."""
        stages = self._stages
        count: i64 = len(stages)
        first = stages[0]
        ends = first.stage.ends
        place: i64 = 0
        below: i64 = 1
        while below < count:
            other = stages[below]
            if below + 1 < count and stages[below + 1].stage.ends < other.stage.ends:
                below += 1
                other = stages[below]
            if not other.stage.ends < ends:
                break
            stages[place] = other
            place = below
            below = 2 * place + 1
        stages[place] = first

    def _go_on(self, repeating: Repeating, bound: float, most: i64) -> i64:
        """Do up to so many iterations of a stage, before `bound`; returns how many."""
        stage = repeating.stage
        if not (stage.began < stage.ends < bound and stage.ends <= self._until and most > 0):
            return 0
        unhindered = repeating.unhindered
        if unhindered < 1 or stage.cost_changes or self._simulation.observer is not None:
            return self._begin(repeating, grows=unhindered < 1)
        return self._repeat(repeating, bound, unhindered if unhindered < most else most)

    def _repeat(self, repeating: Repeating, bound: float, most: i64) -> i64:
        """Iterations for which nothing grows, so that they all cost the same."""
        stage = repeating.stage
        until = self._until
        first = end = stage.ends
        began = stage.began
        cost = stage.cost_now
        count: i64 = 0
        while count < most and began < end < bound and end <= until:
            began = end
            end = began + cost
            count += 1
        stage.began = began
        stage.ends = end
        simulation = self._simulation
        simulation.clock.now = began
        repeating.begin(count)
        simulation.calendar.give_number(stage.end)
        if count == 1:
            simulation.signals.keep(first)
        else:
            simulation.signals.repeat(first, cost, count)
        return count

    def _begin(self, repeating: Repeating, *, grows: bool) -> i64:
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
        repeating.begin(1)
        if stage.cost_changes or (grows and stage.cost_surveys_memory):
            stage.cost_now = iteration_cost(stage, stage.batch, 0.0)
        stage.began = now
        stage.ends = now + stage.cost_now
        simulation.calendar.give_number(stage.end)
        if observer is not None:
            members = repeating.members(simulation)
            observer.event(iteration_event(simulation, stage, members))
        simulation.signals.keep(now)
        if grows:
            record_pools(simulation)
        return 1


def _repeating(stage: StepStage) -> Repeating:
    """The batch of a stage, as it was in the stretch before if it has not been selected since."""
    repeating = stage.repeating
    if repeating is None:
        repeating = stage.repeating = Repeating(stage)
    return repeating
