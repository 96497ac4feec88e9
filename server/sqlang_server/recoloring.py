"""Asks the client to ask again for colors once an edit of a library changes those of a program.

After an edit of the program itself clients ask anyway.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang_server.documents import Document
    from sqlang_server.session import Session

_CALM: Final = 0.3
"""How long nothing may have been edited before anybody looks, in seconds."""


class Recoloring:
    """Looks after a pause whether the programs that use a library look otherwise now."""

    def __init__(self, session: Session) -> None:
        self._session: Final = session
        self._changed: Final[set[Document]] = set()
        self._timer: asyncio.TimerHandle | None = None

    def library_changed(self, reader: Document) -> None:
        """A library that a document uses reads otherwise now."""
        if not self._session.client.refreshes_tokens:
            return
        self._changed.add(reader)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_CALM, self._look)

    def _look(self) -> None:
        """Asks the client once, if it has colors that are not right any more."""
        opened = [each for each in self._session.documents if each in self._changed]
        self._changed.clear()
        if any(each.tokens is not None and each.tokens.changed(each.analysis) for each in opened):
            self._session.server.workspace_semantic_tokens_refresh(None)
