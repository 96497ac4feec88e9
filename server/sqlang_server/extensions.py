"""The methods of ours that the protocol does not have, and the shape of what they carry.

`docs/protocol.md` describes them for writers of editor plugins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import attrs
from lsprotocol import types

IR: Final = "sq/ir"
TRACE: Final = "sq/trace"
REPORT: Final = "sq/report"
TIMELINE: Final = "sq/timeline"
CURSOR: Final = "sq/cursor"

COMMAND_RUN: Final = "sq.run"
COMMAND_IR: Final = "sq.ir"
COMMAND_TRACE: Final = "sq.trace"
COMMAND_TIMELINE: Final = "sq.timeline"


@attrs.define
class PreviewParams:
    """The document to preview, and where the cursor is in it."""

    text_document: types.TextDocumentIdentifier
    position: types.Position | None = None


@attrs.define
class Preview:
    """A text made from a document; `map` pairs stretches of the document with stretches of it.

    `reveal` is the stretch of the text for the position of the request, if it had one and there is
    something for it.
    """

    version: int
    text: str
    map: Sequence[Sequence[types.Range]]
    reveal: types.Range | None = None


@attrs.define
class TimelineItem:
    """Something that lasts from `start` to `end` of the program's clock.

    `line` tells of it in the text, `ranges` are the stretches of the document that it comes from.
    """

    kind: str
    start: float
    end: float
    line: int
    ranges: Sequence[types.Range]


@attrs.define
class TimelinePreview(Preview):
    """A timeline in text, as a picture, and what its lines are about."""

    svg: str = ""
    items: Sequence[TimelineItem] = ()


@attrs.define
class PreviewRequest:
    """`sq/ir`, `sq/trace`, `sq/report` and `sq/timeline`."""

    id: int | str
    method: str
    params: PreviewParams
    jsonrpc: str = "2.0"


@attrs.define
class CursorNotification:
    """`sq/cursor`: the cursor moved."""

    method: str
    params: types.TextDocumentPositionParams
    jsonrpc: str = "2.0"


MESSAGE_TYPES: Final[Mapping[str, type[Any]]] = {
    IR: PreviewRequest,
    TRACE: PreviewRequest,
    REPORT: PreviewRequest,
    TIMELINE: PreviewRequest,
    CURSOR: CursorNotification,
}
