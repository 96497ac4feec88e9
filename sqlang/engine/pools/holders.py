"""The sessions that have units of a pool, in the order of their admissions (POOL-30)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session


class Holder:
    """A session in the list of one pool, and how many elements it has there."""

    __slots__ = ("session", "holders", "elements", "further", "earlier", "later")

    def __init__(self, session: Session, holders: Holders) -> None:
        self.session: Final = session
        self.holders: Final = holders
        self.elements = 0
        self.further = session.holder
        """The session in the list of another pool."""
        self.earlier: Holder | None = None
        """The one before it in the list of its pool."""
        self.later: Holder | None = None


class Holders:
    """A list with one element per admission, from which a session's elements go all at once.

    Only the last element of each session matters for the order, so each session stands once, at the
    place of its last admission; `count` is the length of the list. A session knows where it stands.
    """

    def __init__(self) -> None:
        self.count = 0
        self._first: Holder | None = None
        self._last: Holder | None = None

    def append(self, session: Session) -> None:
        """An admission: one more element, at the end."""
        holder = self._of(session)
        if holder is None:
            holder = session.holder = Holder(session, self)
        else:
            self._take_out(holder)
        holder.elements += 1
        self.count += 1
        last = self._last
        if last is None:
            self._first = holder
        else:
            last.later = holder
            holder.earlier = last
        self._last = holder

    def remove(self, session: Session) -> None:
        """Take all elements of the session off the list."""
        holder = self._of(session)
        if holder is None:
            return
        self.count -= holder.elements
        self._take_out(holder)
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
        holder = self._first
        while holder is not None:
            found.append(holder.session)
            holder = holder.later
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

    def _take_out(self, holder: Holder) -> None:
        earlier, later = holder.earlier, holder.later
        if earlier is None:
            self._first = later
        else:
            earlier.later = later
        if later is None:
            self._last = earlier
        else:
            later.earlier = earlier
        holder.earlier = holder.later = None
