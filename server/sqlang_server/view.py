"""What a feature may look at: one version of a document, and what is known of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, Protocol

from lsprotocol import types

from sqlang.source import Source, Span
from sqlang_server.client import Client
from sqlang_server.positions import Positions
from sqlang_server.runs.traced import Traced
from sqlang_server.settings import Settings

if TYPE_CHECKING:
    from sqlang.analysis import Analysis
    from sqlang.configuration.model import HintSelection


class Receiver(Protocol):
    """For whom diagnostics are: what the client can, what the user set, and where files are."""

    @property
    def client(self) -> Client: ...

    @property
    def settings(self) -> Settings: ...

    @property
    def uri_of_path(self) -> Callable[[str], str]: ...

    def location(self, span: Span) -> types.Location: ...


class FileReceiver(NamedTuple):
    """The same for files that are not open."""

    client: Client
    settings: Settings
    uri_of_path: Callable[[str], str]

    def location(self, span: Span) -> types.Location:
        """A span as the client can find it."""
        positions = Positions(span.source, self.client.encoding)
        return types.Location(self.uri_of_path(span.source.path), positions.of_span(span))


class View(NamedTuple):
    """A snapshot; features are pure functions of it and of a place in its text.

    `program_key` gives what is equal for texts that mean the same program, `None` while there is
    none. `cursor` is the line of the cursor, known only of editors that tell. `hints` are those
    that the project selects; `None` for all.
    """

    uri: str
    version: int
    analysis: Analysis
    positions: Positions
    client: Client
    settings: Settings
    program_key: Callable[[], str | None]
    traced: Traced | None
    cursor: int | None
    uri_of_path: Callable[[str], str]
    hints: HintSelection | None = None

    @property
    def source(self) -> Source:
        return self.analysis.source

    @property
    def key(self) -> str | None:
        """Equal for texts that mean the same program."""
        return self.program_key()

    @property
    def stale(self) -> bool:
        """Whether the values that are shown belong to another program than the one written."""
        return self.traced is not None and self.traced.key != self.key

    def offset(self, position: types.Position) -> int:
        return self.positions.offset(position)

    def here(self, span: Span) -> bool:
        """Whether a span is in this document, not in a library it uses."""
        return span.source is self.source or span.source.path == self.source.path

    def location(self, span: Span) -> types.Location:
        """A span of this document or of a library, as the client can find it."""
        if self.here(span):
            return types.Location(self.uri, self.positions.of_span(span))
        positions = Positions(span.source, self.client.encoding)
        return types.Location(self.uri_of_path(span.source.path), positions.of_span(span))
