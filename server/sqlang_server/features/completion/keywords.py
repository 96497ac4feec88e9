"""The keywords that the parser takes at a place, without those that the language refuses there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from sqlang_server.features.completion import words
from sqlang_server.features.completion.candidates import Candidate, Rank
from sqlang_server.features.place.evaluation import keyword_at
from sqlang_server.features.place.place import Place
from sqlang_server.features.place.reading import give_up_entry
from sqlang_server.features.place.scope import Side, side_of
from sqlang_server.features.place.siblings import first_words
from sqlang_server.features.place.stack import ITEMS, STATEMENTS, ParserStack
from sqlang_server.view import View

_REFUSED: Final[Mapping[Side, frozenset[str]]] = {
    Side.SERVER: frozenset({"turn", "end", "request"}),
    Side.SESSION: frozenset({"request"}),
}
"""The statements that a side refuses (SID-1)."""

_OF_ATTRIBUTES: Final = frozenset({"set", "observe"})
"""All that `init` and `turn` may hold (WRK-1)."""

_ONCE: Final = frozenset({"serve", "session"})
"""Options and parts of a workload of which the second is refused (SYN-3, SYN-6)."""

_ITEMS_ONCE: Final = frozenset({"workload", "server", "share", "session"})


def keywords(view: View, place: Place) -> Iterator[Candidate]:
    """The keywords of a place, each once, as it is read there."""
    seen: set[str] = set()
    for stack in stacks_at(view, place):
        begins = stack.begins_entry
        for text in stack.row():
            if not text.isalpha() or text in seen:
                continue
            seen.add(text)
            word = keyword_at(stack, text)
            if word is not None and (begins or _is_clause_right(view, stack, text)):
                yield words.of_keyword(word, Rank.WORD if begins else Rank.CLAUSE)


def stacks_at(view: View, place: Place) -> Iterator[ParserStack]:
    """The states of the parser at a place.

    Where only `;` is missing at the end of an earlier line, also that behind it.
    """
    is_ended = False
    for stack in place.stack.reduced():
        is_ended = is_ended or ";" in stack.row()
        yield stack
    if is_ended and place.before is not None:
        between = view.source.text[place.before.end : place.cursor.start]
        if "\n" in between or "\r" in between:
            restarted = place.stack.copy()
            give_up_entry(restarted)
            yield restarted


def permitted(view: View, place: Place, found: Iterator[Candidate]) -> Iterator[Candidate]:
    """The keywords but for those that would be refused here; what is given already comes last."""
    outer = place.stack.symbols[place.stack.list_at()]
    side = side_of(place)
    refused = _REFUSED.get(side, frozenset()) if side is not None else frozenset()
    given: frozenset[str] = frozenset()
    if outer == ITEMS:
        refused |= _items_given(view, place.cursor.start)
    elif outer != STATEMENTS:
        given = first_words(view.analysis.surface.tokens, place.cursor)
        refused |= given & _ONCE
    for each in found:
        context = each.about[2]
        if context == "block" and side is Side.ATTRIBUTES and each.label not in _OF_ATTRIBUTES:
            continue
        if context in ("block", "program", "step", "workload") and each.label in refused:
            continue
        yield each._replace(rank=Rank.UNLIKELY) if each.label in given else each


def _items_given(view: View, offset: int) -> frozenset[str]:
    """The items of which there may be one, and there is, elsewhere in the text."""
    given = set()
    for item in view.analysis.surface.program.items:
        word = item.first
        is_written = word.start < word.end  # the parser puts one in where only that is missing
        if word.text in _ITEMS_ONCE and is_written and not word.start <= offset <= word.end:
            given.add(word.text)
    return frozenset(given)


def _is_clause_right(view: View, stack: ParserStack, text: str) -> bool:
    """Whether a word inside a statement fits what it says: no mode but on step stages (RUN-1)."""
    symbols = stack.entry
    if symbols[0] == "transfer":
        return text != "growing"
    if symbols[0] == "run" and text in ("prefill", "decode"):
        return _may_be_step(view, stack)
    return True


def _may_be_step(view: View, stack: ParserStack) -> bool:
    stage = stack.firsts[stack.list_at() + 2]
    declared = None if stage is None else view.analysis.checked.names.stages.get(stage.text)
    return declared is None or declared.is_step
