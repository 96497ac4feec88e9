"""The checks of what the engine conserves: nothing is found in sound runs, each defect is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sqlang.engine import Limits, main_loop, run
from sqlang.engine.construction import build
from sqlang.engine.invariants.accounts import Accounts
from sqlang.engine.invariants.checks import Checks
from sqlang.engine.invariants.violation import InvariantError, agree
from sqlang.engine.observer import Arrival, Ending, Iteration, JobEnd, JobStart, Member, Statement
from sqlang.engine.sessions.session import READY
from sqlang.engine.simulation import Simulation
from sqlang.engine.stages.step import StepStage
from tests.engine.programs import lowered

BUSY = """
pool kv { cap 12; } pool one { cap 1; }
stage gate : fifo(2); stage engine : step { budget 8; cost 1; memory kv; }
workload { arrive batch(7); }
session {
  observe seen = serial;
  branch (serial == 0) { hold kv (3) { } cache (3) end; }
  branch (serial < 3) { hold kv (2) { prefill on engine (4) growing kv; } cache (inf) end; }
  branch (serial == 3) { run gate (1); end; }
  hold one (1) { run gate (serial); }
}
run { horizon 20; warmup 0; }"""


def started() -> tuple[Simulation, Accounts, Checks]:
    """A run after its start: entries, queues, batches and jobs are there."""
    accounts = Accounts(None)
    simulation = build(lowered(BUSY), accounts, Limits())
    checks = Checks(simulation, accounts)
    main_loop.start(simulation)
    return simulation, accounts, checks


def engine_of(simulation: Simulation) -> StepStage:
    [engine] = [stage for stage in simulation.stages if isinstance(stage, StepStage)]
    return engine


def test_a_sound_run_passes() -> None:
    _, _, checks = started()
    checks.after_settling()
    assert run(lowered(BUSY), check_invariants=True).ended == 7


def use_more(simulation: Simulation) -> None:
    simulation.pools[0].used += 1.0


def cache_too_much(simulation: Simulation) -> None:
    [entry] = simulation.pools[0].cache.entries()
    entry.size += 20.0
    simulation.pools[0].cache.total += 20.0


def miscount_the_cache(simulation: Simulation) -> None:
    simulation.pools[0].cache.total -= 1.0


def empty_an_entry(simulation: Simulation) -> None:
    [entry] = simulation.pools[0].cache.entries()
    simulation.pools[0].cache.total -= entry.size
    entry.size = 0.0


def lose_who_waits(simulation: Simulation) -> None:
    simulation.pools[1].queue.clear()


def lose_who_is_ready(simulation: Simulation) -> None:
    session = simulation.pools[1].queue.pop()
    session.waits_at = None
    session.status = READY


def put_back_behind(simulation: Simulation) -> None:
    simulation.pools[1].queue[1].put_back = True


def lose_a_job(simulation: Simulation) -> None:
    engine = engine_of(simulation)
    job = engine.residents[0]
    engine.remove(simulation, job)
    job.present = True


def give_no_tokens(simulation: Simulation) -> None:
    engine = engine_of(simulation)
    engine.batch[0].work = -1.0


def serve_twice(simulation: Simulation) -> None:
    engine = engine_of(simulation)
    engine.batch.append(engine.batch[0])


def disorder_residents(simulation: Simulation) -> None:
    engine_of(simulation).residents.reverse()


def forget_a_session(simulation: Simulation) -> None:
    simulation.population.live -= 1


def forget_a_sample(simulation: Simulation) -> None:
    simulation.samples[0].values.pop()


def forget_an_admission(simulation: Simulation) -> None:
    simulation.pools[0].figures.admissions -= 1


def forget_an_iteration(simulation: Simulation) -> None:
    engine_of(simulation).figures.iterations -= 1


def forget_an_end(simulation: Simulation) -> None:
    simulation.ended -= 1


def evict_untold(simulation: Simulation) -> None:
    simulation.pools[0].figures.evicted_units += 1.0


def preempt_untold(simulation: Simulation) -> None:
    simulation.pools[0].figures.preemptions += 1


@pytest.mark.parametrize(
    "damage",
    [
        use_more,
        cache_too_much,
        miscount_the_cache,
        empty_an_entry,
        lose_who_waits,
        lose_who_is_ready,
        put_back_behind,
        lose_a_job,
        give_no_tokens,
        serve_twice,
        disorder_residents,
        forget_a_session,
        forget_a_sample,
        forget_an_admission,
        forget_an_iteration,
        forget_an_end,
        evict_untold,
        preempt_untold,
    ],
)
def test_damage_is_found(damage: Callable[[Simulation], None]) -> None:
    simulation, _, checks = started()
    damage(simulation)
    with pytest.raises(InvariantError, match="after event 0 at time 0: "):
        checks.after_settling()


def test_a_lease_counts_as_used() -> None:
    text = """pool kv { cap 9; } workload { arrive batch(2); }
    session { hold kv (3) { } lease kv (9) hold kv (1) { loop { run gate (1); } } }
    stage gate : delay; run { horizon 20; }"""
    assert run(lowered(text), check_invariants=True).pools[0].admissions == 4
    accounts = Accounts(None)
    simulation = build(lowered(text), accounts, Limits())
    main_loop.start(simulation)
    for session in simulation.population.sessions():
        session.leases.clear()
    with pytest.raises(InvariantError, match=r"8\.0 used, but holds and leases have 2\.0"):
        Checks(simulation, accounts).after_settling()


@pytest.mark.parametrize("average", ["live", "used"])
def test_a_wrong_integral_is_found(average: str) -> None:
    simulation, _, checks = started()
    main_loop.handle_events(simulation, simulation.program.horizon)
    simulation.clock.now = 20.0
    checks.at_end()
    wrong = simulation.live if average == "live" else simulation.pools[0].figures.used
    wrong.integral += 1.0
    with pytest.raises(InvariantError, match="at time 20"):
        checks.at_end()


PLACE = Statement(0, 0)


def test_tokens_in_are_tokens_out() -> None:
    accounts = Accounts(None)
    accounts.event(Arrival(0.0, 0))
    accounts.event(JobStart(0.0, 0, 0, PLACE, 3.0))
    accounts.event(Iteration(0.0, 0, (Member(0, 0.0, True, 2.0, PLACE),), 0.0, 0.0, 1.0))
    with pytest.raises(InvariantError, match=r"got 2\.0 tokens for 3\.0"):
        accounts.event(JobEnd(1.0, 0, 0, PLACE, 0.0, 0.0))


def test_time_does_not_run_backwards() -> None:
    accounts = Accounts(None)
    accounts.event(Arrival(1.0, 0))
    with pytest.raises(InvariantError, match="backwards"):
        accounts.event(Ending(0.5, 0, False))


def test_sums_agree_within_their_rounding() -> None:
    assert agree(0.1 + 0.2, 0.3)
    assert agree(1e18, 1e18 + 1e6)
    assert not agree(1.0, 1.001)
    assert agree(float("inf"), float("nan"))
