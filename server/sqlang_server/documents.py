"""The open documents: their text as the client has it, and the analysis of that text."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from lsprotocol import types

from sqlang.source import Encoding, Source
from sqlang.syntax.workspace import Stamp, Workspace
from sqlang_server import edits, uris
from sqlang_server.library_uses import may_use_libraries
from sqlang_server.positions import Positions

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.incremental import IncrementalAnalysis
    from sqlang.ir.pieces import PieceWriter, ProgramPieces
    from sqlang_server.extensions import Preview
    from sqlang_server.features.inlay_hints.kept import KeptHints
    from sqlang_server.features.semantic_tokens.results import TokenResults
    from sqlang_server.runs.traced import Traced


class _Meaning(NamedTuple):
    """What tells a program from others: `digest` is `None` if there is none."""

    digest: str | None
    trace: str | None


class Document:
    """One open document, named as the client names it.

    Its text changes only by `change`; whoever needs it later remembers `version`. Of its analysis
    only diagnostics, hints, constants and the program may be kept over a change. What takes much
    room can be given back (`release`), and is found out anew by the next question.
    """

    def __init__(
        self,
        uri: str,
        version: int,
        source: Source,
        encoding: Encoding,
        workspace: Workspace,
        used: Callable[[Document], None],
    ) -> None:
        self.uri: Final = uri
        self.version = version
        self.source = source
        self.positions = Positions(source, encoding)
        self.cursor: int | None = None
        self.traced: Traced | None = None
        self.previews: dict[str, Preview] = {}
        self.tokens: TokenResults | None = None
        self.hints: KeptHints | None = None
        self.canonical: Final = workspace.canonical(source.path)
        self._encoding = encoding
        self._workspace = workspace
        self._used: Final = used
        self._state = 0
        self._stamps: Mapping[str, Stamp] | None = None
        self._meaning: _Meaning | None = None
        self._analyses: IncrementalAnalysis | None = None
        self._analysis: Analysis | None = None
        self._writer: PieceWriter | None = None
        self._pieces: ProgramPieces | None = None
        self._reads_libraries: bool | None = None

    def change(self, version: int, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Applies what the client did; what is remembered of the text moves along."""
        self.source, made = edits.apply(self.source, changes, self._encoding)
        self.version = version
        self.positions = Positions(self.source, self._encoding)
        if self.traced is not None:
            self.traced = self.traced.moved(made)
        if self.hints is not None:
            self.hints.move(made)
        self._reads_libraries = None
        self.forget()

    def forget(self) -> None:
        """The text or a library may have changed: the next question finds out what follows."""
        self._state += 1
        self._analysis = None
        self._pieces = None
        self._stamps = None
        self._meaning = None

    def release(self) -> None:
        """Gives back what takes much room, most of it trees; what was told stays known."""
        if self._analyses is not None:
            self._analyses.release()
        self._analyses = None
        self._analysis = None
        self._writer = None
        self._pieces = None
        if self.tokens is not None:
            self.tokens.release()

    @property
    def state(self) -> int:
        """Another number once the text, or a library it uses, reads otherwise."""
        if self._stamps is not None and self._workspace.has_changed(self._stamps):
            self.forget()
        return self._state

    @property
    def analysis(self) -> Analysis:
        """The analysis of the present text, made once for each state unless it is given back."""
        _ = self.state
        self._used(self)  # what is given back for it makes room first
        if self._analysis is None:
            self._analysis = self._analyzed()
            self._stamps = self._analysis.kernel.stamps
        return self._analysis

    def _analyzed(self) -> Analysis:
        if self._analyses is not None:
            return self._analyses.update(self.source)
        # The front end loads after `initialize` has been answered.
        from sqlang.incremental import IncrementalAnalysis

        self._analyses = IncrementalAnalysis(workspace=self._workspace)
        return self._analyses.update(self.source)

    def lines_with_values(self) -> set[int]:
        """The lines on which a `set` shows its values while the cursor is there."""
        marks = self.traced.marks if self.traced is not None else ()
        assigned = (mark.stretch.start for mark in marks if mark.annotation.kind == "set")
        return {self.positions.line(start) for start in assigned}

    @property
    def reads_libraries(self) -> bool:
        """Whether it may; a comment that looks like it costs no more than a second look."""
        if self._reads_libraries is None:
            self._reads_libraries = may_use_libraries(self.source.text)
        return self._reads_libraries

    @property
    def is_outdated(self) -> bool:
        """Whether a library it uses reads otherwise now than when its text was analyzed."""
        return self._stamps is None or self._workspace.has_changed(self._stamps)

    @property
    def pieces(self) -> ProgramPieces | None:
        """The program, to be compared and to be sent to a worker. `None` if there is none."""
        program = self.analysis.program
        if self._pieces is None and program is not None:
            from sqlang.ir.pieces import PieceWriter

            self._writer = self._writer or PieceWriter()
            self._pieces = self._writer.pieces(program)
        return self._pieces

    @property
    def program_key(self) -> str | None:
        """Equal for texts that mean the same program on the same trace. `None` if there is none."""
        _ = self.state
        meaning = self._meaning = self._meaning or self._meant()
        directory = self.source.directory
        if meaning.digest is None or meaning.trace is None or directory is None:
            return meaning.digest
        stamp = self._workspace.stamp(os.path.join(directory, meaning.trace))
        return f"{meaning.digest} {stamp}"

    def _meant(self) -> _Meaning:
        pieces, program = self.pieces, self.analysis.program
        if pieces is None or program is None:
            return _Meaning(None, None)
        return _Meaning(pieces.digest, program.trace)


class Documents:
    """Finds documents by any spelling of their URI, and shows libraries as they are typed.

    `used` is told of each question about what follows from the text of a document.
    """

    def __init__(
        self, encoding: Encoding, used: Callable[[Document], None] = lambda _: None
    ) -> None:
        self.workspace: Final = Workspace()
        self._encoding = encoding
        self._used: Final = used
        self._open: dict[str, Document] = {}

    def __iter__(self) -> Iterator[Document]:
        return iter(tuple(self._open.values()))

    def get(self, uri: str) -> Document | None:
        key = uris.key_of(uri)
        return None if key is None else self._open.get(key)

    def open(self, item: types.TextDocumentItem) -> Document | None:
        """Takes a document over; `None` if its URI has no meaning, or is that of a preview."""
        key = uris.key_of(item.uri)
        if key is None or uris.previewed(item.uri) is not None:
            return None
        document = Document(
            item.uri, item.version, _source(item), self._encoding, self.workspace, self._used
        )
        self._open[key] = document
        self._overlay(document)
        return document

    def change(self, params: types.DidChangeTextDocumentParams) -> Document | None:
        """Applies an edit; `None` for a document that was never opened."""
        document = self.get(params.text_document.uri)
        if document is not None:
            document.change(params.text_document.version, params.content_changes)
            self._overlay(document)
        return document

    def close(self, uri: str) -> Document | None:
        """From now on the file is what the disk says."""
        key = uris.key_of(uri)
        document = None if key is None else self._open.pop(key, None)
        if document is not None:
            document.release()
        if document is not None and document.source.directory is not None:
            self.workspace.close_buffer(document.source.path)
            for other in self._open.values():
                if other.canonical == document.canonical:
                    self._overlay(other)  # the same file by another name
        return document

    def at_path(self, path: str) -> Document | None:
        """The document of a file, by whatever links the client came to it."""
        canonical = self.workspace.identity(path)
        return next((each for each in self._open.values() if each.canonical == canonical), None)

    def readers_of_libraries(self) -> list[Document]:
        """The documents whose meaning may change when another file does."""
        return [document for document in self if document.reads_libraries]

    def uri_of_path(self, path: str) -> str:
        """The URI of a file, in the client's spelling if it has the file open."""
        document = self.at_path(path)
        if document is not None:
            return document.uri
        if not os.path.isabs(path):
            return path
        plain, canonical = os.path.normpath(path), self.workspace.identity(path)
        # Behind a link to a folder `..` is another folder than the one before it in the path.
        return uris.uri_of(plain if self.workspace.identity(plain) == canonical else canonical)

    def _overlay(self, document: Document) -> None:
        if document.source.directory is not None:
            self.workspace.open_buffer(document.source.path, document.source.text)


def _source(item: types.TextDocumentItem) -> Source:
    """A text without a file has no directory, so its `use` has nowhere to look (USE-4)."""
    path = uris.path_of(item.uri)
    if path is None:
        return Source(item.text, item.uri, None)
    return Source(item.text, path, os.path.dirname(path))
