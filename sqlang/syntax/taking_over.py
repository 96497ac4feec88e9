"""Lets entries of an earlier parse join the list that a parser is reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlang.syntax.automaton import Element
from sqlang.syntax.entries import Entry
from sqlang.syntax.runs import Hidden, OutOfSightError, Run
from sqlang.syntax.tokens import Token

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.syntax import tree
    from sqlang.syntax.automaton import Parser
    from sqlang.syntax.expanded import Expanded

    MayStay = Callable[[Entry, list[Token], int], bool]


def take_over(parser: Parser, first: Entry, may_stay: MayStay | None = None) -> bool:
    """Let an entry whose tokens are the next ones join the list at hand, and those behind it.

    `may_stay` is asked of each with its tokens behind so many. False if none can be taken over. In
    an excerpt the next tokens may be a run, which joins as a whole.
    """
    pending = parser.pending
    if len(pending) > 1 and type(pending[-2]) is Hidden:
        _join_runs(parser, first.symbol)
        return True
    symbol, entry = first.symbol, first
    taken: list[tree.Node] = []
    last: Entry | None = None
    count = 0
    size = len(pending)
    while True:
        end = count + entry.count
        if (
            size <= end
            or pending[-end] is not entry.last
            or pending[~end] is not entry.next
            or not entry.fits(parser)
            or (may_stay is not None and not may_stay(entry, pending, count))
        ):
            break
        if entry.has_open_use:
            parser.undefined_uses.append(len(parser.consumed) + count)
        taken.append(entry.node)
        last, count = entry, end
        following = pending[~end].entry
        if following is None or following.symbol != symbol:
            break
        entry = following
    if last is None:
        return False
    start = len(parser.consumed)
    parser.consumed.extend(pending[: -count - 1 : -1])
    del pending[-count:]
    parser.values[-1].extend(taken)
    # A repair just before the first or behind the last touches that one alone.
    end = start + count
    if last is not first:
        parser.note(start, start + first.count, first)
        parser.note(start + first.count, end - last.count, first)
    parser.note(end - last.count, end, last)
    return True


def take_over_expanded(
    parser: Parser, entry: Entry, expanded: Expanded, written: Sequence[Token]
) -> bool:
    """Let an entry whose tokens are the next ones join the list as the one node it was expanded to.

    A definition joins none.
    """
    pending, count = parser.pending, entry.count
    if (
        len(expanded.nodes) != bool(expanded.count)
        or len(pending) <= count
        or pending[-count] is not entry.last
        or pending[~count] is not entry.next
        or not expanded.fits(entry, parser)
    ):
        return False
    del pending[-count:]
    if expanded.nodes:
        start = len(parser.consumed)
        parser.consumed.extend(expanded.read(entry, written))
        parser.values[-1].extend(expanded.nodes)
        end, node = len(parser.consumed), expanded.nodes[0]
        parser.elements.append(Element(start, end, entry.symbol, node, entry.context, entry))
    return True


def join_expanded(parser: Parser, symbol: str) -> tuple[Run, Expanded]:
    """Let the run at hand join the list as it was expanded; what it was read from is left out."""
    pending, consumed = parser.pending, parser.consumed
    hidden = pending[-2]
    if type(hidden) is not Hidden:
        raise AssertionError(hidden)
    run = hidden.run
    expanded = run.expanded
    if (
        expanded is None
        or run.symbol != symbol
        or pending[-3] is not run.next
        or not expanded.fits(run, parser)
    ):
        raise OutOfSightError(run)
    del pending[-2:]
    nodes = expanded.nodes
    if nodes:
        start = len(consumed)
        consumed.append(nodes[0].first)
        parser.leave_out(hidden, expanded.count - 2)
        parser.values[-1].extend(nodes)
        element = Element(start, start + 2, symbol, nodes[-1], run.context, run)
        parser.elements.append(element)
    return run, expanded


def _join_runs(parser: Parser, symbol: str) -> None:
    """Let the run at hand join the list, and those behind it."""
    pending, consumed = parser.pending, parser.consumed
    while len(pending) > 1:
        first, hidden = pending[-1], pending[-2]
        if type(hidden) is not Hidden:
            return
        run = hidden.run
        if run.symbol != symbol or not run.fits(parser) or pending[-3] is not run.next:
            raise OutOfSightError(run)
        if run.has_open_use:
            parser.undefined_uses.append(len(consumed))
        start = len(consumed)
        consumed.append(first)
        parser.leave_out(hidden, run.count - 2)
        del pending[-2:]
        parser.values[-1].extend(run.nodes)
        parser.note(start, start + 2, run)
