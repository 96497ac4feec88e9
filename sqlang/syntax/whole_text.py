"""Parses to the end of the text, whatever stands in it; recovery is loaded at the first mistake."""

from __future__ import annotations

from collections.abc import Iterable

from sqlang.source import Span
from sqlang.syntax import tree
from sqlang.syntax.automaton import Parser
from sqlang.syntax.damage_log import DamageLog
from sqlang.vocabulary import GRAMMAR_WORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sqlang.syntax.recovery import Check


def parse_whole(
    parser: Parser,
    silent: Iterable[Span] = (),
    *,
    undefined_uses: bool = False,
    check: Check | None = None,
) -> tuple[list[tree.Item], DamageLog]:
    """The items of a program, and what was lost or put in on the way.

    Mistakes at the `silent` places are known already. `undefined_uses` tells that the definitions
    are not known here. `check` is called with the number of diagnostics that are about to be made,
    and may raise to end the parse.
    """
    log = DamageLog()
    recovery = None
    while not parser.advance():
        if undefined_uses and _shift_open_use(parser):
            continue
        if recovery is None:
            from sqlang.syntax.recovery import Recovery

            recovery = Recovery(parser, log, silent, check)
        recovery.recover()
        if check is not None:
            check(parser, log, 0)
    items: list[tree.Item] = parser.values[-1]
    return items, log


def _shift_open_use(parser: Parser) -> bool:
    """Read a use of a definition that another file may have; no word of the language is one."""
    return parser.pending[-1].text not in GRAMMAR_WORDS and parser.shift_undefined_use()
