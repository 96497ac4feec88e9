"""Work-done progress: for clients that can show it, for what takes long, and always ended."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from sqlang_server.session import Session

_PATIENCE: Final = 0.3
"""What is done sooner needs no progress, in seconds."""


@asynccontextmanager
async def shown_progress(session: Session, title: str) -> AsyncIterator[None]:
    """Shows that something goes on while the block runs, however it ends."""
    if not session.client.progress:
        yield
        return
    shown = asyncio.ensure_future(_show(session, title))
    try:
        yield
    finally:
        shown.cancel()


async def _show(session: Session, title: str) -> None:
    """Begins after a moment and ends when it is cancelled, once each."""
    await asyncio.sleep(_PATIENCE)
    token = str(uuid.uuid4())
    progress = session.server.work_done_progress
    try:
        _ = await progress.create_async(token)
    except JsonRpcException:
        return
    progress.begin(token, types.WorkDoneProgressBegin(title=title))
    try:
        await asyncio.Event().wait()
    finally:
        progress.end(token, types.WorkDoneProgressEnd())
        progress.tokens.pop(token, None)
