"""What a pool keeps of holds that are over, and what it evicts first (POOL-9 to POOL-14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from sqlang.engine.expressions.context import Context
from sqlang.engine.expressions.expression import Expression
from sqlang.engine.expressions.keys import sort_key
from sqlang.engine.pools.chain import Chain, Link
from sqlang.engine.sessions.session import ENDED, QUEUED

if TYPE_CHECKING:
    from sqlang.engine.sessions.session import Session


class Entry(Link):
    """Cached units: those of a session, or dead ones that nobody can use (POOL-9).

    `number` is the session's serial, or that of the dead entry; `session` is None for a dead entry.
    """

    __slots__ = (
        "number",
        "session",
        "size",
        "released",
        "release_number",
        "snapshot",
    )

    def __init__(
        self,
        number: int,
        session: Session | None,
        size: float,
        released: float,
        release_number: int,
        snapshot: list[float],
    ) -> None:
        super().__init__()
        self.number: Final = number
        self.session: Final = session
        self.size = size
        self.released = released
        self.release_number = release_number
        self.snapshot: Final = snapshot
        """The session's attributes when the entry was made."""


class Cache:
    """The entries of one pool; `total` is the sum of their sizes as it came about.

    Entries are in ascending order of release number, which is also that of (release time, release
    number): a dead entry takes the place of the entry it is cut from.
    """

    def __init__(self) -> None:
        self.total = 0.0
        self._chain: Final = Chain()
        """In the order of release."""
        self._by_number: Final[dict[int, Entry]] = {}

    def is_empty(self) -> bool:
        """Whether there is no entry to evict."""
        return self._chain.first is None

    def count(self) -> int:
        """How many entries there are."""
        return len(self._by_number)

    def entries(self) -> Iterator[Entry]:
        """The entries in ascending order of release number."""
        link = self._chain.first
        while isinstance(link, Entry):
            yield link
            link = link.later

    def find(self, number: int) -> Entry | None:
        """The entry of this number."""
        return self._by_number.get(number)

    def size_of(self, serial: int) -> float:
        """The size of the session's own entry, 0 without one."""
        entry = self._by_number.get(serial)
        return 0.0 if entry is None else entry.size

    def take_own(self, serial: int) -> float:
        """Remove the session's own entry and return its size, 0 without one."""
        entry = self._by_number.pop(serial, None)
        if entry is None:
            return 0.0
        self._chain.remove(entry)
        self.total -= entry.size
        return entry.size

    def cut_own(self, serial: int, kept: float, number: int, attributes: list[float]) -> None:
        """Remove the own entry; what it has above `kept` becomes dead entry `number` (POOL-9)."""
        entry = self._by_number.pop(serial)
        self.total -= entry.size
        surplus = entry.size - kept
        dead = Entry(number, None, surplus, entry.released, entry.release_number, attributes)
        self._chain.replace(entry, dead)
        self._by_number[number] = dead
        self.total += surplus

    def add(self, entry: Entry) -> None:
        """Add the newest entry, in place of the session's older one."""
        self.take_own(entry.number)
        self._chain.append(entry)
        self._by_number[entry.number] = entry
        self.total += entry.size

    def remove(self, entry: Entry) -> None:
        """Take out an entry that eviction has emptied; its units are no longer counted."""
        self._chain.remove(entry)
        del self._by_number[entry.number]

    def extend(self, source: Entry, units: float, time: float, release_number: int) -> None:
        """Add `units` of an entry of another pool to the one of its number here (POOL-26).

        A new one has the snapshot of `source`; one that is there keeps its own and becomes the
        newest.
        """
        entry = self._by_number.get(source.number)
        if entry is None:
            entry = Entry(
                source.number, source.session, units, time, release_number, source.snapshot
            )
            self._by_number[source.number] = entry
        else:
            self._chain.remove(entry)
            entry.size += units
            entry.released = time
            entry.release_number = release_number
        self._chain.append(entry)
        self.total += units

    def least_recent(self) -> Entry:
        """The entry released longest ago (`evict lru`)."""
        entry = self._chain.first
        assert isinstance(entry, Entry)
        return entry

    def least_valued(self, keys: list[Expression], context: Context) -> Entry:
        """The entry with the least keys, then release number (`evict by`), as of now (POOL-11)."""
        victim: Entry | None = None
        least: list[int] = []
        entry = self._chain.first
        while isinstance(entry, Entry):
            value = sort_key(keys, focus(context, entry))
            if victim is None or value < least:
                victim, least = entry, value
            entry = entry.later
        assert victim is not None
        return victim


def focus(context: Context, entry: Entry) -> Context:
    """Point the context at an entry, for eviction keys and spill clauses (POOL-13)."""
    session = entry.session
    if session is not None and session.status != ENDED:
        context.of(session)
        context.waiting = 1.0 if session.status == QUEUED else 0.0
    else:
        context.of_nobody()
        context.attributes = entry.snapshot
        context.waiting = 0.0
    context.size = entry.size
    context.last = entry.released
    context.age = context.clock.now - entry.released
    return context
