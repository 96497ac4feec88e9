"""Previews as plain JSON values: thousands of ranges would keep the framework's converter long."""

from __future__ import annotations

from typing import Any

from cattrs import Converter
from lsprotocol import types

from sqlang_server.extensions import Preview, TimelinePreview

Plain = dict[str, Any]


def register(converter: Converter) -> None:
    """Lets a converter write previews so."""
    converter.register_unstructure_hook(Preview, _preview)
    converter.register_unstructure_hook(TimelinePreview, _timeline)


def _preview(preview: Preview) -> Plain:
    pairs = [[_range(each) for each in pair] for pair in preview.map]
    told: Plain = {"version": preview.version, "text": preview.text, "map": pairs}
    if preview.reveal is not None:
        told["reveal"] = _range(preview.reveal)
    return told


def _timeline(preview: TimelinePreview) -> Plain:
    items = [
        {
            "kind": item.kind,
            "start": item.start,
            "end": item.end,
            "line": item.line,
            "ranges": [_range(each) for each in item.ranges],
        }
        for item in preview.items
    ]
    return {**_preview(preview), "svg": preview.svg, "items": items}


def _range(place: types.Range) -> Plain:
    start, end = place.start, place.end
    return {
        "start": {"line": start.line, "character": start.character},
        "end": {"line": end.line, "character": end.character},
    }
