"""What entries of the surface tree are once definitions are expanded, kept while they stay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from sqlang.syntax.bounds import BLOCK_WEIGHT, MAXIMUM_DEPTH
from sqlang.syntax.calls import tokens_of
from sqlang.syntax.entries import Context, Entry, is_shallow
from sqlang.syntax.runs import Hidden, Run
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax import tree
    from sqlang.syntax.automaton import Parser
    from sqlang.syntax.definitions import DefinitionRecord, UseRecord


class Growth:
    """What `replacements` of uses do to the number of tokens: all of them, and those that add."""

    __slots__ = ("added", "replacements", "total")

    def __init__(self, total: int = 0, added: int = 0, replacements: int = 0) -> None:
        self.total: Final = total
        self.added: Final = added
        self.replacements: Final = replacements


NONE: Final = Growth()


class Expanded:
    """The `nodes` in the place of an entry of `count` tokens, `longest` of them in one node.

    It holds these `uses`, in their order, and is (or has in it) the definitions `defined`, whose
    bodies `call` names, each with its first place. `tokens` are those that were read, with runs for
    some of them; none if they are as written. Of a run, the `parts` are what its entries are.

    It stands as long as the names in it mean the same as after so many changes, `since`.
    """

    __slots__ = (
        "_words",
        "calls",
        "contexts",
        "count",
        "defined",
        "growth",
        "longest",
        "nodes",
        "parts",
        "since",
        "tokens",
        "uses",
    )

    def __init__(
        self,
        nodes: Sequence[tree.Node],
        count: int,
        since: int,
        *,
        longest: int | None = None,
        contexts: Set[Context] = frozenset(),
        uses: Sequence[UseRecord] = (),
        growth: Growth = NONE,
        defined: Mapping[str, DefinitionRecord] = {},
        calls: Mapping[str, tuple[DefinitionRecord, Token]] = {},
        tokens: Sequence[Token] | None = None,
        parts: Sequence[Expanded] = (),
        words: frozenset[str] | None = None,
    ) -> None:
        self.nodes: Final = nodes
        self.count: Final = count
        self.since = since
        self.longest: Final = count if longest is None else longest
        self.contexts: Final = contexts
        self.uses: Final = uses
        self.growth: Final = growth
        self.defined: Final = defined
        self.calls: Final = calls
        self.tokens: Final = tokens
        self.parts: Final = parts
        self._words = words

    def words(self, entry: Entry, written: Sequence[Token]) -> frozenset[str]:
        """The names that it depends on, maybe some more; `written` are the tokens of the text."""
        if self._words is None:
            if self.parts and isinstance(entry, Run):
                pairs = zip(self.parts, entry.entries, strict=True)
                self._words = frozenset[str]().union(*[a.words(b, written) for a, b in pairs])
            elif self.tokens is None:
                self._words = frozenset(_names(tokens_of(entry, written)))
            else:
                self._words = self._words_read(self.tokens, written)
        return self._words

    def _words_read(self, tokens: Sequence[Token], written: Sequence[Token]) -> frozenset[str]:
        """The names that were read, those in uses with them; of runs what is known of these."""
        found: set[str] = set()
        hidden: set[int] = set()
        for token in tokens:
            if type(token) is not Hidden:
                if token.kind is Kind.NAME:
                    found.add(token.text)
                continue
            expanded = token.run.expanded
            if expanded is not None:
                found |= expanded.words(token.run, written)
                hidden.update(map(id, expanded.uses))
        for use in self.uses:
            if id(use) not in hidden:
                found.add(use.name.text)
                for argument in use.arguments:
                    found.update(_names(argument.tokens))
        return frozenset(found)

    @property
    def own_words(self) -> frozenset[str]:
        """The names that were given for it."""
        return self._words or frozenset()

    def fits(self, entry: Entry, parser: Parser) -> bool:
        """Whether it is not too deep where a parser stands, as `Entry.fits` tells of an entry."""
        if is_shallow(len(parser.states), self.longest):
            return True
        context = parser.context()
        return (
            self.contexts == {context}
            or context[1] + BLOCK_WEIGHT * self.longest <= MAXIMUM_DEPTH
            or (not self.uses and context[1] + entry.weight <= MAXIMUM_DEPTH)
        )

    def read(self, entry: Entry, written: Sequence[Token]) -> list[Token]:
        """All tokens that it was read from."""
        if self.parts and isinstance(entry, Run):
            result: list[Token] = []
            for part, each in zip(self.parts, entry.entries, strict=True):
                result += part.read(each, written)
            return result
        if self.tokens is None:
            return list(tokens_of(entry, written)) if self.count else []
        return written_out_expanded(self.tokens, written)


def joined(parts: Sequence[Expanded], since: int) -> Expanded:
    """What neighbors are together."""
    nodes: list[tree.Node] = []
    contexts: set[Context] = set()
    uses: list[UseRecord] = []
    defined: dict[str, DefinitionRecord] = {}
    calls: dict[str, tuple[DefinitionRecord, Token]] = {}
    count = longest = total = added = replacements = 0
    for part in parts:
        nodes += part.nodes
        count += part.count
        longest = max(longest, part.longest)
        if part.contexts:
            contexts |= part.contexts
        if part.defined:
            defined.update(part.defined)
            for name, place in part.calls.items():
                calls.setdefault(name, place)
        if part.uses:
            uses += part.uses
            total += part.growth.total
            added += part.growth.added
            replacements += part.growth.replacements
    return Expanded(
        nodes,
        count,
        since,
        longest=longest,
        contexts=contexts,
        uses=uses,
        growth=Growth(total, added, replacements) if uses else NONE,
        defined=defined,
        calls=calls,
        parts=parts,
    )


def written_out_expanded(read: Sequence[Token], written: Sequence[Token]) -> list[Token]:
    """Tokens that a kernel parse has read, with those that its runs stand for."""
    result: list[Token] = []
    for token in read:
        if type(token) is Hidden:
            result.pop()
            expanded = token.run.expanded
            if expanded is not None:
                result += expanded.read(token.run, written)
        else:
            result.append(token)
    return result


def _names(tokens: Iterable[Token]) -> Iterator[str]:
    return (token.text for token in tokens if token.kind is Kind.NAME)
