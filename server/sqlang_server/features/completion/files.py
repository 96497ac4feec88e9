"""File names inside `use "..."` and `trace "..."`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Final

from lsprotocol.types import CompletionItemKind

from sqlang.syntax.table import STRING
from sqlang.syntax.tokens import Token
from sqlang.syntax.workspace import Workspace
from sqlang_server.features.completion.candidates import Candidate, Rank
from sqlang_server.features.completion.edit_place import EditPlace, edit_place
from sqlang_server.features.place.place import Place
from sqlang_server.view import View

_LIBRARY: Final = ".sq"
_TABLE: Final = ".csv"


def files(
    view: View, place: Place, string: Token, workspace: Workspace
) -> tuple[Iterator[Candidate], EditPlace] | None:
    """The files and folders that the path in a string may go on with, and the part they replace.

    `None` in a string that is no path, and in a text without a folder of its own (USE-4).
    """
    directory = view.source.directory
    if directory is None or not _takes_path(place):
        return None
    text, offset = view.source.text, place.cursor.offset
    typed = text[string.start + 1 : offset]
    if "\n" in typed or "\r" in typed or "\0" in typed:
        return None
    folder, _, segment = typed.rpartition("/")
    folder += "/" if "/" in typed else ""
    start = offset - len(segment)
    is_library = place.before is not None and place.before.text == "use"
    found = _entries(
        workspace, os.path.join(directory, folder), segment, view.source.path, is_library
    )
    return found, edit_place(view, start, _end(text, string, offset), offset)


def _takes_path(place: Place) -> bool:
    return any(STRING in stack.row() for stack in place.stack.reduced())


def _end(text: str, string: Token, offset: int) -> int:
    """The end of the part of the path that the cursor is in; of an open string the cursor."""
    is_closed = len(string.text) > 1 and string.text.endswith('"')
    if not is_closed:
        return offset
    ends = [text.find(each, offset, string.end) for each in ('"', "/", "\n", "\r")]
    return min([each for each in ends if each >= 0], default=offset)


def _entries(
    workspace: Workspace, folder: str, segment: str, own: str, is_library: bool
) -> Iterator[Candidate]:
    """Folders, and the files that fit: libraries, or anything else for a trace, tables first."""
    itself = workspace.canonical(own)
    for name, is_folder in workspace.listing(folder):
        if not _can_be_written(name) or (name.startswith(".") and not segment.startswith(".")):
            continue
        if is_folder:
            yield Candidate(f"{name}/", CompletionItemKind.Folder, Rank.CONSTANT, detail="folder")
        elif (
            name.endswith(_LIBRARY) == is_library
            and workspace.canonical(os.path.join(folder, name)) != itself
        ):
            likely = is_library or name.endswith(_TABLE)
            rank = Rank.WANTED if likely else Rank.UNLIKELY
            yield Candidate(name, CompletionItemKind.File, rank, detail="file")


def _can_be_written(name: str) -> bool:
    """Whether a program, which is UTF-8 and has no escapes, can name a file (LEX-1, LEX-7)."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return '"' not in name
