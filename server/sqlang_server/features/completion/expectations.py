"""What a `//!` comment may go on with: kinds of expectations, names and figures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol.types import CompletionItemKind

from sqlang.semantics.symbols import SymbolKind
from sqlang.source import Span
from sqlang.views.expectations.addresses import FIGURES, RUN_FIGURES, STATISTICS
from sqlang.views.expectations.reading import KINDS, MARK, OBSERVE, REPORT
from sqlang_server.features.completion.candidates import Candidate, Rank
from sqlang_server.features.completion.edit_place import EditPlace, edit_place
from sqlang_server.features.completion.program_names import ProgramNames
from sqlang_server.view import View

_PARTS = {
    "observes": SymbolKind.OBSERVATION,
    "stages": SymbolKind.STAGE,
    "pools": SymbolKind.POOL,
}
"""What the parts of a report are about."""


def expectations(
    view: View, comment: Span, offset: int
) -> tuple[Iterator[Candidate], EditPlace] | None:
    """The candidates in an expectation, and what they replace; `None` in any other comment."""
    if not comment.text.startswith(MARK) or offset < comment.start + len(MARK):
        return None
    typed = view.source.text[comment.start + len(MARK) : offset]
    words = typed.split()
    last = words.pop() if typed and not typed[-1].isspace() else ""
    path, dot, part = last.rpartition(".")
    start = offset - len(part if dot else last)
    found = _next(view, words, f"{path}{dot}")
    return found, edit_place(view, start, _end(view, comment, offset), offset)


def _next(view: View, words: list[str], path: str) -> Iterator[Candidate]:
    match words:
        case []:
            return _plain(() if path else KINDS, "expectation")
        case [kind] if kind == OBSERVE and not path:
            return _plain(_names(view, SymbolKind.OBSERVATION), "observation")
        case [kind, _] if kind == OBSERVE and not path:
            return _plain(STATISTICS, "statistic")
        case [kind] if kind == REPORT:
            return _figures(view, path.split("."))
    return iter(())


def _figures(view: View, parts: list[str]) -> Iterator[Candidate]:
    """The next part of the path of a figure; the last of `parts` is empty."""
    match parts:
        case [_]:
            return _plain((*RUN_FIGURES, *(f"{each}." for each in FIGURES)), "figure")
        case [first, _] if first in _PARTS:
            return _plain((f"{each}." for each in _names(view, _PARTS[first])), first)
        case [first, _, _] if first in FIGURES:
            return _plain(FIGURES[first], "figure")
    return iter(())


def _names(view: View, kind: SymbolKind) -> Iterable[str]:
    return sorted(ProgramNames(view.analysis).of(kind))


def _plain(labels: Iterable[str], detail: str) -> Iterator[Candidate]:
    for place, label in enumerate(labels):
        yield Candidate(
            label, CompletionItemKind.Value, Rank.WANTED, detail=detail, place=min(place, 99)
        )


def _end(view: View, comment: Span, offset: int) -> int:
    """The end of the word that the cursor is in."""
    text = view.source.text
    end = offset
    while end < comment.end and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return end
