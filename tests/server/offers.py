"""What is offered at a mark in a text, without a server around it."""

from __future__ import annotations

import os

from lsprotocol import types

from sqlang.analysis import analyze
from sqlang.source import Source
from sqlang.syntax.workspace import Workspace
from sqlang_server.client import Client
from sqlang_server.features.completion.completion import completions
from sqlang_server.positions import Positions
from tests.server.snapshots import view_of

MARK = "|"
SNIPPETS = Client(snippets=True)


def marked(text: str) -> tuple[str, int]:
    """A text without its mark, and where that was."""
    offset = text.rindex(MARK)
    return text[:offset] + text[offset + 1 :], offset


def completed(
    text: str,
    client: Client = SNIPPETS,
    trigger: str = "",
    workspace: Workspace | None = None,
    path: str = "/work/program.sq",
) -> types.CompletionList | None:
    """The answer at the mark of a text; one with an empty `path` has no file."""
    whole, offset = marked(text)
    view = view_of(whole, client)
    if path != view.source.path:
        source = Source(whole, path, os.path.dirname(path) or None)
        view = view._replace(analysis=analyze(source), positions=Positions(source, client.encoding))
    return completions(view, view.positions.position(offset), workspace or Workspace(), trigger)


def labels(found: types.CompletionList | None) -> list[str]:
    """What is offered, the likeliest first."""
    items = () if found is None else found.items
    return [each.label for each in sorted(items, key=lambda each: each.sort_text or "")]


def offered(text: str, client: Client = SNIPPETS, trigger: str = "") -> list[str]:
    """The labels at the mark of a text, the likeliest first."""
    return labels(completed(text, client, trigger))


def accepted(text: str, label: str, client: Client = SNIPPETS, *, insert: bool = False) -> str:
    """The text once the item with this label is accepted."""
    return applied(text, completed(text, client), label, insert=insert)


def applied(
    text: str, found: types.CompletionList | None, label: str, *, insert: bool = False
) -> str:
    """The text once the item with this label of an answer is accepted."""
    whole, _ = marked(text)
    assert found is not None
    edit = next(each for each in found.items if each.label == label).text_edit
    assert edit is not None
    place = edit.range if isinstance(edit, types.TextEdit) else edit.replace
    if insert and isinstance(edit, types.InsertReplaceEdit):
        place = edit.insert
    positions = Positions(Source(whole), Client().encoding)
    start, end = positions.offset(place.start), positions.offset(place.end)
    return whole[:start] + edit.new_text + whole[end:]
