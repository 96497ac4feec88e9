"""Each client with a server of its own, which all tests of this folder share."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.server.editor import CLIENTS, Editor, editing

ALL_HINTS = {"sq.hints.kernelForms": True, "sq.hints.units": True}


@pytest_asyncio.fixture(scope="package", loop_scope="package", params=CLIENTS)
async def shared_editor(request: pytest.FixtureRequest) -> AsyncIterator[Editor]:
    """One of the three clients, with the name it has in `CLIENTS`."""
    async with editing(CLIENTS[request.param](), ALL_HINTS) as opened:
        opened.name = request.param
        yield opened


@pytest_asyncio.fixture(loop_scope="package")
async def editor(shared_editor: Editor) -> AsyncIterator[Editor]:
    """One of the three clients with no document open; a test that takes it runs with each."""
    yield shared_editor
    shared_editor.close_all()
