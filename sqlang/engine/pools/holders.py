"""The sessions that have units of a pool, in the order of their admissions (POOL-30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session


class Holders:
    """A list with one element per admission, from which a session's elements go all at once.

    Only the last element of each session matters for the order, so each session stands once, at the
    place of its last admission; `count` is the length of the list.
    """

    def __init__(self) -> None:
        self.count = 0
        self._elements: Final[dict[int, int]] = {}
        """By serial: how many elements of the session the list has."""
        self._sessions: Final[dict[int, Session]] = {}

    def append(self, session: Session) -> None:
        """An admission: one more element, at the end."""
        serial = session.serial
        self._elements[serial] = self._elements.get(serial, 0) + 1
        self._sessions.pop(serial, None)
        self._sessions[serial] = session
        self.count += 1

    def remove(self, session: Session) -> None:
        """Take all elements of the session off the list."""
        self.count -= self._elements.pop(session.serial, 0)
        self._sessions.pop(session.serial, None)

    def in_order(self) -> Iterator[Session]:
        """The sessions, that of the first element first."""
        return iter(self._sessions.values())

    def last_first(self) -> Iterator[Session]:
        """The sessions, that of the last element first."""
        return reversed(self._sessions.values())
