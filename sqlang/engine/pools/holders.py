"""The sessions that have units of a pool, in the order of their admissions (POOL-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sqlang.engine.pools.chain import Chain, Link

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session


class Holder(Link):
    """A session in the list of one pool, and how many elements it has there."""

    __slots__ = ("session", "holders", "elements", "further")

    def __init__(self, session: Session, holders: Holders) -> None:
        super().__init__()
        self.session: Final = session
        self.holders: Final = holders
        self.elements = 0
        self.further = session.holder
        """The session in the list of another pool."""


class Holders:
    """A list with one element per admission, from which a session's elements go all at once.

    Only the last element of each session matters for the order, so each session stands once, at the
    place of its last admission; `count` is the length of the list. A session knows where it stands.
    """

    def __init__(self) -> None:
        self.count = 0
        self._chain: Final = Chain()

    def append(self, session: Session) -> None:
        """An admission: one more element, at the end."""
        holder = self._of(session)
        if holder is None:
            holder = session.holder = Holder(session, self)
        else:
            self._chain.remove(holder)
        self._chain.append(holder)
        holder.elements += 1
        self.count += 1

    def remove(self, session: Session) -> None:
        """Take all elements of the session off the list."""
        holder = self._of(session)
        if holder is None:
            return
        self.count -= holder.elements
        self._chain.remove(holder)
        before = session.holder
        if before is holder:
            session.holder = holder.further
            return
        while before is not None:
            if before.further is holder:
                before.further = holder.further
                return
            before = before.further

    def in_order(self) -> list[Session]:
        """The sessions, that of the first element first."""
        found: list[Session] = []
        link = self._chain.first
        while isinstance(link, Holder):
            found.append(link.session)
            link = link.later
        return found

    def last_first(self) -> list[Session]:
        """The sessions, that of the last element first."""
        found = self.in_order()
        found.reverse()
        return found

    def _of(self, session: Session) -> Holder | None:
        """Where the session stands; it is in the lists of few pools at a time."""
        holder = session.holder
        while holder is not None and holder.holders is not self:
            holder = holder.further
        return holder
