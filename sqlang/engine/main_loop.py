"""Running a program from its start to its end (EXE-5, EXE-6, END rules)."""

from __future__ import annotations

import os
from typing import Final

from sqlang.engine.construction import build
from sqlang.engine.errors import DRAINED_IN_WARMUP, FEW_ARRIVALS, NOT_DRAINED, RunError
from sqlang.engine.event import Event
from sqlang.engine.limits import InterruptionError, Limits, Stopped
from sqlang.engine.numbers import shortest_digits
from sqlang.engine.observer import Observer
from sqlang.engine.report import Report
from sqlang.engine.settling import settle
from sqlang.engine.simulation import Simulation
from sqlang.engine.stages.stretch import go_on
from sqlang.engine.traces.reading import read_trace
from sqlang.engine.traces.replay import TraceSupply
from sqlang.engine.traces.trace import Trace
from sqlang.ir.program import Program

_NO_LIMITS: Final = Limits()


class WarmupEnd(Event):
    """The end of the warm-up: statistics begin (STAT-3)."""

    def happen(self, simulation: Simulation) -> None:
        now = simulation.clock.now
        simulation.signals.restart(now)
        simulation.live.restart(now)
        for stage in simulation.stages:
            stage.figures.restart(now)
        for pool in simulation.pools:
            pool.figures.restart(now)
        simulation.warm = True
        if simulation.checks is not None:
            simulation.checks.warm_up_is_over()


def run(
    program: Program,
    *,
    directory: str | None = None,
    trace: Trace | None = None,
    observer: Observer | None = None,
    limits: Limits = _NO_LIMITS,
    sample_places: bool = True,
    check_invariants: bool = False,
    stretches: bool = True,
) -> Report:
    """Run a valid program and report.

    `directory` is where a relative path of a trace begins, None the current one. `trace` is the
    program's trace if somebody has read it already. A bound of `limits` or a cancellation by the
    observer ends the run early, which the report tells. `check_invariants` looks after each event
    whether the engine conserves what it must; that is for tests, and slow. Without `sample_places`
    only the values of samples are kept, not when and where they were taken: all that `Report.json`
    needs. Without `stretches` each iteration is done for itself, which gives the same, slowly.

    Raises:
        RunError: the program fails (ERR rules) or makes no progress; a `TraceError` if its trace is
            none (CSV-3).
        InvariantError: an invariant is broken, by a defect of the engine.
    """
    if check_invariants:
        simulation = _build_checked(program, observer, limits)
    else:
        simulation = build(program, observer, limits)
    simulation.has_stretches = stretches
    if not sample_places:
        for samples in simulation.samples:
            samples.keep_values_only()
    stopped: Stopped | None = None
    try:
        open_trace(simulation, directory, trace)
        start(simulation)
        handle_events(simulation, program.horizon)
        finish(simulation)
    except InterruptionError as interruption:
        stopped = Stopped(interruption.reason, simulation.clock.now)
    if simulation.checks is not None:
        simulation.checks.at_end()
    return Report(simulation, stopped)


def _build_checked(program: Program, observer: Observer | None, limits: Limits) -> Simulation:
    """A run with its checks, which are loaded only for this."""
    from sqlang.engine.invariants.accounts import Accounts
    from sqlang.engine.invariants.checks import Checks

    accounts = Accounts(observer)
    simulation = build(program, accounts, limits)
    simulation.checks = Checks(simulation, accounts)
    return simulation


def open_trace(simulation: Simulation, directory: str | None, trace: Trace | None) -> None:
    """Read the program's trace, whether or not a session will replay it (CSV-3)."""
    program = simulation.program
    if program.trace is not None:
        if trace is None:
            path = os.path.join(directory or "", program.trace)
            trace = read_trace(path, simulation.watch)
        supply = TraceSupply(trace, program.trace_ordered, program.seed, program.slots)
        simulation.workload.trace = supply


def start(simulation: Simulation) -> None:
    """Schedule the end of the warm-up, start the workload, settle at time 0 (EXE-5)."""
    if not simulation.warm:
        simulation.calendar.schedule(simulation.program.warmup, WarmupEnd())
    simulation.workload.arrivals.start(simulation)
    simulation.failures.stop_point()
    simulation.watch.begin_instant(simulation.population.live)
    settle(simulation)
    if simulation.checks is not None:
        simulation.checks.after_settling()


def handle_events(simulation: Simulation, until: float) -> None:
    """Handle events in order up to a time, which is included, or to the drain (EXE-6).

    That time is the horizon, or one before it at which the run pauses.
    """
    calendar = simulation.calendar
    watch = simulation.watch
    failures = simulation.failures
    limit = simulation.program.arrivals
    has_stretches = simulation.has_stretches and simulation.has_step_stages
    time = calendar.next_time
    # With the condition in the `while`, plain Python would not notice that the loop goes round, and
    # would not adapt its instructions to what they find, as it does where it goes often.
    while True:
        if not time <= until:
            return
        if limit is not None and is_drained(simulation, limit):
            return
        if has_stretches and calendar.may_repeat() and go_on(simulation, until):
            if simulation.checks is not None:
                simulation.checks.after_settling()
            time = calendar.next_time
            if time > until:
                return
        has_many_steps = watch.event(time, simulation.population.live)
        simulation.clock.now = time
        simulation.signals.keep(time)
        event = calendar.take()
        if has_many_steps:
            error = simulation.standstill.of_event(event)
            if error is not None:
                raise error
        event.happen(simulation)
        if failures.pending is not None:
            failures.stop_point()
        settle(simulation)
        if simulation.checks is not None:
            simulation.checks.after_settling()
        time = calendar.next_time


def is_drained(simulation: Simulation, limit: int) -> bool:
    """Whether all sessions wanted have come and gone (EXE-6)."""
    population = simulation.population
    return population.live == 0 and population.arrivals == limit


def finish(simulation: Simulation) -> None:
    """The end at the horizon, or with `arrivals` at the last event (END-1 to END-3)."""
    program = simulation.program
    if program.arrivals is None:
        simulation.clock.now = program.horizon
        return
    now = simulation.clock.now
    horizon, warmup = shortest_digits(program.horizon), shortest_digits(program.warmup)
    arrived, live = simulation.population.arrivals, simulation.population.live
    if arrived < program.arrivals:
        message = (
            f"run: horizon {horizon} reached before requested arrivals: "
            f"got {arrived}, requested {program.arrivals}"
        )
        raise RunError(FEW_ARRIVALS, message, None, None, program.horizon, "arrivals")
    if live > 0:
        message = f"run: failed to drain {live} active sessions within horizon {horizon}"
        raise RunError(NOT_DRAINED, message, None, None, program.horizon, "arrivals")
    if now <= program.warmup:
        drained = shortest_digits(now)
        message = (
            f"run: arrivals drained at {drained} before or at warmup {warmup}; "
            "no measurement interval"
        )
        raise RunError(DRAINED_IN_WARMUP, message, None, None, now, "arrivals")
