"""The items of a text in stretches, each with what it mentions."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.semantics.mentions import AllMentions, Mentions
from sqlang.syntax import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final


class Stretch:
    """Neighbors among the items of a file, which has them by the hundred.

    Of `definitions` with one name the first is there.
    """

    __slots__ = ("definitions", "items", "mentions")

    def __init__(self, items: tuple[tree.Item, ...], mentions: Mentions) -> None:
        self.items: Final = items
        self.mentions: Final = mentions
        self.definitions: Final[dict[str, tree.Definition]] = {}
        for item in items:
            if isinstance(item, tree.Definition):
                self.definitions.setdefault(item.name.name, item)


class MentionedFile:
    """What one text mentions as a whole, and the stretches it is in."""

    __slots__ = ("mentions", "program", "stretches")

    def __init__(
        self,
        program: tree.Program,
        stretches: Sequence[Stretch],
        before: MentionedFile | None = None,
    ) -> None:
        self.program: Final = program
        self.stretches: Final = stretches
        earlier = None if before is None else before.mentions
        self.mentions: Final[AllMentions] = AllMentions(
            [each.mentions for each in stretches], earlier
        )

    @property
    def path(self) -> str:
        """Where the text was read from."""
        return self.program.first.source.path

    def touching(self, start: int, end: int | None) -> Sequence[Stretch]:
        """The stretches that touch a range, which is open if it has no end."""
        from bisect import bisect_left, bisect_right  # an editor asks this, a check does not

        first = bisect_left(self.stretches, start, key=_end)
        last = None if end is None else bisect_right(self.stretches, end, lo=first, key=_start)
        return self.stretches[first:last]


def _start(stretch: Stretch) -> int:
    return stretch.items[0].first.start


def _end(stretch: Stretch) -> int:
    return stretch.items[-1].last.end
