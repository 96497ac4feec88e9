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
WHAT_IF: Final = "sq/whatIf"
CONSTANTS: Final = "sq/constants"
RUN_STATE: Final = "sq/runState"

COMMAND_RUN: Final = "sq.run"
COMMAND_IR: Final = "sq.ir"
COMMAND_TRACE: Final = "sq.trace"
COMMAND_COMPARE: Final = "sq.compare"
COMMAND_RESTART: Final = "sq.restartWorkers"

ACTION_FIX_ALL: Final = "source.fixAll.serq"
ACTION_EXPLAIN: Final = "refactor.explain.serq"
CODE_ACTION_KINDS: Final = (
    "quickfix",
    "refactor.extract",
    "refactor.inline",
    "refactor.rewrite",
    ACTION_EXPLAIN,
    ACTION_FIX_ALL,
)
"""What is offered, for the client to know before it asks."""
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
    """A timeline in text, as a picture, and what its lines are about.

    `places` pairs each name in a `data-place` of the picture with stretches of the document.
    """

    svg: str = ""
    items: Sequence[TimelineItem] = ()
    places: Sequence[tuple[str, Sequence[types.Range]]] = ()


@attrs.define
class PreviewRequest:
    """`sq/ir`, `sq/trace`, `sq/report` and `sq/timeline`."""

    id: int | str
    method: str
    params: PreviewParams
    jsonrpc: str = "2.0"


@attrs.define
class WhatIfParams:
    """Other values of `let`s, as numbers or expressions, by their names."""

    text_document: types.TextDocumentIdentifier
    sets: Mapping[str, Any]


@attrs.define
class WhatIfRequest:
    """`sq/whatIf`"""

    id: int | str
    method: str
    params: WhatIfParams
    jsonrpc: str = "2.0"


@attrs.define
class ConstantsParams:
    """The document whose constants are wanted."""

    text_document: types.TextDocumentIdentifier


@attrs.define
class ConstantsRequest:
    """`sq/constants`"""

    id: int | str
    method: str
    params: ConstantsParams
    jsonrpc: str = "2.0"


@attrs.define
class CursorNotification:
    """`sq/cursor`: the cursor moved."""

    method: str
    params: types.TextDocumentPositionParams
    jsonrpc: str = "2.0"


@attrs.define
class RunStateParams:
    """`sq/runState`, which we send: how the run of this version of a document is.

    `state` is for programs, `message` a sentence for the user.
    """

    text_document: types.VersionedTextDocumentIdentifier
    state: str
    message: str


MESSAGE_TYPES: Final[Mapping[str, type[Any]]] = {
    IR: PreviewRequest,
    TRACE: PreviewRequest,
    REPORT: PreviewRequest,
    WHAT_IF: WhatIfRequest,
    CONSTANTS: ConstantsRequest,
    TIMELINE: PreviewRequest,
    CURSOR: CursorNotification,
}
