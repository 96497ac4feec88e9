"""The sessions that have units of a pool, in the order of their admissions (POOL-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session


class _Holder:
    """A session in the list, and how many elements it has there."""

    __slots__ = ("session", "elements")

    def __init__(self, session: Session) -> None:
        self.session: Final = session
        self.elements = 0


class Holders:
    """A list with one element per admission, from which a session's elements go all at once.

    Only the last element of each session matters for the order, so each session stands once, at the
    place of its last admission; `count` is the length of the list.
    """

    def __init__(self) -> None:
        self.count = 0
        self._holders: Final[dict[int, _Holder]] = {}
        """By serial, in the order of their last elements."""

    def append(self, session: Session) -> None:
        """An admission: one more element, at the end."""
        holders = self._holders
        holder = holders.get(session.serial)  # `pop` would be slow for mypyc
        if holder is None:
            holder = _Holder(session)
        else:
            del holders[session.serial]
        holder.elements += 1
        holders[session.serial] = holder
        self.count += 1

    def remove(self, session: Session) -> None:
        """Take all elements of the session off the list."""
        holder = self._holders.get(session.serial)
        if holder is not None:
            del self._holders[session.serial]
            self.count -= holder.elements

    def in_order(self) -> list[Session]:
        """The sessions, that of the first element first."""
        return [holder.session for holder in self._holders.values()]

    def last_first(self) -> list[Session]:
        """The sessions, that of the last element first."""
        return [holder.session for holder in reversed(self._holders.values())]
