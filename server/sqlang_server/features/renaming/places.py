"""Every place that has to change with a name, and the edits a client makes of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from lsprotocol import types

from sqlang.semantics.symbols import Symbol, SymbolKind
from sqlang.source import Source, Span
from sqlang.syntax.workspace import Workspace
from sqlang_server.client import Client
from sqlang_server.features.references import same_symbol
from sqlang_server.positions import Positions

if TYPE_CHECKING:
    from sqlang.analysis import Analysis

_PARTS: Final = {
    SymbolKind.OBSERVATION: r"(?:observe\s+|report\s+observes\.)",
    SymbolKind.POOL: r"report\s+pools\.",
    SymbolKind.STAGE: r"report\s+stages\.",
}
"""What stands before a name in a line of expectations."""


class Places:
    """The places of a name by file; of a file that is known by several paths each once."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.sources: Final[dict[str, Source]] = {}
        self._starts: Final[dict[str, set[int]]] = {}

    def add(self, span: Span) -> None:
        """Add a place."""
        identity = Workspace.canonical(span.source.path)
        self.sources.setdefault(identity, span.source)
        self._starts.setdefault(identity, set()).add(span.start)

    def add_symbol(self, analysis: Analysis, symbol: Symbol) -> None:
        """Add the places of a symbol in a program, its libraries and its expectations."""
        same = same_symbol(analysis, symbol)
        if same is None:
            return
        for occurrence in analysis.symbols.occurrences_of(same):
            self.add(occurrence.span)
        for span in _in_expectations(analysis, symbol):
            self.add(span)

    def starts(self, identity: str) -> list[int]:
        """The places in one file, in the order of its text."""
        return sorted(self._starts.get(identity, ()))

    def renamed(self, identity: str, name: str) -> str:
        """The text of one of the files with another name in its places."""
        text = self.sources[identity].text
        pieces, reached = [], 0
        for start in self.starts(identity):
            pieces += [text[reached:start], name]
            reached = start + len(self.name)
        return "".join([*pieces, text[reached:]])

    def moved(self, span: Span, name: str) -> int:
        """Where something begins once the places have another name."""
        before = [
            start
            for start in self.starts(Workspace.canonical(span.source.path))
            if start < span.start
        ]
        return span.start + len(before) * (len(name) - len(self.name))


def _in_expectations(analysis: Analysis, symbol: Symbol) -> Iterator[Span]:
    """Where the `//!` comments of a program name a symbol."""
    before = _PARTS.get(symbol.kind)
    if before is None or "//!" not in analysis.source.text:
        return
    line = re.compile(rf"//!\s*{before}(?P<name>{re.escape(symbol.name)})(?![\w])")
    for comment in analysis.surface.comments:
        found = line.match(analysis.source.text, comment.start, comment.end)
        if found is not None:
            yield Span(analysis.source, found.start("name"), found.end("name"))


class FileEdits:
    """The edits of one file as the protocol has them; `version` is `None` for a closed one."""

    def __init__(self, uri: str, version: int | None, edits: list[types.TextEdit]) -> None:
        self.uri: Final = uri
        self.version: Final = version
        self.edits: Final = edits


def text_edits(places: Places, identity: str, name: str, client: Client) -> list[types.TextEdit]:
    """The edits of one of the files, in the order of its text."""
    positions = Positions(places.sources[identity], client.encoding)
    return [
        types.TextEdit(positions.range(start, start + len(places.name)), name)
        for start in places.starts(identity)
    ]


def workspace_edit(files: Iterable[FileEdits], client: Client) -> types.WorkspaceEdit:
    """All of them, with versions for a client that looks at these."""
    if not client.versioned_edits:
        return types.WorkspaceEdit(changes={file.uri: file.edits for file in files})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(
                types.OptionalVersionedTextDocumentIdentifier(file.uri, file.version), file.edits
            )
            for file in files
        ]
    )
