"""Running a program from its start to its end (EXE-5, EXE-6, END-1)."""

from __future__ import annotations

from typing import Final

from sqlang.engine.construction import build
from sqlang.engine.errors import UNSUPPORTED, RunError
from sqlang.engine.events import Event
from sqlang.engine.limits import InterruptionError, Limits, Stopped
from sqlang.engine.observer import Observer
from sqlang.engine.report import Report
from sqlang.engine.scope import unsupported
from sqlang.engine.settling import settle
from sqlang.engine.simulation import Simulation
from sqlang.ir.program import Program

_NO_LIMITS: Final = Limits()


class WarmupEnd(Event):
    """The end of the warm-up: statistics begin (STAT-3)."""

    def happen(self, simulation: Simulation) -> None:
        now = simulation.clock.now
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
    directory: str | None = None,  # noqa: ARG001 - traces will be read from there
    observer: Observer | None = None,
    limits: Limits = _NO_LIMITS,
    sample_places: bool = True,
    check_invariants: bool = False,
) -> Report:
    """Run a valid program and report.

    `directory` is where the program's relative paths begin. A bound of `limits` or a cancellation
    by the observer ends the run early, which the report tells. `check_invariants` looks after each
    event whether the engine conserves what it must; that is for tests, and slow. Without
    `sample_places` only the values of samples are kept, not when and where they were taken: all
    that `Report.json` needs.

    Raises:
        RunError: the program fails (ERR rules), makes no progress, or uses a feature that is not
            supported yet (SQ999).
        InvariantError: an invariant is broken, by a defect of the engine.
    """
    _refuse_unsupported(program)
    if check_invariants:
        simulation = _build_checked(program, observer, limits)
    else:
        simulation = build(program, observer, limits)
    if not sample_places:
        for samples in simulation.samples:
            samples.keep_values_only()
    stopped: Stopped | None = None
    try:
        _start(simulation)
        _handle_events(simulation)
        simulation.clock.now = program.horizon
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


def _refuse_unsupported(program: Program) -> None:
    found = unsupported(program)
    if found:
        message = f"{found[0].feature} is not supported yet"
        raise RunError(UNSUPPORTED, message, None, None, 0.0)


def _start(simulation: Simulation) -> None:
    """Schedule the end of the warm-up, start the workload, settle at time 0 (EXE-5)."""
    if not simulation.warm:
        simulation.calendar.schedule(simulation.program.warmup, WarmupEnd())
    simulation.workload.arrivals.start(simulation)
    simulation.failures.stop_point()
    simulation.watch.begin_instant(simulation.population.live)
    settle(simulation)
    if simulation.checks is not None:
        simulation.checks.after_settling()


def _handle_events(simulation: Simulation) -> None:
    """Handle events in order up to the horizon, which is included (EXE-6)."""
    calendar = simulation.calendar
    watch = simulation.watch
    horizon = simulation.program.horizon
    time = calendar.next_time()
    while time <= horizon:
        watch.event(time, simulation.population.live)
        simulation.clock.now = time
        event = calendar.take()
        if watch.step():
            error = simulation.standstill.of_event(event)
            if error is not None:
                raise error
        event.happen(simulation)
        simulation.failures.stop_point()
        settle(simulation)
        if simulation.checks is not None:
            simulation.checks.after_settling()
        time = calendar.next_time()
