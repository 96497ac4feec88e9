"""Complete collections wait for a pause."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator

import pytest

from sqlang_server.collecting import Collecting

pytestmark = pytest.mark.asyncio


class Ring:
    """What only a collection takes away."""

    def __init__(self, gone: Callable[[], None]) -> None:
        self.itself = self
        self._gone = gone

    def __del__(self) -> None:
        self._gone()


@pytest.fixture
def _thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    Collecting.begin()
    yield
    gc.set_threshold(*before)


def leave_a_ring() -> list[str]:
    """An old one, which a look at young objects does not find."""
    gone: list[str] = []
    ring = Ring(lambda: gone.append("gone"))
    gc.collect(1)
    del ring
    return gone


@pytest.mark.usefixtures("_thresholds")
async def test_what_is_due_is_done_in_the_next_pause() -> None:
    gone = leave_a_ring()
    collecting = Collecting(pause=0.2, due=0)
    for _ in range(4):
        collecting.heard()
        await asyncio.sleep(0.1)
        assert not gone
    await asyncio.sleep(0.4)
    assert gone == ["gone"]


@pytest.mark.usefixtures("_thresholds")
async def test_what_is_not_due_waits() -> None:
    gone = leave_a_ring()
    collecting = Collecting(pause=0.05, due=1_000_000)
    collecting.heard()
    await asyncio.sleep(0.2)
    assert not gone
