"""Runs of entries that stay in an edited text, each two tokens long in what is parsed again.

A parse of an excerpt is that of the whole text as long as it looks at nothing that is left out.
Once it does, `OutOfSightError` ends it, and more of the text must be read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set

from sqlang.syntax.entries import Context, Entry
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax import tree


class OutOfSightError(Exception):
    """A parse asked for a token that an excerpt leaves out; `runs` are those it looked into.

    Without any, nothing but the whole text will do.
    """

    def __init__(self, *runs: Run) -> None:
        super().__init__(*runs)
        self.runs: Final = runs


class Run(Entry):
    """Neighbors in a list, undamaged, as if they were one entry; `nodes` are theirs.

    The `entries` may be runs themselves. The `context` is that of those that have one, if all of
    these have the same.
    """

    __slots__ = ("contexts", "entries", "nodes")

    def __init__(self, entries: Sequence[Entry]) -> None:
        nodes: list[tree.Node] = []
        contexts: set[Context] = set()
        count = longest = 0
        has_open_use = False
        for entry in entries:
            if isinstance(entry, Run):
                nodes += entry.nodes
                contexts |= entry.contexts
            else:
                nodes.append(entry.node)
                if entry.context is not None:
                    contexts.add(entry.context)
            count += entry.count
            longest = max(longest, entry.longest)
            has_open_use = has_open_use or entry.has_open_use
        last = entries[-1]
        context = next(iter(contexts)) if len(contexts) == 1 else None
        super().__init__(
            last.node,
            last.symbol,
            count,
            last.next,
            context,
            has_open_use,
            entries[0].first,
            longest,
        )
        self.entries: Final = entries
        self.nodes: Final[list[tree.Node]] = nodes
        self.contexts: Final[Set[Context]] = contexts

    @property
    def weight(self) -> int:
        if self._weight is None:
            self._weight = max(entry.weight for entry in self.entries)
        return self._weight

    @property
    def is_settled(self) -> bool:
        """Whether its ends are still known as entries: what stands beside them may undo that."""
        ends = (self.nodes[0], self.nodes[-1])
        return all(node.first.entry is not None for node in ends)


class Hidden(Token):
    """Stands behind the first token of a run for all others; it has none of a token's fields.

    Whoever asks for one gets an `AttributeError`, which `runs_beside` helps to answer.
    """

    __slots__ = ("run",)

    def __init__(self, run: Run) -> None:
        self.run: Final = run


def runs_beside(consumed: Sequence[Token], pending: Sequence[Token]) -> Iterator[Run]:
    """The runs nearest to where a parse stands: those that it may have looked into."""
    for tokens in (consumed, pending):
        nearest = next((token for token in reversed(tokens) if type(token) is Hidden), None)
        if nearest is not None:
            yield nearest.run


def run_of(nodes: Sequence[tree.Node]) -> Run | None:
    """The run that some neighbors are; `None` if one of them cannot be taken over."""
    entries: list[Entry] = []
    for node in nodes:
        entry = node.first.entry
        if entry is None or entry.node is not node:
            return None
        entries.append(entry)
    return Run(entries)


def written_out(read: Sequence[Token], written: Sequence[Token]) -> list[Token]:
    """Some tokens that a parse has read, with those of a text that runs stand for."""
    from bisect import bisect_left  # only after an edit

    result: list[Token] = []
    for token in read:
        if type(token) is Hidden:
            start = bisect_left(written, token.run.first.start, key=_start)
            result += written[start + 1 : start + token.run.count]
        else:
            result.append(token)
    return result


def _start(token: Token) -> int:
    return token.start
