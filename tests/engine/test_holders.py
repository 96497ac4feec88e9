"""The list of those that have units of a pool (POOL-30)."""

from __future__ import annotations

from sqlang.engine.pools.holders import Holders
from sqlang.engine.sessions.session import Session
from sqlang.engine.sessions.statement import Block


def session(serial: int) -> Session:
    return Session(serial, serial, [], Block())


def serials(sessions: list[Session]) -> list[int]:
    return [each.serial for each in sessions]


def test_a_session_stands_where_it_was_admitted_last() -> None:
    holders = Holders()
    first, second, third = session(1), session(2), session(3)
    for each in (first, second, third, first):
        holders.append(each)
    assert holders.count == 4
    assert serials(holders.in_order()) == [2, 3, 1]
    assert serials(holders.last_first()) == [1, 3, 2]


def test_all_elements_of_a_session_go_at_once() -> None:
    holders = Holders()
    first, second, third = session(1), session(2), session(3)
    for each in (first, second, second, third):
        holders.append(each)
    holders.remove(second)
    assert (holders.count, serials(holders.in_order())) == (2, [1, 3])
    holders.remove(second)
    assert (holders.count, serials(holders.in_order())) == (2, [1, 3])
    holders.append(second)
    holders.remove(first)
    holders.remove(third)
    assert (holders.count, serials(holders.in_order())) == (1, [2])
    holders.remove(second)
    assert (holders.count, holders.in_order()) == (0, [])


def test_a_session_may_be_in_the_lists_of_several_pools() -> None:
    lists = [Holders(), Holders(), Holders()]
    one, other = session(1), session(2)
    for holders in lists:
        holders.append(one)
        holders.append(other)
    lists[1].remove(one)
    assert [serials(holders.in_order()) for holders in lists] == [[1, 2], [2], [1, 2]]
    lists[2].remove(one)
    lists[0].remove(one)
    assert [serials(holders.in_order()) for holders in lists] == [[2], [2], [2]]
    assert one.holder is None
    lists[1].append(one)
    assert serials(lists[1].last_first()) == [1, 2]
