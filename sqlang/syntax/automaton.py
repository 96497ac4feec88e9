"""The driver loop over the parse table: shifts tokens, reduces rules, makes nodes.

It is three to six times faster than Lark's own: a rule of one symbol is a change of state only,
nodes get their tokens from a parallel stack of start indices, and tokens and nodes are ours.

A token is read as the first of these that the row of the state has, asked again after every
reduction: a use of a definition (the interceptor decides), the word itself, a name. If the row has
none, the state's only reduction happens; if it has none, the automaton is stuck and recovery takes
over.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sqlang.diagnostics.catalogue import report
from sqlang.diagnostics.model import Diagnostic
from sqlang.records import Record
from sqlang.syntax import tree
from sqlang.syntax.actions import ACTIONS
from sqlang.syntax.bounds import BLOCK_WEIGHT, MAXIMUM_DEPTH
from sqlang.syntax.depth import is_deeper_than
from sqlang.syntax.entries import DEEP_STACK, Context, Entry, is_shallow
from sqlang.syntax.moves import Moves
from sqlang.syntax.table import UNDEFINED, Table, load_table
from sqlang.syntax.tokens import Kind, Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

    from sqlang.syntax.actions import Value, Values


_APPEND: Final = ACTIONS["append"]
_NESTING: Final = "the nesting here"
_LEVELS: Final = f"{MAXIMUM_DEPTH} levels"


class Element(Record):
    """An entry of a list that recovery may go back to, and its tokens `[start, end)` as consumed.

    `entry` is what it was taken over from, if it was, maybe with others before it; `context` is as
    there.
    """

    __slots__ = ("start", "end", "symbol", "node", "context", "entry")

    def __init__(
        self,
        start: int,
        end: int,
        symbol: str,
        node: tree.Node,
        context: Context | None,
        entry: Entry | None,
    ) -> None:
        self.start: Final = start
        self.end: Final = end
        self.symbol: Final = symbol
        self.node: Final = node
        self.context: Final = context
        self.entry: Final = entry


class Interceptor:
    """What stands between the tokens and the automaton, and may change both (the expander).

    `words` are the texts of tokens that it wants to see; it `lacks_definitions` if a word may be
    one that could not be read. This one leaves a text as it is written.
    """

    def __init__(self) -> None:
        self.lacks_definitions = False
        self.words: Final[set[str]] = set()

    def intercept(self, _parser: Parser, _token: Token, _state: int) -> bool:
        """Do something about the next token in this state; false to let the automaton go on."""
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
        "moves",
        "pending",
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
        self.moves: Final = _moves()
        self.start: Final = start
        self.interceptor: Final[Interceptor] = interceptor or Interceptor()
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
        rows, rules, landings = self.moves.rows, self.moves.rules, self.moves.landings
        pending, consumed = self.pending, self.consumed
        states, values, starts = self.states, self.values, self.starts
        interceptor = self.interceptor
        watching = type(interceptor) is not Interceptor
        words = interceptor.words
        state = states[-1]
        while True:
            token = pending[-1]
            terminal = token.terminal
            special = watching and (token.entry is not None or token.text in words)
            while True:
                if special and interceptor.intercept(self, token, state):
                    state = states[-1]
                    break
                target = rows[state][terminal]
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
                length, symbol, action, children, others = rule
                if length == 1:
                    if action is not _keep:
                        values[-1] = action(values[-1:], consumed[starts[-1]], consumed[-1])
                    states[-1] = landings[states[-2]][symbol][terminal]
                elif action is _APPEND:
                    self._append(symbol)
                elif length == 0:
                    states.append(landings[state][symbol][terminal])
                    values.append(action([], token, token))
                    starts.append(len(consumed))
                else:
                    del states[children], starts[others]
                    parts = values[children]
                    del values[children]
                    values.append(action(parts, consumed[starts[-1]], consumed[-1]))
                    states.append(landings[states[-1]][symbol][terminal])
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

    def _append(self, symbol: str) -> None:
        """Let the entry that has just been read join its list: the state is that of the list again.

        One that is too deep is none.
        """
        start, end = self.starts.pop(), len(self.consumed)
        self.states.pop()
        node: tree.Node = self.values.pop()
        count = self.count(start, end)
        if count > MAXIMUM_DEPTH and is_deeper_than(node, MAXIMUM_DEPTH):
            self._report_depth(node.first)
            node = tree.Damaged(node.first, node.last)
        else:
            height = len(self.states)
            context = None
            if not is_shallow(height, count):
                context = height, sum(map(_weight, self.values))
            self.elements.append(Element(start, end, symbol, node, context, None))
        self.values[-1].append(node)

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
        from bisect import bisect_left  # only after an edit

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

    def cut(self, token: Token, what: str = _NESTING, bound: str = _LEVELS) -> None:
        """End the text here, since `what` begins at `token` is past its `bound` (SQ006)."""
        self.diagnostics.append(report("SQ006", token.span, what=what, bound=bound))
        self.is_cut = True
        del self.pending[1:]

    def _report_depth(self, token: Token) -> None:
        self.diagnostics.append(report("SQ006", token.span, what=_NESTING, bound=_LEVELS))


@cache
def _moves() -> Moves:
    """The moves of the one table, with the action of each rule."""
    return Moves(load_table(), lambda name: _keep if name is None else ACTIONS[name])


def _keep(values: Values, _first: Token, _last: Token) -> Value:
    """The action of a rule of one symbol without another: its value stays where it is."""
    return values[0]


def _is_statement_use(pending: list[Token]) -> bool:
    """Whether the next tokens are a name, arguments in parentheses, and `;`."""
    from sqlang.syntax.token_queue import CLOSERS, OPENERS  # asked after a mistake only

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
