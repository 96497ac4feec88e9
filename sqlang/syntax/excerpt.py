"""The tokens of an edited text that are parsed again; the entries between them stand in runs."""

from __future__ import annotations

import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from sqlang.syntax import tree
from sqlang.syntax.entries import Entry
from sqlang.syntax.run_lines import KnownLines
from sqlang.syntax.runs import Hidden, Run, run_of
from sqlang.syntax.segments import Segment, Segments
from sqlang.syntax.tokens import Token

_LONG: Final = 64
"""An entry of fewer tokens is no run by itself."""

_BESIDE: Final = 40
"""So many tokens at least are read on each side of what has changed."""

_TOO_LONG: Final = 2000
"""A run of more tokens is left out whatever stands beside it."""

_MOST_MISTAKES: Final = 100
"""With more of them the whole text is read."""


class Edit(NamedTuple):
    """How a text became another: its tokens from `start` to before `end` are new.

    `changes` is false if none went or came. `program` is the tree of the text before, `repaired`
    has a token for each place where it was repaired; `segments` and `lines` are known of its parts.
    """

    start: int
    end: int
    changes: bool
    program: tree.Program
    repaired: Sequence[Token]
    segments: Segments
    lines: KnownLines


class Excerpt(NamedTuple):
    """Tokens among which runs stand for what is left out; `runs` is the number of those."""

    tokens: list[Token]
    runs: int


def excerpt_of(tokens: Sequence[Token], edit: Edit) -> Excerpt | None:
    """What to parse again, if that is not all; entries that the edit may concern are forgotten."""
    if len(edit.repaired) > _MOST_MISTAKES:
        _forget(tokens, 0, len(tokens), edit)
        return None
    changed = _Changed(tokens, edit)
    runs = changed.apart(
        list(_runs_of_list(edit.segments.items(edit.program), changed, edit.segments))
    )
    result: list[Token] = []
    at = count = 0
    for start, run in _standing(runs, tokens, 0, len(tokens)):
        _forget(tokens, at, start, edit)
        result += tokens[at:start]
        result += (run.first, Hidden(run))
        count += 1
        at = start + run.count
    _forget(tokens, at, len(tokens), edit)
    result += tokens[at:]
    return Excerpt(result, count) if count else None


def opened(
    excerpt: Excerpt, looked_into: Sequence[Run], tokens: Sequence[Token], edit: Edit, beside: int
) -> Excerpt:
    """The excerpt with so many tokens at least at both ends of some runs, and the rest in runs."""
    changed = _Changed(tokens, edit)
    result: list[Token] = []
    count = 0
    for token in excerpt.tokens:
        if type(token) is not Hidden or token.run not in looked_into:
            result.append(token)
            count += type(token) is Hidden
            continue
        result.pop()
        at = _index(tokens, token.run.first, 0)
        end = at + token.run.count
        for start, run in _standing(_parts(token.run, changed, edit, beside), tokens, at, end):
            result += tokens[at:start]
            result += (run.first, Hidden(run))
            count += 1
            at = start + run.count
        result += tokens[at:end]
    return Excerpt(result, count)


def _parts(run: Run, changed: _Changed, edit: Edit, beside: int) -> Iterator[Run]:
    """The runs in a run of which the ends are written out."""
    left = list(run.entries)
    first = _taken_off(left, beside, from_end=False)
    last = _taken_off(left, beside, from_end=True)
    for entry in first:
        yield from _runs_of_long(entry, changed, edit)
    if left:
        yield Run(left)
    for entry in reversed(last):
        yield from _runs_of_long(entry, changed, edit)


def _runs_of_long(entry: Entry, changed: _Changed, edit: Edit) -> Iterator[Run]:
    if entry.count >= _LONG:
        yield from _runs(entry.node, changed, edit.segments)


def _taken_off(
    entries: list[Entry], count: int, *, from_end: bool, longest: int = sys.maxsize
) -> list[Entry]:
    """Take off one end of a run entries of so many tokens, the outermost first.

    Only up to one of more than `longest` tokens.
    """
    taken: list[Entry] = []
    while entries and count > 0:
        entry = entries[-1 if from_end else 0]
        if isinstance(entry, Run):
            if from_end:
                entries[-1:] = entry.entries
            else:
                entries[:1] = entry.entries
        elif entry.count > longest:
            break
        else:
            taken.append(entries.pop(-1 if from_end else 0))
            count -= entry.count
    return taken


def _standing(
    runs: Iterable[Run], tokens: Sequence[Token], at: int, last: int
) -> Iterator[tuple[int, Run]]:
    """The runs that still stand among the tokens `[at, last)`, each with its place."""
    for run in runs:
        start = _index(tokens, run.first, at)
        end = start + run.count
        if (
            start >= at
            and end <= last
            and end < len(tokens)
            and tokens[start] is run.first
            and tokens[end - 1] is run.last
            and tokens[end] is run.next
        ):
            yield start, run
            at = end


def _forget(tokens: Sequence[Token], start: int, end: int, edit: Edit) -> None:
    """Forget entries that begin in a stretch and reach up to what has changed, or go on there."""
    if not edit.changes:
        return
    for at in range(start, min(end, edit.start)):
        entry = tokens[at].entry
        if entry is not None and at + entry.count >= edit.start:
            tokens[at].entry = None


def _index(tokens: Sequence[Token], token: Token, at: int) -> int:
    if at < len(tokens) and tokens[at] is token:
        return at
    return bisect_left(tokens, token.start, key=_start)


def _start(token: Token) -> int:
    return token.start


class _Changed:
    """The stretches of a text that must be read again."""

    def __init__(self, tokens: Sequence[Token], edit: Edit) -> None:
        stretches = [(token.start, token.start + 1) for token in edit.repaired]
        at = tokens[edit.start].start
        if edit.start < edit.end:
            stretches.append((at, tokens[edit.end - 1].end))
        elif edit.changes:
            stretches.append((at, at))
        stretches.sort()
        self._starts: Final = [start for start, _ in stretches]
        self._ends: Final = [end for _, end in stretches]

    def touches(self, first: Token, behind: Token) -> bool:
        """Whether something has changed from one token to the one behind all others."""
        at = bisect_right(self._starts, behind.start) - 1
        return at >= 0 and self._ends[at] > first.start

    def apart(self, runs: Sequence[Run]) -> Iterator[Run]:
        """The runs without what stands beside a change."""
        places = [run.first.start for run in runs]
        left: dict[int, list[Entry]] = {}
        for start in self._starts:
            at = bisect_left(places, start)
            _trim(runs, range(at - 1, -1, -1), left, from_end=True)
            _trim(runs, range(at, len(runs)), left, from_end=False)
        for number, run in enumerate(runs):
            if number not in left:
                yield run
            elif left[number]:
                yield Run(left[number])


def _trim(
    runs: Sequence[Run], numbers: Iterable[int], left: dict[int, list[Entry]], *, from_end: bool
) -> None:
    """Take so many entries off the runs on one side of a change that enough tokens are read."""
    count = 0
    for number in numbers:
        entries = left.setdefault(number, list(runs[number].entries))
        taken = _taken_off(entries, _BESIDE - count, from_end=from_end, longest=_TOO_LONG)
        count += sum(entry.count for entry in taken)
        if entries or count >= _BESIDE:
            return


def _runs_of_list(
    nodes: Sequence[tree.Node], changed: _Changed, segments: Segments
) -> Iterator[Run]:
    """The runs in a list that has changed: entries of which none is long stand together."""
    neighbors: list[tree.Node] = []
    for node in nodes:
        entry = node.first.entry
        if (
            entry is not None
            and entry.node is node
            and entry.count < _LONG
            and not changed.touches(node.first, entry.next)
        ):
            neighbors.append(node)
            continue
        yield from _together(neighbors)
        neighbors.clear()
        yield from _part(node, changed, segments)
    yield from _together(neighbors)


def _together(neighbors: Sequence[tree.Node]) -> Iterator[Run]:
    run = run_of(neighbors) if neighbors else None
    if run is not None:
        yield run


def _runs(node: tree.Node, changed: _Changed, segments: Segments) -> Iterator[Run]:
    """The runs in the blocks of a node that has changed, in the order of the text."""
    for child in node.children():
        if isinstance(child, tree.Block):
            yield from _runs_of_list(segments.parts(child), changed, segments)
        elif isinstance(child, tree.NamedBlock):
            yield from _part(child, changed, segments)


def _part(part: tree.Node, changed: _Changed, segments: Segments) -> Iterator[Run]:
    """The runs in an entry or segment, or the one that it is."""
    if isinstance(part, Segment):
        run = part.run
        if run is not None and run.is_settled and not changed.touches(run.first, run.next):
            yield run
        else:
            yield from _runs_of_list(part.parts, changed, segments)
        return
    run = run_of((part,))
    if run is not None and not changed.touches(run.first, run.next):
        yield run
    else:
        yield from _runs(part, changed, segments)
