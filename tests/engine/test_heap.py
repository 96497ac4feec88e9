"""Both forms of heap: the lesser rank is first, of equal ones the lesser order."""

from __future__ import annotations

from random import Random

import pytest

from sqlang.engine.event import Event
from sqlang.engine.heap import Heap, LibraryHeap

KINDS = [Heap, LibraryHeap]


def event(rank: float, order: int) -> Event:
    made = Event()
    made.rank, made.order = rank, order
    return made


def places(events: list[Event]) -> list[tuple[float, int]]:
    return [(each.rank, each.order) for each in events]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(20))
def test_events_come_out_in_order(kind: type[Heap], seed: int) -> None:
    """Puts in, takes out and removes at random, beside a sorted list."""
    random = Random(seed)
    heap = kind()
    expected: list[Event] = []
    for order in range(300):
        expected.append(event(float(random.randrange(20)), order))
        heap.push(expected[-1])
        expected.sort(key=lambda each: (each.rank, each.order))
        if random.random() < 0.4:
            assert heap.pop() is expected.pop(0)
        if expected and random.random() < 0.1:
            heap.remove(expected.pop(random.randrange(len(expected))))
        assert heap.first is (expected[0] if expected else None)
        assert heap.count == len(expected)
    assert sorted(places(heap.items())) == places(expected)
    assert [heap.pop() for _ in list(expected)] == expected
    assert heap.first is None


@pytest.mark.parametrize("kind", KINDS)
def test_an_event_can_be_put_in_again(kind: type[Heap]) -> None:
    heap = kind()
    first, second = event(1.0, 0), event(2.0, 1)
    heap.push(first)
    heap.push(second)
    again = heap.pop()
    assert again is first
    again.rank, again.order = 3.0, 2
    heap.push(again)
    assert [heap.pop(), heap.pop()] == [second, first]
