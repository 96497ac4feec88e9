"""Signals are told of settlings later, but come to the same as if told of each."""

from __future__ import annotations

from random import Random

import pytest

from sqlang.engine.signals import Signals
from sqlang.engine.statistics import TimeAverage


@pytest.mark.parametrize("seed", range(12))
def test_means_are_those_of_settlings_one_by_one(seed: int) -> None:
    random = Random(seed)
    signals = Signals()
    told = [TimeAverage() for _ in range(5)]
    plain = [TimeAverage() for _ in range(5)]
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
        for average in plain:
            now = before
            for _ in range(count):
                now += step
                average.record(average.value, now)
        if random.random() < 0.05:
            signals.restart(now)
            for average in (*told, *plain):
                average.restart(now)
        place = random.randrange(5)
        value = random.choice([0.0, 1.0, random.random()])
        signals.change(told[place], value)
        plain[place].record(value, now)
        if random.random() < 0.1:
            signals.complete()
            assert [each.mean(now + 1) for each in told] == [each.mean(now + 1) for each in plain]
    signals.complete()
    assert [each.mean(now) for each in told] == [each.mean(now) for each in plain]


def test_a_value_without_time_is_kept_with_its_sign() -> None:
    signals, average = Signals(), TimeAverage()
    signals.change(average, -0.0)
    signals.complete()
    assert str(average.mean(0.0)) == "-0.0"
