"""Folders of programs for tests, and what renaming makes of their texts."""

from __future__ import annotations

from pathlib import Path

from lsprotocol import types

from sqlang.source import Encoding, Source
from sqlang_server import uris
from sqlang_server.positions import Positions

LIBRARY = """def visit(units) {
  set begun = now;
  hold kv (units) { run engine prefill (units); }
  observe spent = now - begun;
}
"""
PROGRAM = """use "parts.sq";
pool kv { cap 20; }
stage engine : step { budget 2; cost 1; }
workload { arrive batch(2); }
session { visit(4); }
run { horizon 20; }

//! observe spent count 2
"""


def write(folder: Path, **files: str) -> dict[str, str]:
    """Writes `NAME.sq` for each name; gives their URIs."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.sq").write_text(text, encoding="utf-8", newline="")
    return {name: uris.uri_of(str(folder / f"{name}.sq")) for name in files}


def workspace(*folders: Path) -> list[types.WorkspaceFolder]:
    return [types.WorkspaceFolder(uris.uri_of(str(each)), each.name) for each in folders]


def applied(text: str, edits: list[types.TextEdit], encoding: Encoding) -> str:
    """A text after edits that do not overlap."""
    positions = Positions(Source(text), encoding)
    places = [
        (positions.offset(edit.range.start), positions.offset(edit.range.end), edit.new_text)
        for edit in edits
    ]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def texts_after(
    edit: types.WorkspaceEdit | None, texts: dict[str, str], encoding: Encoding
) -> dict[str, str]:
    """The texts of some URIs after an edit of the workspace, which may touch no others."""
    assert edit is not None
    after = dict(texts)
    for uri, edits in (edit.changes or {}).items():
        after[uri] = applied(texts[uri], list(edits), encoding)
    for change in edit.document_changes or ():
        assert isinstance(change, types.TextDocumentEdit)
        uri = change.text_document.uri
        plain = [each for each in change.edits if isinstance(each, types.TextEdit)]
        assert len(plain) == len(change.edits)
        after[uri] = applied(texts[uri], plain, encoding)
    return after
