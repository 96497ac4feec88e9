"""Work-done progress: for clients that can show it, for what takes long, and always ended."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Final, NamedTuple

from lsprotocol import types
from pygls.exceptions import JsonRpcException

if TYPE_CHECKING:
    from sqlang_server.session import Session

_PATIENCE: Final = 0.3
"""What is done sooner needs no progress, in seconds; unless the client gave it a token."""
_BETWEEN_REPORTS: Final = 0.2
"""Seconds."""

Token = int | str


class Reached(NamedTuple):
    """How far something is: a whole percentage, and the same in words."""

    percentage: int
    words: str


_Look = Callable[[], Reached | None]


@asynccontextmanager
async def shown_progress(
    session: Session,
    title: str,
    *,
    token: Token | None = None,
    look: _Look = lambda: None,
    give_up: Callable[[], None] = lambda: None,
) -> AsyncIterator[None]:
    """Shows that something goes on while the block runs, however it ends.

    `token` is the client's, if it gave one; else the server makes its own, in clients that can.
    `look` tells from time to time how far it is. A client may cancel it: then `give_up` is called,
    and the task of the block is cancelled.
    """
    if token is None and not session.client.progress:
        yield
        return
    bar = _Bar(session, title, token, look, give_up, asyncio.current_task())
    shown = asyncio.ensure_future(bar.show())
    await asyncio.sleep(0)  # what the client asked to be shown is, however soon it is done
    try:
        yield
    finally:
        shown.cancel()
        await asyncio.wait([shown])


class _Bar(NamedTuple):
    session: Session
    title: str
    given: Token | None
    look: _Look
    give_up: Callable[[], None]
    worker: asyncio.Task[object] | None

    async def show(self) -> None:
        """Begins after a moment and ends when it is cancelled, once each."""
        token = self.given if self.given is not None else await self._created()
        if token is None:
            return
        progress = self.session.server.work_done_progress
        begin = types.WorkDoneProgressBegin(title=self.title, cancellable=True, percentage=0)
        progress.begin(token, begin)
        try:
            await self._report(token)
        finally:
            progress.end(token, types.WorkDoneProgressEnd())
            progress.tokens.pop(token, None)

    async def _created(self) -> Token | None:
        """A token that the client knows; `None` if it does not want to."""
        await asyncio.sleep(_PATIENCE)
        token = str(uuid.uuid4())
        try:
            _ = await self.session.server.work_done_progress.create_async(token)
        except JsonRpcException:
            return None
        return token

    async def _report(self, token: Token) -> None:
        """Tells how far it is, never less than before, until the client cancels."""
        progress = self.session.server.work_done_progress
        furthest = 0
        while not progress.tokens[token].cancelled():
            reached = self.look()
            if reached is not None and reached.percentage >= furthest:
                furthest = reached.percentage
                told = types.WorkDoneProgressReport(
                    message=reached.words, percentage=furthest, cancellable=True
                )
                progress.report(token, told)
            await asyncio.sleep(_BETWEEN_REPORTS)
        self.give_up()
        if self.worker is not None:
            self.worker.cancel()
        await asyncio.Event().wait()
