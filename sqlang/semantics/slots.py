"""The slots of attributes and observations (IR-20, IR-21), by what the statements introduce.

Most edits introduce nothing new. So stretches of a text that introduce the same are represented by
the same object, and as long as that of the whole program is, so are its tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from sqlang.vocabulary import BUILTIN_ATTRIBUTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


BUILTIN_SLOTS: Final = {word.name: slot for slot, word in enumerate(BUILTIN_ATTRIBUTES)}

_VARIANTS: Final = 4
"""The tables of so many programs are kept: an edit is often taken back."""


class Introduced:
    """The attributes and observations of a stretch of the text, each once, in their order."""

    __slots__ = ("attributes", "observations")

    def __init__(self, attributes: tuple[str, ...], observations: tuple[str, ...]) -> None:
        self.attributes: Final = attributes
        self.observations: Final = observations


class Slots:
    """The slots of a program by their names; never changed once they are complete."""

    __slots__ = ("attributes", "observations")

    def __init__(self) -> None:
        self.attributes: Final = BUILTIN_SLOTS.copy()
        self.observations: Final[dict[str, int]] = {}

    def assign(self, name: str) -> None:
        self.attributes.setdefault(name, len(self.attributes))

    def observe(self, name: str) -> None:
        self.observations.setdefault(name, len(self.observations))


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
        for blocks_before, slots_before in self._latest:
            if blocks_before == key:
                return slots_before
        slots = Slots()
        for block in blocks:
            for name in block.attributes:
                slots.assign(name)
            for name in block.observations:
                slots.observe(name)
        self._latest = [(key, slots), *self._latest[: _VARIANTS - 1]]
        return slots

    def forget(self) -> None:
        """Forget all but what is asked for again."""
        for table in (self._attributes, self._observations):
            table.clear()
        self._together.clear()
