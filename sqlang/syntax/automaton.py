"""The driver loop over the parse table: shifts tokens, reduces rules, makes nodes.

It is three to six times faster than Lark's own: a rule of one symbol is a change of state only,
nodes get their tokens from a parallel stack of start indices, and tokens and nodes are ours.

A token is read as the first of these that the row of the state has, asked again after every
reduction: a use of a definition (the interceptor decides), the word itself, a name. If the row has
none, the state's only reduction happens; if it has none, the automaton is stuck and recovery takes
over.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable
from functools import cache
from typing import Final, NamedTuple, Protocol

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic
from sqlang.syntax import tree
from sqlang.syntax.actions import ACTIONS, Action, Value, Values
from sqlang.syntax.bounds import BLOCK_WEIGHT, MAXIMUM_DEPTH
from sqlang.syntax.depth import is_deeper_than
from sqlang.syntax.entries import DEEP_STACK, Context, Entry, is_shallow
from sqlang.syntax.table import NAME, NUMBER, STRING, UNDEFINED, Table, load_table
from sqlang.syntax.token_queue import CLOSERS, OPENERS
from sqlang.syntax.tokens import Kind, Token

_APPEND: Final = ACTIONS["append"]


class Element(NamedTuple):
    """An entry of a list that recovery may go back to, and its tokens `[start, end)` as consumed.

    `entry` is what it was taken over from, if it was, maybe with others before it; `context` is as
    there.
    """

    start: int
    end: int
    symbol: str
    node: tree.Node
    context: Context | None
    entry: Entry | None


class Interceptor(Protocol):
    """What stands between the tokens and the automaton, and may change both (the expander)."""

    @property
    def words(self) -> Container[str]:
        """Texts of tokens that it wants to see."""

    @property
    def lacks_definitions(self) -> bool:
        """Whether a word may be a definition that could not be read."""

    def intercept(self, parser: Parser, token: Token, state: int) -> bool:
        """Do something about the next token in this state; false to let the automaton go on."""


class _Nothing:
    """An interceptor for text as it is written."""

    words: Container[str] = frozenset()
    lacks_definitions = False

    def intercept(self, _parser: Parser, _token: Token, _state: int) -> bool:
        return False


class Parser:
    """One parse: its stacks, the tokens read, and those still to come (the next one last).

    `hidden` are the places among those read where an excerpt leaves some out, each with the number
    of all that are left out up to there.
    """

    __slots__ = (
        "consumed",
        "diagnostics",
        "elements",
        "interceptor",
        "hidden",
        "is_cut",
        "last_mistake",
        "pending",
        "rules",
        "start",
        "starts",
        "states",
        "table",
        "undefined_uses",
        "values",
    )

    def __init__(
        self,
        table: Table,
        tokens: Iterable[Token],
        start: str = "program",
        interceptor: Interceptor | None = None,
    ) -> None:
        self.table: Final = table
        self.rules: Final = _rules()
        self.start: Final = start
        self.interceptor: Final[Interceptor] = interceptor or _Nothing()
        self.pending: Final = list(tokens)
        self.pending.reverse()
        self.consumed: Final[list[Token]] = []
        self.states: Final = [table.starts[start]]
        self.values: Final[Values] = [None]
        self.starts: Final = [0]
        self.elements: Final[list[Element]] = []
        self.diagnostics: Final[list[Diagnostic]] = []
        self.undefined_uses: Final[list[int]] = []
        self.hidden: Final[list[tuple[int, int]]] = []
        self.last_mistake: int | None = None
        self.is_cut = False

    def advance(self) -> bool:
        """Read tokens until the text is accepted (true) or the next token fits nowhere (false)."""
        shifts, rules, gotos = self.table.shifts, self.rules, self.table.gotos
        pending, consumed = self.pending, self.consumed
        states, values, starts = self.states, self.values, self.starts
        interceptor = self.interceptor
        watching = not isinstance(interceptor, _Nothing)
        words = interceptor.words
        state = states[-1]
        while True:
            token = pending[-1]
            text = token.text
            terminal = terminal_of(token)
            special = watching and (token.entry is not None or text in words)
            while True:
                if special and interceptor.intercept(self, token, state):
                    state = states[-1]
                    break
                row = shifts[state]
                target = row.get(text)
                if target is None and terminal is not text:
                    target = row.get(terminal)
                if target is not None:
                    starts.append(len(consumed))
                    consumed.append(token)
                    values.append(token)
                    states.append(target)
                    state = target
                    pending.pop()
                    if len(states) > DEEP_STACK:
                        self._check_depth(token)
                    break
                rule = rules[state]
                if rule is None:
                    return self._is_accepted(token)
                length, symbol, action = rule
                if length == 0:
                    states.append(gotos[state][symbol])
                    values.append(action([], token, token))
                    starts.append(len(consumed))
                elif length == 1:
                    states[-1] = gotos[states[-2]][symbol]
                    if action is not _keep:
                        values[-1] = action(values[-1:], consumed[starts[-1]], consumed[-1])
                else:
                    children = values[-length:]
                    if action is _APPEND:
                        children[1] = self._entry(symbol, children[1])
                    del states[-length:], values[-length:], starts[1 - length :]
                    states.append(gotos[states[-1]][symbol])
                    values.append(action(children, consumed[starts[-1]], consumed[-1]))
                state = states[-1]

    def shift_undefined_use(self) -> bool:
        """Read a word that starts no statement as a use of a definition that is not known here.

        Only if its arguments are followed by `;`: else it is rather a misspelt word.
        """
        target = self.table.shifts[self.states[-1]].get(UNDEFINED)
        token = self.pending[-1]
        if target is None or token.kind is not Kind.NAME or not _is_statement_use(self.pending):
            return False
        self.undefined_uses.append(len(self.consumed))
        self.starts.append(len(self.consumed))
        self.consumed.append(self.pending.pop())
        self.values.append(token)
        self.states.append(target)
        return True

    def _is_accepted(self, token: Token) -> bool:
        return token.kind is Kind.END and self.states[-1] == self.table.ends[self.start]

    def _entry(self, symbol: str, node: tree.Node) -> tree.Node:
        """Note an entry that is about to join its list; one that is too deep is none."""
        start, end = self.starts[-1], len(self.consumed)
        count = self.count(start, end)
        if count > MAXIMUM_DEPTH and is_deeper_than(node, MAXIMUM_DEPTH):
            self._report_depth(node.first)
            return tree.Damaged(node.first, node.last)
        height = len(self.states) - 1
        context = None
        if not is_shallow(height, count):
            context = height, sum(map(_weight, self.values[:-1]))
        self.elements.append(Element(start, end, symbol, node, context, None))
        return node

    def leave_out(self, hidden: Token, count: int) -> None:
        """Read what stands for so many tokens more than itself."""
        before = self.hidden[-1][1] if self.hidden else 0
        self.hidden.append((len(self.consumed), before + count))
        self.consumed.append(hidden)

    def count(self, start: int, end: int) -> int:
        """How many tokens of the text those read from `start` to before `end` are."""
        hidden = self.hidden
        if not hidden:
            return end - start
        first, last = bisect_left(hidden, (start, 0)), bisect_left(hidden, (end, 0))
        before = hidden[first - 1][1] if first else 0
        return end - start + (hidden[last - 1][1] - before if last else 0)

    def context(self) -> Context:
        """Where on the stack an entry is that starts here."""
        return len(self.states), sum(map(_weight, self.values))

    def note(self, start: int, end: int, entry: Entry) -> None:
        """Tokens have been taken over that begin or end with an entry."""
        if start < end:
            element = Element(start, end, entry.symbol, entry.node, entry.context, entry)
            self.elements.append(element)

    def _check_depth(self, token: Token) -> None:
        """End the text where what is open on the stack makes the tree too deep."""
        if not self.is_cut and sum(map(_weight, self.values)) > MAXIMUM_DEPTH:
            self.cut(token)

    def cut(self, token: Token) -> None:
        """End the text here, since what begins at `token` is nested too deep (SQ006)."""
        self._report_depth(token)
        self.is_cut = True
        del self.pending[1:]

    def _report_depth(self, token: Token) -> None:
        bound = f"{MAXIMUM_DEPTH} levels"
        problem = report("SQ006", token.span, what="the nesting here", bound=bound)
        self.diagnostics.append(problem)


_Rule = tuple[int, str, Action]


@cache
def _rules() -> list[_Rule | None]:
    """What each state of the one table reduces to, with its action."""
    table = load_table()
    rules = [(r.length, r.symbol, ACTIONS.get(r.action or "", _keep)) for r in table.rules]
    return [rules[n] if n >= 0 else None for n in table.reductions]


def _keep(values: Values, _first: Token, _last: Token) -> Value:
    """The action of a rule of one symbol without another: its value stays where it is."""
    return values[0]


def terminal_of(token: Token) -> str:
    """The terminal of a token where its own text is none."""
    kind = token.kind
    if kind is Kind.NAME:
        return NAME
    if kind is Kind.NUMBER:
        return NUMBER
    if kind is Kind.STRING:
        return STRING
    return token.text


def _is_statement_use(pending: list[Token]) -> bool:
    """Whether the next tokens are a name, arguments in parentheses, and `;`."""
    depth = 0
    for at in range(len(pending) - 2, -1, -1):
        text = pending[at].text
        depth += (text in OPENERS) - (text in CLOSERS)
        if depth <= 0:
            return text == ")" and pending[at - 1].text == ";"
    return False


def _weight(value: object) -> int:
    """What an open symbol adds to the depth of the tree, at most."""
    if not isinstance(value, Token) or value.kind is not Kind.PUNCTUATION:
        return 0
    return BLOCK_WEIGHT if value.text == "{" else 1
