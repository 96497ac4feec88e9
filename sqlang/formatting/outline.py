"""The outline of a program: which tokens are a clause, and which clauses stand in its bodies.

A clause is an item, an option or a statement with all that belongs to it: `branch` with both of its
bodies, `hold` with its `cache` and `lease`. The outline is read from the tokens alone, which in a
text without syntax errors tell it: `;` and `}` end a clause, and what may follow a `}` is known by
its first word, since no definition is named by a word of the grammar (DEF-2).
"""

from __future__ import annotations

from collections.abc import Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Final

PROGRAM: Final = "program"
POOL: Final = "pool"
STEP: Final = "step"
WORKLOAD: Final = "workload"
SETTINGS: Final = "settings"
STATEMENTS: Final = "statements"
"""The kinds of bodies, by what stands in them."""

_KINDS: Final[Mapping[str, str]] = {
    "pool": POOL,
    "stage": STEP,
    "workload": WORKLOAD,
    "run": SETTINGS,
}
"""The kinds of the bodies of items, where they hold no statements."""

_TAILS: Final = frozenset({"else", "cache", "lease", ";"})
"""What goes on with a clause after its body."""

_ENDS: Final = frozenset("{};")
_OPENERS: Final = frozenset("([{")
_CLOSERS: Final = frozenset(")]}")


class Body:
    """`{ clauses }`, by the indices of its braces among the tokens."""

    __slots__ = ("clauses", "closing", "kind", "opening")

    def __init__(self, kind: str, opening: int) -> None:
        self.kind: Final = kind
        self.opening: Final = opening
        self.closing = opening
        self.clauses: Final[list[Clause]] = []


class Part:
    """Tokens from `start` up to `stop`, and the body that follows them, if one does."""

    __slots__ = ("body", "start", "stop")

    def __init__(self, start: int, stop: int, body: Body | None = None) -> None:
        self.start: Final = start
        self.stop: Final = stop
        self.body: Final = body


class Clause:
    """The parts of one item, option or statement. One that is `kept` has no outline of its own."""

    __slots__ = ("kept", "parts")

    def __init__(self, *, kept: bool = False) -> None:
        self.parts: Final[list[Part]] = []
        self.kept: Final = kept

    @property
    def start(self) -> int:
        """The index of its first token."""
        return self.parts[0].start

    @property
    def stop(self) -> int:
        """The index after its last token."""
        part = self.parts[-1]
        return part.stop if part.body is None else part.body.closing + 1


def items_of(texts: Sequence[str]) -> list[tuple[int, int]]:
    """Where the items of a program start and stop, whatever stands in them.

    Brackets of all kinds count alike, as in a definition (DEF-5): its body may be any tokens. Only
    the kind of the bracket at depth 0 must be a brace for an item to end at it.
    """
    items = []
    depth = start = 0
    ended = False
    for at, text in enumerate(texts):
        if ended and not (text == ";" and texts[start] == "stage"):
            items.append((start, at))
            start = at
        ended = False
        if text in _OPENERS:
            depth += 1
        elif text in _CLOSERS:
            depth -= 1
            ended = depth <= 0 and text == "}"
        elif text == ";":
            ended = depth <= 0
    if start < len(texts):
        items.append((start, len(texts)))
    return items


def outline(texts: Sequence[str], kept: Sequence[tuple[int, int]] = ()) -> Body:
    """The outline of a program, of its tokens without the end token.

    `kept` are items, as `items_of` finds them, that are passed over.
    """
    reader = _Reader(texts)
    passed_over = dict(kept)
    at = 0
    while at < len(texts):
        stop = passed_over.get(at)
        if stop is None:
            at = reader.read(at)
        else:
            reader.keep(at, stop)
            at = stop
    return reader.result()


class _Reader:
    """Reads one part after the other; `_outer` are the bodies around that which is open."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts: Final = texts
        self._body = Body(PROGRAM, -1)
        self._outer: Final[list[Body]] = []

    def result(self) -> Body:
        """The program, once all tokens are read."""
        self._body.closing = len(self._texts)
        return self._body

    def keep(self, start: int, stop: int) -> None:
        """Pass over an item."""
        clause = Clause(kept=True)
        clause.parts.append(Part(start, stop))
        self._body.clauses.append(clause)

    def read(self, at: int) -> int:
        """Read a `}` or a part of a clause; returns the index of what is read next."""
        texts = self._texts
        text = texts[at]
        if text == "}" and self._outer:
            return self._close(at)
        clause = self._begin(at, text)
        if text in ("cache", "lease") and clause.parts:
            return self._tail(at, clause)
        stop = at
        while stop < len(texts) and texts[stop] not in _ENDS:
            stop += 1
        if stop < len(texts) and texts[stop] == "{":
            body = Body(self._kind(clause, text), stop)
            clause.parts.append(Part(at, stop, body))
            self._outer.append(self._body)
            self._body = body
        else:
            clause.parts.append(Part(at, min(stop + 1, len(texts))))
        return stop + 1

    def _begin(self, at: int, text: str) -> Clause:
        """The clause that a token begins, or goes on with after its body."""
        clauses = self._body.clauses
        if text in _TAILS and clauses and self._texts[at - 1] != ";":
            return clauses[-1]
        clause = Clause()
        clauses.append(clause)
        return clause

    def _close(self, at: int) -> int:
        self._body.closing = at
        self._body = self._outer.pop()
        return at + 1

    def _tail(self, at: int, clause: Clause) -> int:
        """`cache (…)` or `lease pool (…)`, which nothing need end."""
        texts = self._texts
        stop = at + 1
        if texts[at] == "lease":
            stop = after_index(texts, stop + 1)
        stop = after_group(texts, stop)
        clause.parts.append(Part(at, stop))
        return stop

    def _kind(self, clause: Clause, head: str) -> str:
        if self._body.kind == PROGRAM and not clause.parts:
            return _KINDS.get(head, STATEMENTS)
        return STATEMENTS


def after_index(texts: Sequence[str], at: int) -> int:
    """The index after `[…]`, if one stands there."""
    return after_group(texts, at) if at < len(texts) and texts[at] == "[" else at


def after_group(texts: Sequence[str], at: int) -> int:
    """The index after the bracket that closes the one at an index."""
    depth = 0
    for index in range(at, len(texts)):
        text = texts[index]
        if text in _OPENERS:
            depth += 1
        elif text in _CLOSERS:
            depth -= 1
            if depth <= 0:
                return index + 1
    return len(texts)
