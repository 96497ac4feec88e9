"""Servers for tests."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest_asyncio

from tests.server.editor import Editors
from tests.server.wire import Wire, wired


@pytest_asyncio.fixture
async def wire() -> AsyncIterator[Wire]:
    """A server of which nothing has been asked yet."""
    async with wired() as started:
        yield started


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[Wire]:
    """An initialized server for a module of tests that leave no trace in each other."""
    async with wired() as started:
        await started.initialize()
        yield started


@pytest_asyncio.fixture(loop_scope="module")
async def server(shared: Wire) -> AsyncIterator[Wire]:
    """The server of the module with no document open."""
    yield shared
    shared.close_all()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def editors() -> AsyncIterator[Editors]:
    """Editors for a module of tests that leave no trace in each other."""
    async with AsyncExitStack() as stack:
        yield Editors(stack)
