"""What may stand at a cursor: what the parser takes there, and what exists there by name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from lsprotocol import types

from sqlang.syntax.table import DEFINED, NAME, UNDEFINED
from sqlang.syntax.workspace import Workspace
from sqlang_server.features.completion.candidates import Candidate
from sqlang_server.features.completion.edit_place import edit_place
from sqlang_server.features.completion.items import completion_list
from sqlang_server.features.completion.keywords import keywords, permitted, stacks_at
from sqlang_server.features.completion.names import Names
from sqlang_server.features.completion.visibility import Visibility
from sqlang_server.features.place.calls import call_around
from sqlang_server.features.place.cursor import comment_at, cursor_at
from sqlang_server.features.place.place import Place, place_of
from sqlang_server.features.place.wanted import Wanted, wanted_at
from sqlang_server.view import View

_ASKED_BY: Final = frozenset({Wanted.POOL, Wanted.STAGE, Wanted.DISTRIBUTION})
"""What is offered unasked behind a space or parenthesis: of a closed set one must follow."""


def completions(
    view: View, position: types.Position, workspace: Workspace, trigger: str = ""
) -> types.CompletionList | None:
    """The candidates at a position; `trigger` is the character that made the editor ask, if any."""
    offset = view.offset(position)
    surface = view.analysis.surface
    cursor = cursor_at(surface, offset)
    if cursor is None:
        return _in_comment(view, offset, trigger)
    place = place_of(surface, cursor)
    if cursor.string is not None:
        from sqlang_server.features.completion.files import files

        named = files(view, place, cursor.string, workspace)
        return None if named is None else completion_list(view, *named)
    if trigger in ('"', "/", ".") or (trigger and not _is_closed(place, trigger)):
        return None
    visible = Visibility(view, place)
    found = list(_candidates(view, place, visible))
    edit = edit_place(view, cursor.start, cursor.end, cursor.offset)
    return completion_list(view, found, edit, is_cut=visible.is_cut)


def _in_comment(view: View, offset: int, trigger: str) -> types.CompletionList | None:
    comment = comment_at(view.analysis.surface.comments, view.source.text, offset)
    if comment is None or trigger in ('"', "/", "~", "("):
        return None
    from sqlang_server.features.completion.expectations import expectations

    found = expectations(view, comment, offset)
    return None if found is None else completion_list(view, *found)


def _candidates(view: View, place: Place, visible: Visibility) -> Iterator[Candidate]:
    """Keywords, then the names of each state of the parser that takes one."""
    yield from permitted(view, place, keywords(view, place))
    has_names = has_definitions = False
    for stack in stacks_at(view, place):
        row = stack.row()
        if NAME in row and not has_names:
            has_names = True
            yield from Names(view, place, stack, visible).candidates()
        if UNDEFINED in row and DEFINED in row and not has_definitions:
            has_definitions = True
            yield from Names(view, place, stack, visible).definitions(of_statements=True)


def _is_closed(place: Place, trigger: str) -> bool:
    """Whether one of a few words must follow, so that nobody is bothered in vain."""
    for stack in place.stack.reduced():
        row = stack.row()
        if NAME in row:
            if trigger == "(":
                call = call_around(place)
                return call is not None and call.at_start
            return wanted_at(stack) in _ASKED_BY
        if any(text.isalpha() for text in row):
            before = place.before
            is_behind_word = before is not None and stack.symbols[-1] == before.text
            return is_behind_word and before is not None and before.text.isalpha()
    return False
