"""What a server answers after many edits beside what one answers that has just been started."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random

from tests.bench.editor import Json, TimedEditor

PLACES = 40
PATIENCE = 60.0
"""Seconds in which a run tells all its values."""
LOOK = 0.5
_WHOLE = {"start": {"line": 0, "character": 0}, "end": {"line": 10**6, "character": 0}}
_ABOUT_PLACES = ("definition", "documentHighlight", "references")
_CONTEXT = {"context": {"includeDeclaration": True}}

State = Mapping[str, object]


def differences(warm: TimedEditor, **settings: object) -> list[str]:
    """In what the present text of a server differs from the same text in a new one.

    What a text without a program keeps of the one before is left out: values, hints and colors.
    """
    cold = TimedEditor(**settings)
    cold.open(warm.text, warm.uri)
    late = time.perf_counter() + PATIENCE
    while True:
        one, other = _state(warm), _state(cold)
        names = [name for name in one if one[name] != other[name]]
        if not names or time.perf_counter() > late:
            cold.close()
            return names
        time.sleep(LOOK)


def _state(editor: TimedEditor) -> State:
    """What a server says of its text and of some places in it."""
    document: Json = {"textDocument": {"uri": editor.uri}}

    def asked(method: str, params: Json) -> object:
        return editor.request(f"textDocument/{method}", params).message["result"]

    random = Random(3)
    places = [editor.at(random.randrange(len(editor.text))) for _ in range(PLACES)]
    state: dict[str, object] = {
        "documentSymbol": asked("documentSymbol", document),
        **{each: [asked(each, {**at, **_CONTEXT}) for at in places] for each in _ABOUT_PLACES},
    }
    found = editor.diagnostics()
    state["errors"] = [each for each in found if each["severity"] == 1]
    if not state["errors"]:
        hints = editor.request("textDocument/inlayHint", {**document, "range": _WHOLE})
        tokens = editor.request("textDocument/semanticTokens/full", document)
        state |= {
            "diagnostics": found,
            "hover": [asked("hover", at) for at in places],
            "inlayHint": [(each["position"], each["label"]) for each in hints.message["result"]],
            "semanticTokens": tokens.message["result"]["data"],
        }
    return state
