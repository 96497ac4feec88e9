"""The slots of attributes and observations (IR-20, IR-21), by what the statements introduce.

Most edits introduce nothing new. So stretches of a text that introduce the same are represented by
the same object, and as long as that of the whole program is, so are its tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count

from sqlang.vocabulary import BUILTIN_ATTRIBUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


_VARIANTS: Final = 4
"""The tables of so many programs are kept: an edit is often taken back."""


class Introduced:
    """The attributes and observations of a stretch of the text, each once, in their order."""

    __slots__ = ("attributes", "observations")

    def __init__(self, attributes: tuple[str, ...], observations: tuple[str, ...]) -> None:
        self.attributes: Final = attributes
        self.observations: Final = observations


class Slots:
    """The slots of a program by their names; those of attributes begin with the built-in ones."""

    __slots__ = ("attributes", "observations")

    def __init__(self, attributes: Iterable[str], observations: Iterable[str]) -> None:
        names = dict.fromkeys(chain((word.name for word in BUILTIN_ATTRIBUTES), attributes))
        self.attributes: Final = dict(zip(names, count(), strict=False))
        self.observations: Final = dict(zip(dict.fromkeys(observations), count(), strict=False))


NOTHING: Final = Introduced((), ())


class KnownSlots:
    """What stretches of one text introduce, and the slots of the latest programs."""

    __slots__ = ("_attributes", "_latest", "_observations", "_together")

    def __init__(self) -> None:
        self._attributes: Final[dict[str, Introduced]] = {}
        self._observations: Final[dict[str, Introduced]] = {}
        self._together: Final[dict[tuple[Introduced, ...], Introduced]] = {}
        self._latest: list[tuple[tuple[Introduced, ...], Slots]] = []

    def attribute(self, name: str) -> Introduced:
        """What a `set` or `choose` introduces."""
        known = self._attributes.get(name)
        if known is None:
            known = self._attributes[name] = Introduced((name,), ())
        return known

    def observation(self, name: str) -> Introduced:
        """What an `observe` introduces."""
        known = self._observations.get(name)
        if known is None:
            known = self._observations[name] = Introduced((), (name,))
        return known

    def together(self, parts: Iterable[Introduced]) -> Introduced:
        """What neighbors introduce."""
        saying = tuple([part for part in parts if part is not NOTHING])
        if len(saying) < 2:
            return saying[0] if saying else NOTHING
        known = self._together.get(saying)
        if known is None:
            known = self._together[saying] = Introduced(
                tuple(dict.fromkeys(chain.from_iterable([part.attributes for part in saying]))),
                tuple(dict.fromkeys(chain.from_iterable([part.observations for part in saying]))),
            )
        return known

    def of(self, blocks: Sequence[Introduced]) -> Slots:
        """The slots of a program with these blocks; the same as before if they are the same."""
        key = tuple(blocks)
        known = next((slots for before, slots in self._latest if before == key), None)
        if known is None:
            known = Slots(
                chain.from_iterable([block.attributes for block in blocks]),
                chain.from_iterable([block.observations for block in blocks]),
            )
        others = [each for each in self._latest if each[0] != key]
        self._latest = [(key, known), *others[: _VARIANTS - 1]]
        return known

    def forget(self) -> None:
        """Forget all but what is asked for again."""
        for table in (self._attributes, self._observations):
            table.clear()
        self._together.clear()
