"""What refers to its neighbours: to be put in at the end, taken out and replaced wherever it is."""

from __future__ import annotations


class Link:
    """In one chain at most."""

    __slots__ = ("earlier", "later")

    def __init__(self) -> None:
        self.earlier: Link | None = None
        self.later: Link | None = None


class Chain:
    """Links, in the order in which they were put in."""

    def __init__(self) -> None:
        self.first: Link | None = None
        self._last: Link | None = None

    def append(self, link: Link) -> None:
        """Put one in, which is in no chain, at the end."""
        last = self._last
        if last is None:
            self.first = link
        else:
            last.later = link
            link.earlier = last
        self._last = link

    def remove(self, link: Link) -> None:
        """Take one out that is in this chain."""
        earlier, later = link.earlier, link.later
        if earlier is None:
            self.first = later
        else:
            earlier.later = later
        if later is None:
            self._last = earlier
        else:
            later.earlier = earlier
        link.earlier = link.later = None

    def replace(self, link: Link, other: Link) -> None:
        """Put another one, which is in no chain, into the place of one that is in this chain."""
        earlier, later = link.earlier, link.later
        other.earlier, other.later = earlier, later
        if earlier is None:
            self.first = other
        else:
            earlier.later = other
        if later is None:
            self._last = other
        else:
            later.earlier = other
        link.earlier = link.later = None
