"""Free pages go back from time to time while somebody types, and never while nobody does."""

from __future__ import annotations

import asyncio

import pytest

from sqlang_server import footprint
from sqlang_server.trimming import Trimming

pytestmark = pytest.mark.asyncio


async def test_pages_go_back_once_in_each_interval(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[None] = []
    monkeypatch.setattr(footprint, "give_back", lambda: given.append(None))
    trimming = Trimming(interval=0.1)
    for count in (1, 2):
        for _ in range(5):
            trimming.heard()
        assert len(given) == count - 1
        await asyncio.sleep(0.3)
        assert len(given) == count
