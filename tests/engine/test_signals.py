"""Signals are added up at settlings, and come to the same as each for itself."""

from __future__ import annotations

from random import Random

import pytest

from sqlang.engine.signals import Signals
from sqlang.engine.statistics import TimeAverage


@pytest.mark.parametrize("seed", range(12))
def test_means_are_those_of_settlings_one_by_one(seed: int) -> None:
    random = Random(seed)
    signals = Signals()
    kept = [TimeAverage() for _ in range(5)]
    plain = [TimeAverage() for _ in range(5)]
    occupied = [TimeAverage() for _ in range(5)]
    alone = (*plain, *occupied)
    now = 0.0
    for _settling in range(200):
        before = now
        step = random.random()
        count = random.choice([1, 1, 1, 1, 3, 20])
        if count == 1:
            now += step
            signals.keep(now)
        else:
            signals.repeat(now + step, step, count)
        for average in alone:
            now = before
            for _ in range(count):
                now += step
                average.record(average.value, now)
        if random.random() < 0.05:
            signals.restart(now)
            for average in (*kept, *alone):
                average.restart(now)
        place = random.randrange(5)
        for value in (random.choice([0.0, 1.0]), random.choice([0.0, 1.0, random.random()])):
            signals.change(kept[place], value)
            plain[place].record(value, now)
            occupied[place].record(1.0 if value else 0.0, now)
        if random.random() < 0.1:
            signals.complete()
            _compare(kept, plain, occupied, now + 1)
    signals.complete()
    _compare(kept, plain, occupied, now)


def _compare(
    kept: list[TimeAverage], plain: list[TimeAverage], occupied: list[TimeAverage], time: float
) -> None:
    assert [each.mean(time) for each in kept] == [each.mean(time) for each in plain]
    assert [each.occupancy(time) for each in kept] == [each.mean(time) for each in occupied]


def test_a_value_without_time_is_kept_with_its_sign() -> None:
    signals, average = Signals(), TimeAverage()
    signals.change(average, -0.0)
    signals.complete()
    assert str(average.mean(0.0)) == "-0.0"
    assert str(average.occupancy(0.0)) == "0.0"


def test_signals_that_count_are_those_that_change() -> None:
    signals, counted, changed = Signals(), TimeAverage(), TimeAverage()
    number = 0.0
    for now, more in enumerate([True, True, False, False, True, False, True, True], start=1):
        signals.keep(float(now))
        if more:
            signals.increase(counted)
            number += 1.0
        else:
            signals.decrease(counted)
            number -= 1.0
        signals.change(changed, number)
    signals.complete()
    # From 1 on, over intervals of 1: 1, 2, 1, 0, 1, 0, 1 and then 2.
    assert counted.mean(9.0) == changed.mean(9.0) == 8.0 / 9.0
    assert counted.occupancy(9.0) == 6.0 / 9.0
