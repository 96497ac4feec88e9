"""Goes on after a mistake, so that it costs one statement at most and makes one diagnostic.

A single-token repair is tried first; if none lets the automaton read on, everything back to the
nearest list (of items, statements, options) becomes a `Damaged` node, up to where an entry seems to
end.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from sqlang.diagnostics.model import Diagnostic
from sqlang.source import Span
from sqlang.syntax.automaton import Parser
from sqlang.syntax.bounds import MAXIMUM_DIAGNOSTICS, MAXIMUM_MISTAKES
from sqlang.syntax.braces import unclosed_braces
from sqlang.syntax.damage import Damage, find_damage
from sqlang.syntax.damage_log import DamageLog
from sqlang.syntax.expansions import with_uses
from sqlang.syntax.expected import Stuck, broken_off, diagnose, with_end
from sqlang.syntax.layout import after
from sqlang.syntax.remedies import with_remedy
from sqlang.syntax.repairs import HORIZON, Repair, best_repair
from sqlang.syntax.simulation import feed, feed_all, reach, reductions
from sqlang.syntax.table import NAME, NUMBER, STRING
from sqlang.syntax.token_queue import OPENERS, put_back
from sqlang.syntax.tokens import Kind, Token
from sqlang.syntax.wrapper import LENGTH as WRAPPER_LENGTH
from sqlang.syntax.wrapper import wrapper_at
from sqlang.vocabulary import GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    Check = Callable[[Parser, DamageLog, int], None]


_QUIET: Final = 3
"""No second mistake within so many tokens of the last."""

_INSERTED_AT_ONCE: Final = 5
"""After so many tokens at most stands one that was written."""

_REPAIRS: Final = 50
"""So many repairs are searched for in one text; after that mistakes only cost their entry."""

_EXACT: Final = frozenset({";", "}"})
"""With one of these put in, an entry means what it was meant to; a `)` may be put in too late."""

_BRANCH_HEAD: Final = ("branch", "(", NAME, ")")


class Recovery:
    """Lets one parse go on after its mistakes, and notes in the log what that costs."""

    def __init__(
        self, parser: Parser, log: DamageLog, silent: Iterable[Span], check: Check | None = None
    ) -> None:
        self._parser = parser
        self._check = check
        self._log = log
        self._lists = parser.moves.lists
        self._silent = sorted(span.start for span in silent)
        self._attempts: dict[int, int] = {}
        self._broken_off: set[tuple[str, int]] = set()
        self._repairs_left = _REPAIRS
        self._unclosed: int | None = None
        self._mistakes_left = MAXIMUM_MISTAKES

    # One mistake

    def recover(self) -> None:
        """Get the parser past the token that fits nowhere; past very many the text is cut."""
        parser = self._parser
        if self._mistakes_left == 0 and not parser.is_cut:
            what = "the number of mistakes in this text"
            parser.cut(parser.pending[-1], what, f"{MAXIMUM_MISTAKES:,}")
        self._mistakes_left -= 1
        found = parser.pending[-1]
        base = self._nearest_list()
        start = self._start_of_reading(base)
        stacks = self._stacks(base, start)
        stuck = self._stuck(stacks, start)
        diagnostic = diagnose(stuck)
        self._attempts[id(found)] = attempts = self._attempts.get(id(found), 0) + 1
        may_be_use = diagnostic.code == "SQ107" and attempts == 1 and not self._is_behind_block()
        if may_be_use and parser.shift_undefined_use():
            self._log.doubt(len(parser.consumed) - 1, found)
            if not parser.interceptor.lacks_definitions:
                self._report(stuck, diagnostic, self._is_worth_telling(stuck))
            return
        is_worth_telling = self._is_worth_telling(stuck)
        if diagnostic.code == "SQ110" and self._unwrap(start):
            self._report(stuck, diagnostic, is_worth_telling)
            return
        if self._check is not None:
            self._check(parser, self._log, is_worth_telling)
        damage = self._damage(base)
        repair = self._search(stacks, damage, attempts)
        if is_worth_telling:
            diagnostic = with_remedy(diagnostic, stuck, repair, self._second_before())
        self._report(stuck, diagnostic, is_worth_telling)
        if repair:
            is_exact = not repair.removes and repair.inserted in _EXACT
            self._log.repair(len(parser.consumed), is_exact=is_exact)
            self._apply(repair)
            if repair.at < len(stacks) - 1:
                self._read_again(base, start)
        else:
            self._give_up(damage)
            parser.last_mistake = len(parser.consumed)

    def _damage(self, base: int) -> Damage:
        parser = self._parser
        return find_damage(
            parser.pending,
            base,
            self._lists.get(parser.states[base]),
            parser.table.shifts[parser.states[base]],
            is_empty=self._entry_start(base) == len(parser.consumed),
        )

    def _nearest_list(self) -> int:
        """Where on the stack the innermost list is."""
        states = self._parser.states
        return next((at for at in range(len(states) - 1, -1, -1) if states[at] in self._lists), 0)

    def _entry_start(self, base: int) -> int:
        """The index of the first token of the entry that is being read."""
        parser = self._parser
        if base + 1 < len(parser.starts):
            return parser.starts[base + 1]
        return len(parser.consumed)

    def _start_of_reading(self, base: int) -> int:
        """The same, or that of an entry that the token found has just ended but might go on with.

        After `}` may stand `else`, `cache`, `lease` or `;`: a misspelt one ends the entry.
        """
        parser = self._parser
        start = len(parser.consumed)
        last = parser.elements[-1] if parser.elements else None
        if last is None or last.end != start or start != self._entry_start(base):
            return self._entry_start(base)
        entries = parser.values[base]
        has_ended = entries and entries[-1] is last.node and parser.consumed[-1].text == "}"
        return last.start if has_ended else start

    def _stacks(self, base: int, start: int) -> list[list[int]]:
        """The stack before the default reductions that the token found set off, and after each."""
        parser = self._parser
        states = parser.states[: base + 1]
        if not feed_all(parser.table, states, parser.consumed[start:]):
            return [parser.states.copy()]
        return list(reductions(parser.table, states))

    def _stuck(self, stacks: Sequence[list[int]], start: int) -> Stuck:
        parser = self._parser
        found = parser.pending[-1]
        return Stuck(
            rows=[parser.table.shifts[stack[-1]].keys() for stack in stacks],
            before=parser.consumed[-1] if parser.consumed else None,
            found=found,
            following=parser.pending[-2] if len(parser.pending) > 1 else found,
            openers=[
                value
                for value in parser.values
                if isinstance(value, Token) and value.text in OPENERS
            ],
            entry=parser.consumed[start] if start < len(parser.consumed) else found,
        )

    def _search(self, stacks: Sequence[list[int]], damage: Damage, attempts: int) -> Repair | None:
        """The best repair, unless giving up the entry lets more be read without another mistake."""
        if attempts > 2 or self._repairs_left == 0:
            return None
        self._repairs_left -= 1
        parser = self._parser
        upcoming = parser.pending[: -HORIZON - 1 : -1]
        may_insert = attempts == 1
        best = best_repair(
            parser.table, stacks, upcoming, self._unclosed_braces(), may_insert=may_insert
        )
        if best is None:
            return None
        is_enough = best.distance == len(upcoming)
        return best.repair if is_enough or best.distance >= self._reach_after(damage) else None

    def _reach_after(self, damage: Damage) -> int:
        """How far the automaton would get if the entry were given up, in tokens from here."""
        parser = self._parser
        after_it = parser.pending[: -damage.length - HORIZON - 1 : -1][damage.length :]
        states = parser.states[: damage.base + 1]
        head = _BRANCH_HEAD if damage.opens_block else ()
        for terminal in head:
            feed(parser.table, states, _made(terminal, self._gap(), parser.pending[-1]))
        return damage.length + reach(parser.table, states, after_it)

    # Reporting

    def _report(self, stuck: Stuck, diagnostic: Diagnostic, is_worth_telling: bool) -> None:
        parser = self._parser
        parser.last_mistake = len(parser.consumed)
        if is_worth_telling:
            parser.diagnostics.append(with_uses(with_end(diagnostic, stuck), stuck.found))
            token = broken_off(stuck)
            if token is not None:
                self._broken_off.add((token.source.path, token.start))

    def _is_worth_telling(self, stuck: Stuck) -> bool:
        """Whether a mistake is worth a diagnostic, or follows from another one."""
        parser = self._parser
        follows = self._is_near_last() or stuck.found.inserted or parser.is_cut
        if follows or self._is_silent(stuck) or self._broke_off_before(stuck):
            return False
        return len(parser.diagnostics) < MAXIMUM_DIAGNOSTICS

    def _is_near_last(self) -> bool:
        """Whether too few tokens were read since the last mistake to make this another one."""
        last = self._parser.last_mistake
        if last is None:
            return False
        since = self._parser.consumed[last : last + _QUIET * _INSERTED_AT_ONCE]
        return sum(not token.inserted for token in since) < _QUIET

    def _is_silent(self, stuck: Stuck) -> bool:
        """Whether a mistake of the lexer stands at this place, and this one follows from it."""
        start = stuck.before.start if stuck.before else 0
        at = bisect_left(self._silent, start)
        return at < len(self._silent) and self._silent[at] <= stuck.found.end

    def _broke_off_before(self, stuck: Stuck) -> bool:
        """Whether a definition whose body breaks off has done so at an earlier use (DEF-13)."""
        token = broken_off(stuck)
        return token is not None and (token.source.path, token.start) in self._broken_off

    # Braces

    def _unclosed_braces(self) -> int:
        """How many more braces are opened than closed, in what is not given up and what comes."""
        if self._unclosed is None:
            parser = self._parser
            self._unclosed = unclosed_braces(parser.consumed) + unclosed_braces(parser.pending)
        return self._unclosed

    def _lose_braces(self, tokens: Iterable[Token]) -> None:
        self._unclosed = self._unclosed_braces() - unclosed_braces(tokens)

    def _is_behind_block(self) -> bool:
        """Whether the next word would go on with a block, were its missing `}` there."""
        parser, table = self._parser, self._parser.table
        word, closed = parser.pending[-1].text, table.shifts[parser.states[-1]].get("}")
        if word not in GRAMMAR_WORDS or closed is None or self._unclosed_braces() <= 0:
            return False
        stacks = reductions(table, [*parser.states, closed])
        return any(word in table.shifts[stack[-1]] for stack in stacks)

    # Repairing

    def _apply(self, repair: Repair) -> None:
        pending = self._parser.pending
        found = pending[-1]
        if repair.removes:
            pending.pop()
            self._log.lose(found)
            self._lose_braces([found])
        if repair.inserted is not None:
            where = self._gap() if not repair.removes else found.span
            made = _made(repair.inserted, where, found)
            pending.append(made)
            self._unclosed = self._unclosed_braces() + unclosed_braces([made])

    def _unwrap(self, start: int) -> bool:
        """Read what a later edition wraps in a function as it stands inside; false if none is."""
        parser = self._parser
        pending = parser.pending
        if pending[-1].text != "fn" or start != len(parser.consumed):
            return False
        wrapper = wrapper_at(pending[::-1], 0)
        if wrapper is None:
            return False
        fn = pending[-1]
        if not wrapper.holds_items:
            del pending[1 - WRAPPER_LENGTH :]
            pending.append(_made("session", fn.span, fn))
            return True
        del pending[-WRAPPER_LENGTH:]
        if wrapper.end is not None:
            pending.remove(wrapper.end)
        return True

    def _second_before(self) -> Token | None:
        """The token before the last one read."""
        consumed = self._parser.consumed
        return consumed[-2] if len(consumed) > 1 else None

    def _gap(self) -> Span:
        parser = self._parser
        if parser.consumed:
            return after(parser.consumed[-1])
        start = parser.pending[-1].start
        return Span(parser.pending[-1].source, start, start)

    def _read_again(self, base: int, start: int) -> None:
        """Go back to the start of the entry, so that a repair counts before the last reductions."""
        parser = self._parser
        if start < self._entry_start(base):
            parser.values[base].pop()
        put_back(parser.pending, parser.consumed[start:])
        del parser.consumed[start:]
        self._unwind(base, start)

    def _unwind(self, base: int, start: int) -> None:
        parser = self._parser
        del parser.states[base + 1 :], parser.values[base + 1 :], parser.starts[base + 1 :]
        while parser.elements and parser.elements[-1].start >= start:
            parser.elements.pop()
        while parser.hidden and parser.hidden[-1][0] >= start:
            parser.hidden.pop()

    # Giving up

    def _give_up(self, damage: Damage) -> None:
        """Make the entry that is being read a damaged one."""
        parser, base = self._parser, damage.base
        start = self._entry_start(base)
        self._unwind(base, start)
        if parser.states[-1] not in self._lists:
            parser.pending[1:] = []
            return
        if parser.pending[-1].kind is Kind.END and start == len(parser.consumed):
            self._log.repair(start, is_exact=True)
            parser.pending.append(_made("}", self._gap(), parser.pending[-1]))
            return
        for _ in range(damage.length):
            parser.consumed.append(parser.pending.pop())
        if len(parser.consumed) > start:
            parser.values[-1].append(self._log.give_up(start, parser.consumed[start:]))
            self._lose_braces(parser.consumed[start:])
        if damage.opens_block:
            # The block is read as that of a branch, so that its statements live.
            gap, found = self._gap(), parser.pending[-1]
            put_back(parser.pending, [_made(terminal, gap, found) for terminal in _BRANCH_HEAD])


def _made(terminal: str, where: Span, found: Token) -> Token:
    """A token that nobody wrote."""
    kind, text = _MADE.get(terminal, (Kind.PUNCTUATION, terminal))
    if terminal[0].isalpha():
        kind = Kind.NAME
    return Token(
        kind,
        text,
        where.source.buffer,
        where.start,
        where.end,
        expansion=found.expansion,
        inserted=True,
    )


_MADE: Final = {
    NAME: (Kind.NAME, ""),
    NUMBER: (Kind.NUMBER, ""),
    STRING: (Kind.STRING, ""),
}
