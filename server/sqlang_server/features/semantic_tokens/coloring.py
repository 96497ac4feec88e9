"""The paints of all tokens of a text, kept from edit to edit.

A token that stays keeps its paint until an entry of the tree that is new says otherwise. So what
stands in a broken statement, which is no entry, looks as it did before; a new word in it gets what
its spelling tells, and if it tells nothing and stands where one other word stood, the paint of
that.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from sqlang.source import Source
from sqlang.syntax import tree
from sqlang.syntax.common_ends import common_ends
from sqlang.syntax.edits import change_between
from sqlang.syntax.surface import SurfaceTree
from sqlang.syntax.tokens import Kind, Placed, Token
from sqlang_server.features.semantic_tokens.lexical import by_spelling
from sqlang_server.features.semantic_tokens.names import Names
from sqlang_server.features.semantic_tokens.painter import Painter
from sqlang_server.features.semantic_tokens.paints import FIRST_KNOWN, Paint
from sqlang_server.features.semantic_tokens.scopes import WHOLE, Scope, lists_in

_Placed = tuple[tree.Node, Scope]
"""An entry and its scope."""

Places = Callable[[Token], int]
"""Where a token is in the list of all."""

_MANY: Final = 200
"""For so many new entries the places of all tokens are looked up at once."""


class Repainted(NamedTuple):
    """What may differ from before.

    The stretch from `start` to `end` was read again; in the old text it ended at `old_end`.
    `elsewhere` has the places of other tokens.
    """

    start: int
    old_end: int
    end: int
    elsewhere: Sequence[int]


class Coloring:
    """The tokens of the latest text with a paint for each, and what its names mean."""

    def __init__(self) -> None:
        self.source = Source("")
        self.tokens: Sequence[Token] = ()
        self.paints: Final = bytearray()
        self.names: Final = Names()
        self._program: tree.Program | None = None
        self._live: Final[defaultdict[Scope, set[tree.Node]]] = defaultdict(set)
        self._libraries: dict[Source, SurfaceTree] = {}

    def update(self, surface: SurfaceTree, libraries: Sequence[SurfaceTree]) -> Repainted | None:
        """Paint the next text, in which libraries count for what they declare.

        `None` if all of it may differ.
        """
        old, known = self.tokens, self.source.text
        self.source = surface.tokens[-1].source
        self.tokens = surface.tokens[:]
        before, behind = self._carry_over(old)
        repainted = self._paint(surface)
        self._take_libraries(libraries)
        if not before + behind:
            return None
        stretch = _stretch(self.tokens, known, self.source.text, before, behind)
        return stretch._replace(
            elsewhere=[
                at
                for at in (*repainted, *self._renamed())
                if not stretch.start <= self.tokens[at].start < stretch.end
            ]
        )

    def _carry_over(self, old: Sequence[Token]) -> tuple[int, int]:
        """Give the tokens the paints that they had, new ones what their spelling tells.

        Gives how many at the start and at the end were there before.
        """
        new = self.tokens
        before, behind = common_ends(old, new)
        first, last = before, behind
        if not before + behind:  # all was read anew
            first, last = common_ends([each.text for each in old], [each.text for each in new])
        gone, came = old[first : len(old) - last], new[first : len(new) - last]
        paints = self.paints[first : len(old) - last]
        known = dict(zip(gone, paints, strict=True))
        made = [known[each] if each in known else by_spelling(each) for each in came]
        _keep_of_word(known, came, made)
        self.paints[first : len(old) - last] = bytes(made)
        return before, before if before == len(old) == len(new) else behind

    def _paint(self, surface: SurfaceTree) -> list[int]:
        """Paint the entries that are new; gives the tokens whose paint is another than before."""
        fresh, kept = self._fresh(surface.program)
        self._forget_gone(kept)
        is_first = self._program is None
        self._program = surface.program
        painter = Painter()
        for entry, scope in fresh:
            painter.entry(entry, scope)
            self.names.add(entry)
            self._live[scope].add(entry)
        if is_first:  # all tokens are new, and look as their spelling tells
            found = painter.found
            known = zip(self.tokens, self.paints, strict=True)
            self.paints[:] = bytes([found.get(token, paint) for token, paint in known])
            return []
        damaged = {id(each.node) for each in surface.parse.damaged_elements}
        places = self._places(fresh)
        repainted: list[int] = []
        tokens, paints, found = self.tokens, self.paints, painter.found
        for entry, scope in fresh:
            if type(entry) is tree.Damaged:
                continue
            is_damaged = id(entry) in damaged
            for start, end in _headers(entry, scope, places):
                for at in range(start, end):
                    paint: int | None = found.get(tokens[at])
                    if paint is None:
                        if is_damaged:
                            continue
                        paint = by_spelling(tokens[at])
                    if paints[at] != paint:
                        paints[at] = paint
                        repainted.append(at)
        return repainted

    def _fresh(self, program: tree.Program) -> tuple[list[_Placed], set[tree.Node]]:
        """The entries of a tree that are new, and the outermost of those that stay."""
        kept: set[tree.Node] = set()
        fresh: list[_Placed] = [(program, WHOLE)]
        for entry, scope in fresh:
            for entries, inner in lists_in(entry, scope):
                staying = self._live[inner].intersection(entries)
                kept |= staying
                if len(staying) < len(entries):
                    fresh += [(each, inner) for each in entries if each not in staying]
        return fresh, kept

    def _forget_gone(self, kept: set[tree.Node]) -> None:
        """Forget the entries of the tree before that are not in the new one."""
        pending: list[_Placed] = [] if self._program is None else [(self._program, WHOLE)]
        while pending:
            entry, scope = pending.pop()
            self.names.remove(entry)
            self._live[scope].discard(entry)
            for entries, inner in lists_in(entry, scope):
                pending += [(each, inner) for each in entries if each not in kept]

    def _places(self, fresh: Sequence[_Placed]) -> Places:
        """Where tokens are in the list: for a few by searching."""
        tokens = self.tokens
        if len(fresh) < _MANY:
            return lambda token: bisect_left(tokens, token.start, hi=len(tokens) - 1, key=_start)
        known = {token: at for at, token in enumerate(tokens)}

        def place(token: Token) -> int:
            at = known.get(token)
            if at is None:  # it was put in, and stands in no text
                return bisect_left(tokens, token.start, hi=len(tokens) - 1, key=_start)
            return at

        return place

    def _renamed(self) -> list[int]:
        """The tokens whose paint depends on a name that means something else now."""
        changed, paints = self.names.changed(), self.paints
        if not changed:
            return []
        found = [at for at, token in enumerate(self.tokens) if token.text in changed]
        return [at for at in found if Paint.NOTHING < paints[at] < FIRST_KNOWN]

    def _take_libraries(self, libraries: Sequence[SurfaceTree]) -> None:
        """Take up what libraries declare that are new, and forget those that are gone."""
        known = {each.tokens[-1].source: each for each in libraries}
        for source, surface in self._libraries.items():
            if source not in known:
                for entry in _all_entries(surface.program):
                    self.names.remove(entry)
        for source, surface in known.items():
            if source not in self._libraries:
                for entry in _all_entries(surface.program):
                    self.names.add(entry)
        self._libraries = known


def _headers(entry: tree.Node, scope: Scope, places: Places) -> Iterable[tuple[int, int]]:
    """The stretches of tokens of an entry that are not in the lists in it."""
    at = places(entry.first)
    for entries, _ in lists_in(entry, scope):
        if entries:
            yield at, places(entries[0].first)
            at = _behind(entries[-1].last, places)
    yield at, _behind(entry.last, places)


def _behind(token: Token, places: Places) -> int:
    return places(token) + (not token.inserted and token.kind is not Kind.END)


def _all_entries(root: tree.Node) -> Iterable[tree.Node]:
    """The entries in an entry, on all levels."""
    pending = [root]
    while pending:
        for entries, _ in lists_in(pending.pop(), WHOLE):
            pending += entries
            yield from entries


def _keep_of_word(known: dict[Token, int], came: Sequence[Token], made: list[int]) -> None:
    """Where one word stands for one other, and is none that is known, it looks like that."""
    staying = set(came)
    gone = [each for each in known if each not in staying]
    fresh = [at for at, each in enumerate(came) if each not in known]
    if len(gone) == len(fresh) == 1 and gone[0].kind is Kind.NAME:
        at = fresh[0]
        if came[at].kind is Kind.NAME and made[at] == Paint.WORD:
            made[at] = known[gone[0]]


def _stretch(tokens: Sequence[Token], old: str, new: str, before: int, behind: int) -> Repainted:
    """What an edit may have changed: all between the nearest tokens that stayed outside of it.

    In between stand the comments that came, went or became longer.
    """
    change = change_between(old, new)
    first = min(before, bisect_right(tokens, change.start, key=_end))
    last = bisect_left(tokens, change.start + change.length, key=_start)
    last = max(last, len(tokens) - behind, first)
    start = tokens[first - 1].end if first else 0
    end = tokens[last].start if last < len(tokens) else len(new)
    return Repainted(start, end - change.growth, end, ())


def _start(place: Placed) -> int:
    return place.start


def _end(place: Placed) -> int:
    return place.end
