"""What each part of a text mentions, gathered once for as long as it stays."""

from __future__ import annotations

from collections.abc import Sequence

from sqlang.semantics.gathering import MentionGatherer
from sqlang.semantics.mentions import AllMentions, Mentions
from sqlang.semantics.nesting import has_parts, innermost_first, parts_below
from sqlang.semantics.reference_roles import ArgumentRoles
from sqlang.semantics.scopes import OUTERMOST
from sqlang.semantics.stretches import MentionedFile, Stretch
from sqlang.syntax import tree
from sqlang.syntax.common_ends import common_ends
from sqlang.syntax.segments import Part, Segment, Segments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_LENGTH: Final = 8
_LONGEST: Final = 24
"""So many items stand in one stretch, mostly and at most."""

_LONG: Final = frozenset({tree.NamedBlock, tree.Workload})
"""What may be as long as all others together stands alone."""

_GROWTH: Final = 1.1
_LEAST: Final = 30
"""What is gone from the texts is forgotten once so many times as much is known as is in them."""


class KnownMentions:
    """What is mentioned in the statements with blocks, segments and items of some texts."""

    __slots__ = (
        "_by_node",
        "_defining",
        "_files",
        "_live",
        "_roles",
        "_segments",
        "_stretches",
        "_together",
    )

    def __init__(self, segments: Segments | None = None) -> None:
        self._segments: Final = Segments() if segments is None else segments
        self._by_node: dict[tree.Node, Mentions] = {}
        self._stretches: dict[tuple[tree.Item, ...], Stretch] = {}
        self._files: dict[str, MentionedFile] = {}
        self._defining: list[Stretch] = []
        self._roles: ArgumentRoles | None = None
        self._together: AllMentions | None = None
        self._live = 0

    def __len__(self) -> int:
        """How many parts and stretches something is known of, those gone from the texts too."""
        return len(self._by_node) + len(self._stretches)

    def release(self) -> None:
        """Let go of what leads back to here: it would stay as a ring of references."""
        self._roles = None

    def files(self, programs: Sequence[tree.Program]) -> Sequence[MentionedFile]:
        """What the texts of a program mention, given as surface trees; others are forgotten."""
        found: list[MentionedFile] = []
        for program in programs:
            known = self._files.get(program.first.source.path)
            if known is None or known.program is not program:
                known = MentionedFile(program, self._cut(program.items, known), known)
            found.append(known)
        self._files = {each.path: each for each in found}
        if len(self) > _GROWTH * self._live + _LEAST:
            self._forget_what_is_gone()
        return found

    def together(self, files: Sequence[MentionedFile]) -> AllMentions:
        """What some files mention together."""
        if len(files) == 1:
            return files[0].mentions
        parts = [part for file in files for part in file.mentions.parts]
        self._together = AllMentions(parts, self._together)
        return self._together

    def roles(self, files: Sequence[MentionedFile]) -> ArgumentRoles:
        """What calls do with names; the same as long as the same definitions are in the files."""
        defining = [each for file in files for each in file.stretches if each.definitions]
        if self._roles is not None and self._defining == defining:
            return self._roles
        self._defining = defining
        definitions: dict[str, tree.Definition] = {}
        for stretch in reversed(defining):
            definitions.update(stretch.definitions)
        if self._roles is None or not self._roles.go_on_with(definitions):
            self._roles = ArgumentRoles(definitions, self, self._roles)
        return self._roles

    def parts(self, block: tree.Block) -> Sequence[Part]:
        """The statements of a block, or segments of them."""
        return self._segments.parts(block)

    def of(self, part: tree.Node) -> Mentions:
        """What a part that stands apart mentions, as it is outside of all definitions and holds.

        Gathered from the innermost, since blocks may lie as deep as walkers can go.
        """
        known = self._by_node.get(part)
        if known is not None:
            return known
        for each in innermost_first(part, self._by_node, self._segments):
            gatherer = MentionGatherer(self)
            if isinstance(each, Segment):
                gatherer.parts(each.parts, OUTERMOST)
            else:
                gatherer.node(each, OUTERMOST)
            self._by_node[each] = gatherer.mentions()
        return self._by_node[part]

    def of_body(self, definition: tree.Definition) -> Mentions:
        """What the body of a definition mentions, its parameters among the rest."""
        known = self._by_node.get(definition)
        if known is None:
            gatherer = MentionGatherer(self)
            gatherer.node(definition.body, OUTERMOST)
            known = self._by_node[definition] = gatherer.mentions()
        return known

    def items(self) -> list[tree.Item]:
        """The items of the texts."""
        return [item for file in self._files.values() for item in file.program.items]

    def blocks(self) -> list[tree.Block]:
        """The outermost blocks of the texts."""
        return [block for item in self.items() for block in _blocks_of(item)]

    def _cut(self, items: tuple[tree.Item, ...], known: MentionedFile | None) -> Sequence[Stretch]:
        """The items in stretches; those before and behind an edit are as they were.

        Where one ends depends on the item there, so that what comes back is cut as it was before.
        """
        if known is None:
            return self._pieces(items)
        first, last = common_ends(known.program.items, items)
        before, start = _among(known.stretches, first)
        behind, rest = _among(known.stretches[::-1], last)
        if before:
            start -= len(before[-1].items)
        middle = self._pieces(items[start : len(items) - rest])
        return [*before[:-1], *middle, *behind[::-1]]

    def _pieces(self, items: tuple[tree.Item, ...]) -> list[Stretch]:
        pieces: list[Stretch] = []
        start = 0
        for at, item in enumerate(items):
            if start < at and (type(item) in _LONG or _is_last(items[at - 1], at - start)):
                pieces.append(self._stretch(items[start:at]))
                start = at
        if start < len(items):
            pieces.append(self._stretch(items[start:]))
        return pieces

    def _stretch(self, items: tuple[tree.Item, ...]) -> Stretch:
        known = self._stretches.get(items)
        if known is None:
            gatherer = MentionGatherer(self)
            for item in items:
                gatherer.node(item, OUTERMOST)
            known = self._stretches[items] = Stretch(items, gatherer.mentions())
        return known

    def _forget_what_is_gone(self) -> None:
        live: dict[tree.Node, Mentions] = {}
        pending: list[tree.Node] = [*self.blocks()]
        stretches: dict[tuple[tree.Item, ...], Stretch] = {}
        for file in self._files.values():
            stretches.update({each.items: each for each in file.stretches})
            pending += [each for each in file.program.items if isinstance(each, tree.Definition)]
        while pending:
            node = pending.pop()
            known = self._by_node.get(node)
            if known is not None:
                live[node] = known
            if isinstance(node, tree.Block):
                pending += [each for each in self.parts(node) if has_parts(each)]
            else:
                pending += parts_below(node, self._segments)
        self._by_node, self._stretches = live, stretches
        self._live = len(self)


def _is_last(item: tree.Item, length: int) -> bool:
    """Whether an item ends a stretch that is so long with it."""
    if type(item) in _LONG or length == _LONGEST:
        return True
    return (id(item) >> 4) * 2654435761 >> 8 & _LENGTH - 1 == 0


def _among(stretches: Sequence[Stretch], count: int) -> tuple[Sequence[Stretch], int]:
    """The first stretches that are among so many items, and how many items they are."""
    items = 0
    for number, stretch in enumerate(stretches):
        if items + len(stretch.items) > count:
            return stretches[:number], items
        items += len(stretch.items)
    return stretches, items


def _blocks_of(item: tree.Item) -> Sequence[tree.Block]:
    match item:
        case tree.NamedBlock(block=block) | tree.Definition(body=tree.Block() as block):
            return (block,)
        case tree.Workload(items=items):
            return [each.block for each in items if isinstance(each, tree.NamedBlock)]
    return ()
