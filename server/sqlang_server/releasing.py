"""Which open texts are known through and through: those that were used last.

What is known of a text takes some hundred times the room of the text itself, and to find it out
anew takes a moment. So what nobody has asked about for a while is given back, once it is much.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from sqlang_server import footprint

if TYPE_CHECKING:
    from sqlang_server.documents import Document

_CHARACTERS: Final = 50_000
"""So much text may be known and not be asked about."""

_IDLE: Final = 3.0
"""Seconds after which a text counts as not asked about."""

_OCCASION: Final = 1.0
"""Seconds in which all is asked about a text that an editor shows, and nothing again: that of many
that are opened or edited together."""

_READING: Final = 10.0
"""The same for a text that stays as it is. On a slow machine it takes long until all is shown, and
who edits a library asks again and again about all that use it, but these change by that."""


class _Use:
    """When a text was asked about first and last; `is_known` until it is given back.

    `state` and `version` are those of the document when it was asked about first.
    """

    __slots__ = ("first", "is_known", "last", "state", "version")

    def __init__(self, now: float, document: Document) -> None:
        self.first: Final = now
        self.last = now
        self.state: Final = document.state
        self.version: Final = document.version
        self.is_known = False

    def is_over(self, document: Document, now: float) -> bool:
        """Whether nobody will ask again, as it seems: who typed in it does so elsewhere now."""
        if document.version != self.version and now - self.last >= _OCCASION:
            return True
        occasion = _READING if document.state == self.state else _OCCASION
        return self.last - self.first < occasion


class Releasing:
    """Gives back what is known of documents; the one that was used last always stays known."""

    def __init__(
        self,
        release: Callable[[Document], None],
        characters: int = _CHARACTERS,
        idle: float = _IDLE,
    ) -> None:
        self._release: Final = release
        self._characters: Final = characters
        self._idle: Final = idle
        self._uses: Final[OrderedDict[Document, _Use]] = OrderedDict()
        self._timer: asyncio.TimerHandle | None = None

    def used(self, document: Document) -> None:
        """Somebody asked what follows from the text of a document."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        use = self._uses.get(document)
        if use is None:
            use = self._uses[document] = _Use(now, document)
        use.last = now
        self._uses.move_to_end(document)
        if not use.is_known:
            use.is_known = True
            self._give_back(lambda use, other: use.is_over(other, now))
        if self._timer is None and len(self._uses) > 1:
            self._timer = loop.call_later(self._idle, self._look)

    def forget(self, document: Document) -> None:
        """A document was closed."""
        self._uses.pop(document, None)

    def _look(self) -> None:
        """Gives back what is idle, and looks again once more may be."""
        self._timer = None
        loop = asyncio.get_running_loop()
        before = loop.time() - self._idle
        if self._give_back(lambda use, _: use.last <= before):
            footprint.give_back()
        for document in [each for each, use in self._uses.items() if not use.is_known]:
            if self._uses[document].last <= before:
                del self._uses[document]  # the next question is the first again
        if self._is_too_much():
            self._timer = loop.call_later(self._idle, self._look)

    def _give_back(self, may_go: Callable[[_Use, Document], bool]) -> bool:
        """Gives back what may go, the longest unused first, until little enough is known.

        Whether there was anything.
        """
        has_given = False
        for document, use in list(self._uses.items())[:-1]:
            if not self._is_too_much():
                break
            if use.is_known and may_go(use, document):
                use.is_known = False
                self._release(document)
                has_given = True
        return has_given

    def _is_too_much(self) -> bool:
        known = (len(each.source.text) for each, use in self._uses.items() if use.is_known)
        return sum(known) > self._characters
