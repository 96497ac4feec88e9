"""`textDocument/linkedEditingRange`: a name that is known in one place is changed while typing."""

from __future__ import annotations

from typing import Final

from lsprotocol import types

from sqlang_server.features.naming import LOCAL
from sqlang_server.features.renaming.rules import bound_alike
from sqlang_server.view import View

_LETTER: Final = r"A-Za-z_\u0080-\uffff"
NAME: Final = f"[{_LETTER}][{_LETTER}0-9]*"
"""What the editor may type there and go on linking, as JavaScript spells it."""


def linked_ranges(view: View, position: types.Position) -> types.LinkedEditingRanges | None:
    """All places of a parameter in its definition, or of a name bound at admission in its hold.

    They are all in sight and nothing else can mean them. A name that several holds bind may be one
    value of the session (ADM-7); that, and whatever more of the program names, is for `rename`,
    which looks at other files and at what the new name would mean.
    """
    symbols = view.analysis.symbols
    occurrence = symbols.at(view.source.path, view.offset(position))
    if occurrence is None or occurrence.symbol.kind not in LOCAL:
        return None
    if len(bound_alike(view.analysis, occurrence.symbol)) > 1:
        return None
    spans = [each.span for each in symbols.occurrences_of(occurrence.symbol)]
    if not all(view.here(span) for span in spans):
        return None
    return types.LinkedEditingRanges([view.positions.of_span(span) for span in spans], NAME)
