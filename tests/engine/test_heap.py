"""Both forms of heap: the lesser rank is first, of equal ones the lesser order."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqlang.engine.event import Event
from sqlang.engine.heap import Heap, LibraryHeap
from sqlang.engine.numbers import INFINITY

KINDS = [Heap, LibraryHeap]

RANKS = [-INFINITY, -1.0, 0.0, 0.5, 1.0, 2.0, 3.0, INFINITY]


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
@pytest.mark.parametrize("count", [20, 33, 100, 1000])
def test_equal_ranks_come_out_by_order_whenever_they_were_put_in(
    kind: type[Heap], count: int
) -> None:
    random = Random(count)
    orders = list(range(count))
    random.shuffle(orders)
    pushed = [event(float(random.randrange(count // 10)), order) for order in orders]
    heap = kind()
    for each in pushed:
        heap.push(each)
    expected = sorted(places(pushed))
    assert places([heap.pop() for _ in pushed]) == expected


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


def compare(kind: type[Heap], pushed: list[Event], taken: list[int]) -> None:
    """Puts in all events, after each takes out so many of the first ones, beside a sorted list."""
    heap = kind()
    expected: list[Event] = []
    for item, count in zip(pushed, taken, strict=True):
        heap.push(item)
        expected.append(item)
        expected.sort(key=lambda each: (each.rank, each.order))
        for _ in range(min(count, len(expected))):
            assert heap.pop() is expected.pop(0)
        assert heap.first is (expected[0] if expected else None)
        assert heap.least_rank == (expected[0].rank if expected else INFINITY)
        assert heap.count == len(expected)
    assert [heap.pop() for _ in list(expected)] == expected


@pytest.mark.parametrize("kind", KINDS)
@given(
    ranks=st.lists(st.sampled_from(RANKS) | st.floats(0.0, 1.0), min_size=1, max_size=300),
    random=st.randoms(use_true_random=False),
    most=st.integers(0, 3),
)
def test_few_and_many_come_out_in_order(
    kind: type[Heap], ranks: list[float], random: Random, most: int
) -> None:
    """Equal and infinite ranks too, whose orders are not those in which they are put in."""
    orders = list(range(len(ranks)))
    random.shuffle(orders)
    pushed = [event(rank, order) for rank, order in zip(ranks, orders, strict=True)]
    compare(kind, pushed, [random.randint(0, most) // 2 for _ in ranks])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spread", [0, 1, 40, 10_000])
def test_a_heap_that_grows_and_shrinks_again(kind: type[Heap], spread: int) -> None:
    """Each event that is taken out is put in again, later: never before what came out last."""
    random = Random(spread)
    heap = kind()
    for order in range(3000):
        heap.push(event(float(random.randint(0, spread)), order))
    taken: list[tuple[float, int]] = []
    for order in range(3000, 9000):
        first = heap.pop()
        taken.append((first.rank, first.order))
        first.rank += random.randint(0, spread)
        first.order = order
        heap.push(first)
    while heap.count:
        first = heap.pop()
        taken.append((first.rank, first.order))
    assert len(taken) == 9000
    assert taken == sorted(taken)
    assert sorted(order for _, order in taken) == list(range(9000))


@pytest.mark.parametrize("kind", KINDS)
@given(
    ranks=st.lists(st.integers(0, 6), min_size=1, max_size=200),
    random=st.randoms(),
    few=st.booleans(),
)
def test_any_can_be_removed(kind: type[Heap], ranks: list[int], random: Random, few: bool) -> None:
    heap = kind()
    left = [event(float(rank), order) for order, rank in enumerate(ranks[:20] if few else ranks)]
    for item in left:
        heap.push(item)
    random.shuffle(left)
    while left:
        removed = left.pop()
        heap.remove(removed)
        assert heap.count == len(left)
        assert heap.first is min(left, key=lambda each: (each.rank, each.order), default=None)
        if len(left) % 3 == 0:
            removed.order += 1000
            heap.push(removed)
            heap.remove(removed)
    assert heap.items() == []
