"""What a test gave up waiting for is answered later, and its client goes on."""

from __future__ import annotations

import asyncio

import pytest

from tests.server.editor import EXAMPLE, editing, neovim


@pytest.mark.asyncio
async def test_a_client_goes_on_after_an_answer_that_nobody_waits_for() -> None:
    async with editing(neovim()) as editor:
        editor.open(EXAMPLE.read_text())
        for _ in range(3):
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0):
                    await editor.hints()
        labels = await editor.traced()
        assert labels[editor.line_of("run {")][0].startswith("ends ")
